// A structure is copied by assignment: arrays come along, and the copy is apart.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct matrix {
    int cells[2][2];
    char tag;
};

int main(void) {
    struct matrix a = {{{1, 2}, {3, 4}}, 'a'}, b;
    a.cells[1][0] = __VERIFIER_nondet_int();
    b = a;
    a.cells[1][0] = 0;
    a.tag = 'x';
    b.cells[0][0] = 9;
    assert(a.cells[0][0] == 1 && b.cells[0][0] == 9);
    assert(b.tag == 'a' && b.cells[1][1] == 4);
    return 0;
}
