// Two pointers share a block; the one does not know that the other freed it.
#include <stdlib.h>

struct view {
    char *data;
};

int main(void) {
    struct view owner = {malloc(4)}, guest = owner;
    owner.data[0] = 'a';
    free(owner.data);
    owner.data = NULL;
    guest.data[0] = 'b'; //~ use-after-free
    return 0;
}
