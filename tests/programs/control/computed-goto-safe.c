// Labels as values drive a small interpreter; the operations come from the input.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    static const void *const labels[] = {&&up, &&down, &&stop};
    unsigned program[4];
    for (int i = 0; i < 3; i++)
        program[i] = __VERIFIER_nondet_uint() % 3;
    program[3] = 2;
    int at = 0, value = 0;
    goto *labels[program[at]];
up:
    value++;
    goto *labels[program[++at]];
down:
    value--;
    goto *labels[program[++at]];
stop:
    assert(value >= -3 && value <= 3);
    return 0;
}
