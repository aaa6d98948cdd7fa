// An object that is given by a member, and by a pointer to the whole of it that another object holds, is written as a
// whole; so is one that holds a pointer to itself. Where an array ends, the pointer may be into it or behind it.
#include <assert.h>
struct pair {
    int first;
    int second;
};
struct holder {
    struct pair *pair;
};
struct ring {
    int value;
    struct ring *self;
};
struct stack {
    int slots[4];
    int *top;
};
void both(int *second, struct holder *holder);
void held(const struct holder *holder, int *second);
void turn(struct ring **ring);
void push(int *top);
void show(const char *bytes);

int main(void) {
    struct pair pair = {1, 2}, other = {1, 2}, shown = {1, 2};
    struct holder holder = {&pair}, kept = {&other}, seen = {&shown};
    struct ring ring = {1, &ring};
    struct stack stack = {{0}, 0};
    both(&pair.second, &holder);
    held(&kept, &other.second);
    turn(&ring.self);
    push(stack.slots + 4);
    show((const char *)&seen);
    assert(kept.pair == &other && seen.pair == &shown);
    assert(pair.first == 1); //~ assertion
    assert(other.first == 1); //~ assertion
    assert(ring.value == 1); //~ assertion
    assert(stack.slots[3] == 0); //~ assertion
    assert(shown.second == 2); //~ assertion
    return 0;
}
