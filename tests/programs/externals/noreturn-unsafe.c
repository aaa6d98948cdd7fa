// What comes after it on another path is still looked at.
// input: 7
#include <assert.h>
int __VERIFIER_nondet_int(void);
_Noreturn void give_up(const char *why);

int main(void) {
    int number = __VERIFIER_nondet_int();
    if (number <= 0)
        give_up("a number that is not positive");
    assert(number != 7); //~ assertion
    return 0;
}
