// A counter that starts at any number is increased once.
// input: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int counter = __VERIFIER_nondet_int();
    counter++; //~ signed-overflow
    return counter == 0;
}
