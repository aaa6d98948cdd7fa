// memcmp of structures compares the padding as well.
// input: 1 2
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

struct cell {
    char tag;
    int value;
};

int main(void) {
    struct cell a, b;
    memset(&a, __VERIFIER_nondet_char(), sizeof a);
    memset(&b, __VERIFIER_nondet_char(), sizeof b);
    a.tag = b.tag = 'c';
    a.value = b.value = 4;
    assert(memcmp(&a, &b, sizeof a) == 0); //~ assertion
    return 0;
}
