// The callee changes its copy, not the argument.
// input: 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct counter {
    int value;
};

static void increase(struct counter counter) {
    counter.value = 1;
}

int main(void) {
    struct counter counter = {0};
    if (__VERIFIER_nondet_int() == 1)
        increase(counter);
    else
        counter.value = 1;
    assert(counter.value == 1); //~ assertion
    return 0;
}
