// Only as much is copied as lies before the byte.
#include <string.h>

int main(void) {
    char text[8] = "ab.cdef";
    return memccpy(text, text + 2, '.', 5) != text + 1;
}
