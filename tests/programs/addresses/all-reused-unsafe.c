// A new block lies where a freed one lay, or not: both ways something is freed that must not be.
#include <stdlib.h>

int main(void) {
    char *old = malloc(8);
    free(old);
    char *new = malloc(8);
    if (old != new) {
        free(new);
        free(new); //~ double-free
        return 0;
    }
    free(new);
    free(new + 1);
    return 0;
}
