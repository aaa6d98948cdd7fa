// The first letter of a text is removed with memccpy.
#include <string.h>

int main(void) {
    char text[8] = "abcdef";
    memccpy(text, text + 1, 0, 7); //~ library-misuse
    return text[0] != 'b';
}
