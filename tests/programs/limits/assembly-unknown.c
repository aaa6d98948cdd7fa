// expect: unknown (unsupported)
// Inline assembly with an output is not understood.
int main(void) {
    int value = 1;
    __asm__("addl $1, %0" : "+r"(value));
    return value - 2;
}
