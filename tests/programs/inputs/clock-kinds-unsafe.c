// Each clock has its own beginning: one that is read later may show less.
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec since_start, used;
    if (clock_gettime(CLOCK_MONOTONIC, &since_start) || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used))
        return 0;
    assert(used.tv_sec >= since_start.tv_sec); //~ assertion
    return 0;
}
