// A structure with a pointer into itself is copied: the copy points to the original.
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct buffer {
    int data[2];
    int *at;
};

int main(void) {
    struct buffer a = {{1, 2}, 0}, b, c;
    a.at = &a.data[__VERIFIER_nondet_int() != 0];
    b = a;
    memcpy(&c, &a, sizeof c);
    *b.at = 5;
    assert(b.at == a.at && c.at == a.at);
    assert(a.data[0] == 5 || a.data[1] == 5);
    assert(b.data[0] == 1 && c.data[1] == 2);
    return 0;
}
