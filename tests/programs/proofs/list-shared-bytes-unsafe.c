// A counter shares eight bytes with the head of a list, and reaches five.
// input: 1 1 1 1 1 1 0
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    long data;
};

struct __attribute__((packed)) counted {
    int count;
    struct node *head;
};

union {
    long whole;
    struct counted list;
} both;

int main(void) {
    both.whole = 0;
    memset(&both, 0, sizeof both);
    for (int i = 0; i < 7 && __VERIFIER_nondet_int(); i++) {
        struct node *node = malloc(sizeof *node);
        node->data = 0;
        node->next = both.list.head;
        int count = both.list.count;
        assert(count < 5); //~ assertion
        count++;
        memcpy(&both, &count, sizeof count);
        both.list.head = node;
    }
    while (both.list.head) {
        struct node *node = both.list.head;
        both.list.head = node->next;
        free(node);
    }
    return 0;
}
