// snprintf cuts the text where the array ends.
#include <stdio.h>

int main(void) {
    char text[4];
    int length = snprintf(text, sizeof text, "%d", 123456);
    return length != 6 || text[3] != 0;
}
