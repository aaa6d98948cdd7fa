// options: --function has_cycle --unwind 3
// expect: unknown (unwind)
struct node {
    int value;
    struct node *next;
};

int has_cycle(struct node *list) {
    struct node *slow = list, *fast = list;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast)
            return 1;
    }
    return 0;
}
