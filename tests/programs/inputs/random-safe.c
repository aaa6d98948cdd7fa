// Random numbers are within their range.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned seed = 1;
    int number = rand(), other = rand_r(&seed);
    long wide = random(), unsigned_wide = lrand48(), signed_wide = mrand48();
    assert(number >= 0 && number <= RAND_MAX && other >= 0 && other <= RAND_MAX);
    assert(wide >= 0 && wide <= 0x7fffffff && unsigned_wide >= 0 && unsigned_wide <= 0x7fffffff);
    assert(signed_wide >= -0x7fffffffL - 1 && signed_wide <= 0x7fffffff);
    return 0;
}
