// An array of pointers is permuted by the input; all targets are still reached once.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int values[3] = {1, 10, 100};
    int *pointers[3] = {&values[0], &values[1], &values[2]};
    unsigned i = __VERIFIER_nondet_uint() % 3, k = __VERIFIER_nondet_uint() % 3;
    int *kept = pointers[i];
    pointers[i] = pointers[k];
    pointers[k] = kept;
    assert(*pointers[0] + *pointers[1] + *pointers[2] == 111);
    return 0;
}
