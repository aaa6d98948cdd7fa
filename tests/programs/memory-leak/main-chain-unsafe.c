// A chain whose first link only a local of main points to is lost with main.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct link {
    struct link *next;
};

static void append(struct link **to) {
    while (*to != NULL)
        to = &(*to)->next;
    *to = malloc(sizeof(struct link));
    if (*to == NULL)
        abort();
    (*to)->next = NULL;
}

int main(void) {
    struct link *first = NULL;
    append(&first);
    if (__VERIFIER_nondet_int() == 7) {
        append(&first);
        append(&first);
    }
    return 0; //~ memory-leak
}
