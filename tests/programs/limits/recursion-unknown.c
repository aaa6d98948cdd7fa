// expect: unknown (depth)
// A recursion without end.
static unsigned endless(unsigned n) {
    return endless(n + 1) + 1;
}

int main(void) {
    return (int)endless(0);
}
