// An object larger than the type of the parameter may hold something else behind its first bytes, also where the type
// has padding or truth values.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
struct head {
    char kind;
    bool set;
    int size;
};
struct message {
    struct head head;
    char bytes[8];
};
struct text {
    char kind;
    int size;
    char bytes[];
};
void change(struct head *head);
void fill(struct text *text);

static struct text text = {1, 2, {1, 2, 3, 4, 5, 6, 7, 8}};

int main(void) {
    struct message *message = malloc(sizeof *message);
    if (!message)
        return 0;
    message->bytes[1] = 1;
    message->bytes[2] = 5;
    change(&message->head);
    fill(&text);
    assert(message->head.set <= 1);
    assert(message->bytes[2] == 5); //~ assertion
    assert(message->bytes[1] <= 1); //~ assertion
    assert(text.bytes[1] == 2); //~ assertion
    free(message);
    return 0;
}
