// Ranges of elements, also with members or elements in them, and values that are overridden together with all that their
// list left out.
#include <assert.h>
struct point {
    int x, y, z;
};
union shape {
    struct point point;
    int size;
};
struct world {
    union shape shapes[2];
    int count;
};

int main(void) {
    struct point line[4] = {[0 ... 2].y = 5, [1].z = 6};
    int table[3][2] = {[0 ... 1][0 ... 1] = 3, [2] = {1}};
    struct world world = {.shapes = {{{1, 2, 3}}, {{4, 5, 6}}}, .shapes[1].point = {7}};
    assert(line[0].y == 5 && line[1].y == 5 && line[2].y == 5 && line[3].y == 0);
    assert(line[1].z == 6 && line[2].x == 0);
    assert(table[0][1] == 3 && table[1][0] == 3 && table[1][1] == 3);
    assert(table[2][0] == 1 && table[2][1] == 0);
    assert(world.shapes[0].point.z == 3 && world.shapes[1].point.x == 7);
    assert(world.shapes[1].point.y == 0 && world.shapes[1].point.z == 0 && world.count == 0);
    return 0;
}
