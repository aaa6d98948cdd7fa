// The inner block is freed before the outer.
// property: valid-memtrack
#include <stdlib.h>

struct box {
    char *content;
};

int main(void) {
    struct box *box = malloc(sizeof *box);
    box->content = malloc(4);
    free(box->content);
    free(box);
    return 0;
}
