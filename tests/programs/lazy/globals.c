// options: --function use
// Globals are inputs, and a pointer may point to one.
#include <assert.h>
static int counter;
static int *place;
const int fixed = 3;

void use(int *argument) {
    if (!place || !argument)
        return;
    assert(fixed == 3);
    counter = 1;
    *argument = 2;
    assert(counter == 1); //~ assertion
}
