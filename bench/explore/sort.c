/* Bubble sort of 6 unknown numbers: 6! orders, and those with equal numbers, are told apart by
   comparisons of unknowns. That the result is in order needs a proof on each path. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int numbers[6];
    for (int i = 0; i < 6; i++)
        numbers[i] = __VERIFIER_nondet_int();
    for (int end = 5; end > 0; end--) {
        for (int i = 0; i < end; i++) {
            if (numbers[i] > numbers[i + 1]) {
                int swapped = numbers[i];
                numbers[i] = numbers[i + 1];
                numbers[i + 1] = swapped;
            }
        }
    }
    for (int i = 0; i < 5; i++)
        assert(numbers[i] <= numbers[i + 1]);
    return 0;
}
