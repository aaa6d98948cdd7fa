// The right operand of && and || is evaluated only where the left leaves it open.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int calls;

static int count(int value) {
    calls++;
    return value;
}

int main(void) {
    int a = __VERIFIER_nondet_int() > 0, b = __VERIFIER_nondet_int() > 0;
    int both = count(a) && count(b);
    assert(calls == 1 + a && both == (a & b));
    calls = 0;
    int any = count(a) || count(b);
    assert(calls == 2 - a && any == (a | b));
    return 0;
}
