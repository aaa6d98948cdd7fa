// expect: unknown (unsupported)
// A builtin that nobody knows is no function of the user's.
unsigned char __builtin_rotateleft8(unsigned char, unsigned char);

int main(void) {
    return __builtin_rotateleft8(129, 1) == 3;
}
