// property: other-rules
// Ranges that overlap are not for memcpy.
#include <string.h>

int main(void) {
    char text[8] = "abcdefg";
    memcpy(text, text + 1, 4); //~ library-misuse
    return text[0];
}
