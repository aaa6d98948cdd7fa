// How many bytes are copied was never set.
// options: --check-uninitialised
#include <string.h>

int main(void) {
    char from[4] = {1, 2, 3, 4}, to[4];
    unsigned char n;
    n &= 3;
    memcpy(to, from, n); //~ uninitialised
    return 0;
}
