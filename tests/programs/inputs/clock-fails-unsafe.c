// The time that a program has used may not be known to the system.
// input: 0
#include <assert.h>
#include <time.h>

int main(void) {
    assert(clock() != (clock_t)-1); //~ assertion
    return 0;
}
