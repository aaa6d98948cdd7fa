/* Bubble sort of SIZE symbolic numbers: SIZE! orders, and those with equal numbers, are told apart by
   comparisons of unknowns. That the result is in order needs a proof on each path. */
#include <assert.h>

#ifndef SIZE
#define SIZE 6
#endif

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int numbers[SIZE];
    for (int i = 0; i < SIZE; i++)
        numbers[i] = __VERIFIER_nondet_int();
    for (int end = SIZE - 1; end > 0; end--) {
        for (int i = 0; i < end; i++) {
            if (numbers[i] > numbers[i + 1]) {
                int swapped = numbers[i];
                numbers[i] = numbers[i + 1];
                numbers[i + 1] = swapped;
            }
        }
    }
    for (int i = 0; i < SIZE - 1; i++)
        assert(numbers[i] <= numbers[i + 1]);
    return 0;
}
