// expect: unknown (unsupported)
// Some compilers keep the rest of a struct whose member gets another value; some make it zero.
struct point {
    int x, y;
};
struct world {
    struct point point;
    int count;
};

int main(void) {
    struct point point = {7, 8};
    struct world world = {.point = point, .point.x = 5};
    return world.point.y == 8 ? *(int *)0 : 0;
}
