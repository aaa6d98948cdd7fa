// Calls that differ in a member of a struct may have different results, and all members of a result are free.
// options: --extern uninterpreted
#include <assert.h>

struct pair {
    unsigned low : 3, high : 7;
    int value;
};

extern struct pair make(int seed);
extern int weigh(struct pair p);

int main(void) {
    struct pair a = make(1);
    assert(a.low == 0);   //~ assertion
    assert(a.high != 77); //~ assertion
    assert(a.value != 9); //~ assertion
    a.value = 1;
    int one = weigh(a);
    a.value = 2;
    assert(weigh(a) == one); //~ assertion
    return 0;
}
