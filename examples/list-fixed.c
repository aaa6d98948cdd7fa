/* The list of list.c, emptied in the right order, for any number of tasks up to five and for
   allocations that fail: `vellum check --malloc-may-fail examples/list-fixed.c` says `true`. No input
   makes it read or write what it must not, free anything twice or lose a task. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct task {
    int priority;
    struct task *next;
};

static struct task *push(struct task *top, int priority) {
    struct task *task = malloc(sizeof *task);
    if (task == NULL)
        return top;
    task->priority = priority;
    task->next = top;
    return task;
}

int main(void) {
    int count = __VERIFIER_nondet_int();
    struct task *top = NULL;
    for (int i = 0; i < count && i < 5; i++)
        top = push(top, i);

    while (top != NULL) {
        struct task *next = top->next;
        free(top);
        top = next;
    }
    return 0;
}
