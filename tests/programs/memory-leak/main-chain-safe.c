// A chain whose first link a global points to is never lost.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct link {
    struct link *next;
};

static struct link *first;

static void append(struct link **to) {
    while (*to != NULL)
        to = &(*to)->next;
    *to = malloc(sizeof(struct link));
    if (*to == NULL)
        abort();
    (*to)->next = NULL;
}

int main(void) {
    append(&first);
    if (__VERIFIER_nondet_int() == 7) {
        append(&first);
        append(&first);
    }
    return 0;
}
