/* A stack of tasks in a linked list. The loop that empties it reads `next` of a task that it has just
   freed: `vellum check examples/list.c` says `false`, and shows the read and where the task was freed. */
#include <stdlib.h>

struct task {
    int priority;
    struct task *next;
};

static struct task *push(struct task *top, int priority) {
    struct task *task = malloc(sizeof *task);
    task->priority = priority;
    task->next = top;
    return task;
}

int main(void) {
    struct task *top = NULL;
    for (int i = 0; i < 3; i++)
        top = push(top, i);

    for (struct task *task = top; task != NULL; task = task->next)
        free(task);
    return 0;
}
