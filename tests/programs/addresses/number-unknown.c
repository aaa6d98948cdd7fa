// expect: unknown (addresses)
// Which bits the address of a variable has, the compiler decides.
extern void reach_error(void);

int main(void) {
    int x;
    if (((unsigned long)&x & 0xff0) == 0x120)
        reach_error();
    return 0;
}
