// A struct is read through a null pointer, and its value is not used.
struct pair {
    int a, b;
};
struct outer {
    struct pair inner;
} *nowhere;

int main(void) {
    struct pair both = {1, 2}, *p = &both;
    *p;
    both;
    (void)p->a;
    nowhere->inner; //~ null-dereference
    return 0;
}
