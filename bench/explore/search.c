/* Binary search in a table for an unknown key: addresses stay numbers, each path is a range. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int table[1024];

int main(void) {
    for (int i = 0; i < 1024; i++)
        table[i] = 7 * i * i - 1000;
    int key = __VERIFIER_nondet_int();
    int low = 0, high = 1023;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (table[middle] == key) {
            assert((key + 1000) % 7 == 0);
            return 1;
        }
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return 0;
}
