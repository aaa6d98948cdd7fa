// expect: unknown (unsupported)
// options: --extern pure
// A function of a known library is no function of the user's, whatever those do.
#include <time.h>

int main(void) {
    return gmtime(0) == 0;
}
