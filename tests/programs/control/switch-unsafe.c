// A case falls through into the next, and the weight is counted twice.
// input: 2
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int weight = 0;
    switch (__VERIFIER_nondet_uint() % 4) {
    case 0:
        weight = 1;
        break;
    case 2:
        weight = 5;
    case 3:
        weight += 5;
        break;
    default:
        break;
    }
    assert(weight <= 5); //~ assertion
    return 0;
}
