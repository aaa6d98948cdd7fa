// strcmp orders symbolic texts as a loop over their characters does.
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char a[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    char b[3] = "ab";
    int order = strcmp(a, b);
    if (order == 0)
        assert(a[0] == 'a' && a[1] == 'b');
    if (a[0] == 'a' && a[1] == 'a')
        assert(order < 0);
    if ((unsigned char)a[0] > 'a')
        assert(order > 0);
    return 0;
}
