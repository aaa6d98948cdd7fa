// A struct that a function without a body returns can be any.
#include <assert.h>
struct pair {
    int left, right;
};
struct pair make(void);

int main(void) {
    struct pair pair = make(), other = make();
    assert(pair.left == other.left || pair.right != 3); //~ assertion
    return 0;
}
