// The first letter of a name is made a capital, and the name may be a string literal.
// input: 1
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char changeable[] = "name";
    char *text = __VERIFIER_nondet_int() ? "name" : changeable;
    text[0] = 'N'; //~ write-to-constant
    return 0;
}
