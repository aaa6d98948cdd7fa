// A counter array has one slot for each digit, and the input is any byte.
// input: 58
extern unsigned char __VERIFIER_nondet_uchar(void);

static int counts[10];

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    if (byte < '0' || byte > '9' + 1)
        return 0;
    counts[byte - '0']++; //~ out-of-bounds
    return 0;
}
