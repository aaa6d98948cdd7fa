// Memory from alloca ends with the function that asked for it.
#include <alloca.h>

static int *numbers(int count) {
    int *result = alloca(count * sizeof *result);
    for (int i = 0; i < count; i++)
        result[i] = i;
    return result;
}

int main(void) {
    int *three = numbers(3);
    return three[2]; //~ use-after-scope
}
