// Numbers that are no errors.
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strcmp(strerror(134), "Unknown error 134") == 0 && strcmp(strerror(-1), "Unknown error -1") == 0);
    return 0;
}
