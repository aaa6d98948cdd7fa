// Two parts of a path fit alone, not together.
#include <string.h>

int main(void) {
    char path[10] = "/home";
    strcat(path, "/user"); //~ out-of-bounds
    return path[0] != '/';
}
