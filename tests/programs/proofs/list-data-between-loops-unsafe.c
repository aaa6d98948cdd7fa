// A list is built anew in each iteration of the outer loop; its data is any number each time.
// property: unreach-call
// input: 1 0 1 0 1 1 0 0 1 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

struct node {
    struct node *next;
    unsigned data;
};

int main(void) {
    unsigned lists = 0, most = 5;
    for (int i = 0; i < 2 && __VERIFIER_nondet_int(); i++) {
        struct node *list = malloc(sizeof *list);
        list->next = 0;
        list->data = __VERIFIER_nondet_int();
        unsigned sum = 0, is_first = 1;
        lists++;
        if (lists > 1)
            most = lists;
        for (int j = 0; j < 4 && __VERIFIER_nondet_int(); j++) {
            unsigned head = list->data, other = __VERIFIER_nondet_int();
            if (is_first) {
                is_first = 0;
            } else {
                if (other > head)
                    break;
                if (sum > head)
                    reach_error(); //~ error-call
                if (!(sum < head))
                    break;
                sum++;
            }
            struct node *node = malloc(sizeof *node);
            node->next = list;
            node->data = __VERIFIER_nondet_int();
            list = node;
        }
        while (list) {
            struct node *next = list->next;
            free(list);
            list = next;
        }
    }
    return most == 0;
}
