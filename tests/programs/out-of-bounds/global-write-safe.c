// A counter array has one slot for each digit; other bytes are ignored.
extern unsigned char __VERIFIER_nondet_uchar(void);

static int counts[10];

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    if (byte < '0' || byte > '9')
        return 0;
    counts[byte - '0']++;
    return counts[byte - '0'] - 1;
}
