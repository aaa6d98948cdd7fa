// One node is aligned to 64 bytes, the others are not.
// expect: unknown (addresses)
// property: unreach-call
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

struct node {
    struct node *next;
    long data[7];
};

int main(void) {
    struct node *list = aligned_alloc(64, sizeof *list);
    list->next = 0;
    for (int i = 0; i < 6 && __VERIFIER_nondet_int(); i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    if (list->next && ((uintptr_t)list & 63))
        reach_error(); //~ error-call
    return 0;
}
