// The name fits but for its terminator.
#include <string.h>

int main(void) {
    char name[5];
    strcpy(name, "Alice"); //~ out-of-bounds
    return name[0] != 'A';
}
