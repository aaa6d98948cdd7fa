// Two parts of a path fill the array to its last byte.
#include <string.h>

int main(void) {
    char path[11] = "/home";
    strcat(path, "/user");
    return path[10];
}
