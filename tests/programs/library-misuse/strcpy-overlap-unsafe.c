// The first letter of a text is removed with strcpy.
#include <string.h>

int main(void) {
    char text[8] = "abcdef";
    strcpy(text, text + 1); //~ library-misuse
    return text[0] != 'b';
}
