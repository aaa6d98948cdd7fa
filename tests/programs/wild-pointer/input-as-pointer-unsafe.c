// A number from outside is used as an address, without a look at it but for null and the alignment.
// input: 0x40021000
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned long number = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(number == 0x40021000ul || number == 0x40022000ul);
    *(int *)number = 1; //~ wild-pointer
    return 0;
}
