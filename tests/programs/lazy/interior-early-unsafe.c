// options: --function copy --interior-aliases
// The inner struct is followed before the outer one that it is a part of.
#include <assert.h>

struct point {
    long x, y;
};

struct line {
    int width;
    struct point ends[2];
};

void copy(struct point *to, struct line *from) {
    if (!to || !from)
        return;
    long y = to->y;
    from->ends[1].y = 5;
    to->y = 7;
    assert(from->ends[1].y == 5 || y == 3); //~ assertion
}
