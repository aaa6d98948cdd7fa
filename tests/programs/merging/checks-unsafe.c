// The same, but one of 4096 ways through breaks it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned flags = 0;
    int passed = 0;
    for (int i = 0; i < 12; i++) {
        if (__VERIFIER_nondet_int() > i) {
            flags |= 1u << i;
            passed++;
        }
    }
    assert(flags != 0xfff); //~ assertion
    assert(passed <= 12);
    return 0;
}
