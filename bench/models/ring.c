/* A queue in a ring buffer whose start is symbolic. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { ROOM = 32 };

struct queue {
    int items[ROOM];
    unsigned first, count;
};

static void add(struct queue *queue, int item) {
    assert(queue->count < ROOM);
    queue->items[(queue->first + queue->count++) % ROOM] = item;
}

static int take(struct queue *queue) {
    assert(queue->count > 0);
    int item = queue->items[queue->first];
    queue->first = (queue->first + 1) % ROOM;
    queue->count--;
    return item;
}

int main(void) {
    struct queue queue = {.first = __VERIFIER_nondet_uint() % ROOM};
    for (int i = 0; i < 24; i++)
        add(&queue, i);
    for (int i = 0; i < 24; i++)
        assert(take(&queue) == i);
    return 0;
}
