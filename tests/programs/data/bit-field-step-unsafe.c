// An addition to an unsigned bit-field of 31 bits computes in int, and overflows.
// input: 2147483647
extern unsigned __VERIFIER_nondet_uint(void);

struct counter {
    unsigned most : 31;
};

int main(void) {
    struct counter counter;
    counter.most = __VERIFIER_nondet_uint();
    counter.most += 1; //~ signed-overflow
    return counter.most != 0;
}
