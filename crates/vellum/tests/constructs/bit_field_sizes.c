/* What is assigned to a bit-field has a type of the field's width. */
#include <stdio.h>

struct fields {
    unsigned long a : 3;
    unsigned b : 17;
    int c : 9;
    _Bool d : 1;
    unsigned long long e : 33;
    unsigned char f : 3;
    unsigned g : 32;
} x;

int main(void) {
    printf("%zu %zu %zu %zu %zu %zu %zu\n", sizeof(x.a = 1), sizeof(x.b += 1), sizeof(x.c = 1), sizeof(x.d = 1),
           sizeof(x.e = 1), sizeof(x.f |= 1), sizeof(x.g = 1));
    printf("%zu %zu %zu %zu\n", sizeof(x.a++), sizeof(++x.b), sizeof(x.c--), sizeof(--x.e));
    printf("%zu %zu %zu %zu\n", sizeof(0, x.a), sizeof(+x.a), sizeof(x.e + 0), sizeof(1 ? x.a : x.b));
    return 0;
}
