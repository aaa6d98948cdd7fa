// Two structures own the same name after an assignment, and each frees it.
#include <stdlib.h>

struct person {
    char *name;
};

static void drop(struct person *person) {
    free(person->name); //~ double-free
    person->name = NULL;
}

int main(void) {
    struct person a = {malloc(8)}, b = a;
    drop(&a);
    drop(&b);
    return 0;
}
