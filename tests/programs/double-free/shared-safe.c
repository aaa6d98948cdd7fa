// The first owner forgets the name when the second takes it.
#include <stdlib.h>

struct person {
    char *name;
};

static void drop(struct person *person) {
    free(person->name);
    person->name = NULL;
}

int main(void) {
    struct person a = {malloc(8)}, b = a;
    a.name = NULL;
    drop(&a);
    drop(&b);
    drop(&b);
    return 0;
}
