/* Time: what does not depend on when. */
#include <assert.h>
#include <locale.h>
#include <stdio.h>
#include <time.h>

int main(void) {
    time_t now = time(NULL), again;
    time(&again);
    assert(again >= now);
    clock_t start = clock();
    assert(clock() >= start);
    printf("%d %.1f\n", now > 1000000000, difftime(now + 10, now));
    struct timespec spec;
    printf("%d %d\n", clock_gettime(CLOCK_MONOTONIC, &spec), spec.tv_nsec >= 0);
    printf("%s\n", setlocale(LC_ALL, "C"));
    return CLOCKS_PER_SEC == 1000000 ? 0 : 1;
}
