// Some of these pointers lead to no stream.
// input: 1
// input: 2
// input: 3
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    FILE *none = NULL;
    switch (__VERIFIER_nondet_int()) {
    case 1:
        setbuf(none, NULL); //~ null-dereference
        break;
    case 2:
        setvbuf(none, NULL, _IONBF, 0); //~ null-dereference
        break;
    case 3:
        flockfile(none); //~ null-dereference
        break;
    }
    return 0;
}
