/* Binary search in a table for a symbolic key: addresses stay concrete, each path is a range. */
#include <assert.h>

#ifndef SIZE
#define SIZE 1024
#endif

extern int __VERIFIER_nondet_int(void);

static int table[SIZE];

int main(void) {
    for (int i = 0; i < SIZE; i++)
        table[i] = 7 * i * i - 1000;
    int key = __VERIFIER_nondet_int();
    int low = 0, high = SIZE - 1;
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
