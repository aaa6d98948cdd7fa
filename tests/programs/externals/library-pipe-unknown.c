// expect: unknown (unsupported: the function 'pipe')
// A function of a known library that has no model is no function that does nothing.
#include <unistd.h>

int main(void) {
    int ends[2] = {0};
    pipe(ends);
    return ends[0];
}
