// A member that is given stands for itself, and so does a copy of a struct without pointers.
#include <assert.h>
struct pair {
    int first;
    int second;
};
struct stack {
    int size;
    int slots[4];
    int *top;
};
void one(int *second);
void copy(struct pair pair);
void push(int *top);

int main(void) {
    struct pair pair = {1, 2}, copied = {1, 2};
    struct stack stack = {7, {0}, 0};
    one(&pair.second);
    copy(copied);
    push(stack.slots + 3);
    assert(pair.first == 1 && copied.first == 1 && copied.second == 2);
    assert(stack.size == 7 && stack.top == 0);
    return 0;
}
