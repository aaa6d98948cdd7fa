// expect: unknown (unsupported)
// Without a number of bytes, the type of the pointer says how many there must be.
int __CPROVER_w_ok(const void *, ...);

int main(void) {
    if (__CPROVER_w_ok("abc"))
        return 1;
    return 0;
}
