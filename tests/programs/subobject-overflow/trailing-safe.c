// The last member of a struct behind a pointer may have more elements than it is declared with.
#include <stdlib.h>

struct flexible {
    int length;
    char text[];
};
struct one {
    int length;
    char text[1];
};
struct outer {
    int number;
    struct one inner;
};

int main(void) {
    struct flexible *f = malloc(sizeof *f + 4);
    struct one *o = malloc(sizeof *o + 4);
    struct outer *u = malloc(sizeof *u + 4);
    if (!f || !o || !u)
        abort();
    for (int i = 0; i < 4; i++)
        f->text[i] = o->text[i] = u->inner.text[i] = 'a';
    free(f);
    free(o);
    free(u);
    return 0;
}
