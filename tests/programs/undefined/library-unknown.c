// expect: unknown (undefined: out-of-bounds)
// property: unreach-call
// The text is too long for its place.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    char room[4], flag = 0;
    strcpy(room, __VERIFIER_nondet_int() ? "abc" : "abcd");
    if (flag)
        reach_error();
    return 0;
}
