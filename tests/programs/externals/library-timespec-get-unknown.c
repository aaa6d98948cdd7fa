// expect: unknown (unsupported: the function 'timespec_get')
// A function of a known library that has no model is no function that does nothing.
#include <time.h>

int main(void) {
    struct timespec now = {0};
    timespec_get(&now, TIME_UTC);
    return now.tv_sec == 0;
}
