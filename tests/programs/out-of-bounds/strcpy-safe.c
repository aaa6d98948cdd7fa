// The array has room for the name and its terminator.
#include <string.h>

int main(void) {
    char name[6];
    strcpy(name, "Alice");
    return name[5];
}
