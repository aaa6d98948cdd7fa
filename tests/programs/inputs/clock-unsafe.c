// Times are inputs, with the parts of seconds.
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_nsec == 0); //~ assertion
    clock_gettime(CLOCK_REALTIME, 0); //~ null-dereference
    return 0;
}
