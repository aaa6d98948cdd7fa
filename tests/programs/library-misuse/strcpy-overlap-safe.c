// The first letter of a text is removed with memmove, and the terminator comes along.
#include <string.h>

int main(void) {
    char text[8] = "abcdef";
    memmove(text, text + 1, strlen(text + 1) + 1);
    return text[0] != 'b' || text[5] != 0;
}
