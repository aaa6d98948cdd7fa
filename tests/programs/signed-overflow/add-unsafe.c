// The sum of two numbers from outside may not fit.
// input: 2147483647 1
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int sum = a + b; //~ signed-overflow
    return sum == 0;
}
