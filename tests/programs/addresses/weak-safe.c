// A weak symbol with a definition is as good as any other.
#include <assert.h>
extern int present __attribute__((weak));
int present = 1;
__attribute__((weak)) int hook(void);
int hook(void) {
    return present;
}

int main(void) {
    assert(&present != 0 && hook && hook() == 1);
    return 0;
}
