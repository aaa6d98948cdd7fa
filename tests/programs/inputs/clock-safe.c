// There is no clock 99, and a clock that nobody sets does not go back.
#include <assert.h>
#include <errno.h>
#include <time.h>

int main(void) {
    struct timespec now = {1, 2}, later;
    assert(clock_gettime(99, &now) == -1 && errno == EINVAL && now.tv_sec == 1);
    assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0 && clock_gettime(CLOCK_MONOTONIC, &later) == 0);
    assert(later.tv_sec >= now.tv_sec && now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    return 0;
}
