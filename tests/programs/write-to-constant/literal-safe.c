// The array is a copy of the literal and may be changed.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char changeable[] = "name";
    const char *text = __VERIFIER_nondet_int() ? "Name" : changeable;
    changeable[0] = 'N';
    return text[0] != 'N';
}
