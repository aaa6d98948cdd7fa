// The address of the first member is that of the block.
#include <stdlib.h>

struct item {
    long header;
    char body[8];
};

int main(void) {
    struct item *item = malloc(sizeof *item);
    free(&item->header);
    return 0;
}
