// A char is signed here, and a byte of 128 or more becomes a negative index.
// input: -1
extern char __VERIFIER_nondet_char(void);

static unsigned char seen[256];

int main(void) {
    char letter = __VERIFIER_nondet_char();
    seen[(int)letter] = 1; //~ out-of-bounds
    return 0;
}
