// A sentinel that has the wanted value ends the walk before the null pointer.
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node sentinel = {0, 0}, b = {2, &sentinel}, a = {1, &b};
    int wanted = __VERIFIER_nondet_int();
    sentinel.value = wanted;
    struct node *at = &a;
    while (at->value != wanted)
        at = at->next;
    return at->value - wanted;
}
