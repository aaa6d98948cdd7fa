/* Bubble sort of four unknown numbers: `vellum check examples/sort.c` says `true`. Whatever the numbers
   are, the result is in order, and each of them is there as often as before. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

#define COUNT 4

static void sort(int *numbers, int count) {
    for (int end = count - 1; end > 0; end--)
        for (int i = 0; i < end; i++)
            if (numbers[i] > numbers[i + 1]) {
                int larger = numbers[i];
                numbers[i] = numbers[i + 1];
                numbers[i + 1] = larger;
            }
}

static int occurrences(const int *numbers, int count, int wanted) {
    int found = 0;
    for (int i = 0; i < count; i++)
        found += numbers[i] == wanted;
    return found;
}

int main(void) {
    int before[COUNT], numbers[COUNT];
    for (int i = 0; i < COUNT; i++)
        before[i] = numbers[i] = __VERIFIER_nondet_int();

    sort(numbers, COUNT);

    for (int i = 1; i < COUNT; i++)
        assert(numbers[i - 1] <= numbers[i]);
    int any = __VERIFIER_nondet_int();
    assert(occurrences(numbers, COUNT, any) == occurrences(before, COUNT, any));
    return 0;
}
