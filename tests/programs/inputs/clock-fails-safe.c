// A time that is known does not go back.
#include <assert.h>
#include <time.h>

int main(void) {
    clock_t start = clock(), end = clock();
    if (start != (clock_t)-1 && end != (clock_t)-1)
        assert(start >= 0 && end >= start);
    return 0;
}
