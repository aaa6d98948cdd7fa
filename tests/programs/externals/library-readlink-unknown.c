// expect: unknown (unsupported: the function 'readlink')
// A function of a known library that has no model is no function that does nothing.
#include <unistd.h>

int main(void) {
    char text[4] = "";
    readlink("x", text, 4);
    return text[0];
}
