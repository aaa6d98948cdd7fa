// property: valid-memsafety
// An error call and a failed assertion end the program: nothing comes after them.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int *nothing = 0, n = __VERIFIER_nondet_int();
    if (n == 1) {
        __VERIFIER_error();
        return *nothing;
    }
    assert(n != 2);
    if (n == 2)
        return *nothing;
    return 0;
}
