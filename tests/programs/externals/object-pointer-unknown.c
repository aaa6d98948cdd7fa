// expect: unknown (unsupported: an access through a pointer that comes from outside of the program)
// What a pointer of another file points to is not known.
extern int *place;

int main(void) {
    return place ? *place : 0;
}
