// A walk takes one step too many when the wanted value is not in the list.
// input: 4
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    int wanted = __VERIFIER_nondet_int();
    struct node *at = &a;
    while (at->value != wanted) //~ null-dereference
        at = at->next;
    return at->value - wanted;
}
