// The address of a member that is not the first is freed.
#include <stdlib.h>

struct item {
    long header;
    char body[8];
};

int main(void) {
    struct item *item = malloc(sizeof *item);
    free(item->body); //~ invalid-free
    return 0;
}
