// The name of a variable of the environment is a string.
#include <stdlib.h>

int main(void) {
    return getenv(0) != 0; //~ null-dereference
}
