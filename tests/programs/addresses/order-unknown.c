// expect: unknown (addresses)
// Which of two objects comes first, nobody knows.
#include <assert.h>
#include <stdint.h>

static int one, two;

int main(void) {
    assert((uintptr_t)&one < (uintptr_t)&two);
    return 0;
}
