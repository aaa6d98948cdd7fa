// A 0x that nothing can follow is read as glibc reads it.
#include <assert.h>
#include <stdio.h>

int main(void) {
    float value = 7;
    int length = -1;
    assert(sscanf("0x1", "%2f%n", &value, &length) == 1 && value == 0 && length == 1);
    value = 7;
    assert(sscanf("0x.", "%f%n", &value, &length) == 1 && value == 0 && length == 3);
    value = 7;
    assert(sscanf("0xg", "%f", &value) == 0 && value == 7);
    assert(sscanf("0x8", "%3f", &value) == 1 && value == 8);
    return 0;
}
