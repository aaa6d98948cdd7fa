// An assertion through a macro of the program is reported where the macro is used.
// input: 1 2
#include <assert.h>
#define __VERIFIER_assert(condition) assert(condition)
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int least = a < b ? b : a;
    __VERIFIER_assert(least <= a && least <= b); //~ assertion
    return 0;
}
