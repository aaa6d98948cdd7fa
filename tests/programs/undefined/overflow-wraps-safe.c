// property: valid-deref
// The index wraps to the first element; the product and the difference are those of two's complement.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int table[2] = {1, 2}, n = __VERIFIER_nondet_int();
    if (n != INT_MAX)
        return 1;
    int index = (n + 1) - INT_MIN;
    int other = -(n + 1) == INT_MIN ? 1 : 7;
    return table[index] + table[other] + table[(n * 2 + 2) & 1];
}
