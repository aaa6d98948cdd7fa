// The block that held the only pointer to another is freed first.
// property: valid-memtrack
#include <stdlib.h>

struct box {
    char *content;
};

int main(void) {
    struct box *box = malloc(sizeof *box);
    box->content = malloc(4);
    free(box); //~ memory-leak
    return 0;
}
