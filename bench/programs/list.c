/* The heap and pointers: a long list, walked ten times. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 100000; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = head;
        head = node;
    }
    long sum = 0;
    for (int round = 0; round < 10; round++)
        for (struct node *node = head; node; node = node->next)
            sum += node->value;
    printf("%ld\n", sum);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
