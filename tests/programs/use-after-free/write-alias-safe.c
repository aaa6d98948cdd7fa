// The guest has a block of its own.
#include <stdlib.h>
#include <string.h>

struct view {
    char *data;
};

int main(void) {
    struct view owner = {malloc(4)}, guest = {malloc(4)};
    memset(owner.data, 'a', 4);
    memcpy(guest.data, owner.data, 4);
    free(owner.data);
    guest.data[0] = 'b';
    free(guest.data);
    return 0;
}
