// expect: unknown (undefined: null-dereference)
// property: unreach-call
// What comes after a read through null is not known.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int value = 3, *pointer = __VERIFIER_nondet_int() ? &value : 0;
    int copy = *pointer;
    if (pointer == 0)
        reach_error();
    return copy;
}
