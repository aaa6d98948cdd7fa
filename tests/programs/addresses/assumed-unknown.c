// expect: unknown (addresses)
// An assumption on a bit of an address.
extern void __VERIFIER_assume(int);

static char object;

int main(void) {
    __VERIFIER_assume((int)(unsigned long)&object & 2);
    return 0;
}
