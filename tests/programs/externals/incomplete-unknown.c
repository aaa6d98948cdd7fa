// expect: unknown (unsupported)
// Nobody says how large the object is.
#include <string.h>

struct elsewhere;
extern struct elsewhere object;

int main(void) {
    int value = 42;
    memcpy(&object, &value, sizeof value);
    return 0;
}
