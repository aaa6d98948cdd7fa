// Nothing is wrong with these arguments, and nobody says so.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    volatile double number = 1;
    errno = 0;
    assert(log(number) == 0 && sqrt(number + 3) == 2 && pow(number, 1000) == 1);
    assert(errno == 0);
    return 0;
}
