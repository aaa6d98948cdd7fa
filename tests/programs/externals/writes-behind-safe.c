// Other objects stay as they are, and so do a struct that is passed by value and the members beside the one that is passed.
#include <assert.h>
struct pair {
    int left, right;
};
void change(int *to);
void take(struct pair pair);

int main(void) {
    struct pair pair = {1, 2}, other = {3, 4};
    int numbers[2] = {5, 6}, more = 7;
    change(&pair.right);
    change(numbers);
    take(other);
    assert(pair.left == 1 && other.left == 3 && other.right == 4 && more == 7);
    return 0;
}
