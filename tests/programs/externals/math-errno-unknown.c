// expect: unknown (unsupported)
// The system's logarithm sets errno here.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    volatile double number = -1;
    errno = 0;
    double result = log(number);
    assert(errno == 0);
    return result == 1;
}
