// A pointer that is copied byte by byte is the pointer.
#include <assert.h>
#include <string.h>

int main(void) {
    int x = 5, *p = &x, *q;
    char *from = (char *)&p, *to = (char *)&q;
    for (unsigned i = 0; i < sizeof p; i++)
        to[i] = from[i];
    assert(q == p && *q == 5);
    assert(memcmp(&p, &q, sizeof p) == 0);
    return 0;
}
