// Memory from alloca outlives the block that asked for it, and may be given to a callee.
#include <alloca.h>

static int sum(const int *numbers, int count) {
    int result = 0;
    for (int i = 0; i < count; i++)
        result += numbers[i];
    return result;
}

int main(void) {
    int *numbers = 0;
    if (numbers == 0) {
        numbers = alloca(3 * sizeof *numbers);
        for (int i = 0; i < 3; i++)
            numbers[i] = i;
    }
    return sum(numbers, 3) - 3;
}
