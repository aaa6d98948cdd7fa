// The average is computed only where there are numbers.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint() % 4, total = 0;
    for (unsigned i = 0; i < count; i++)
        total += 10;
    if (count != 0)
        assert(total / count == 10);
    return 0;
}
