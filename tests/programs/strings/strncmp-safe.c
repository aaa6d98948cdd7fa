// strncmp looks at no more characters than it is told.
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char text[4] = {'a', 'b', __VERIFIER_nondet_char(), 0};
    unsigned length = __VERIFIER_nondet_uint() % 3;
    assert(strncmp(text, "abc", length) == 0);
    assert((strncmp(text, "abc", 3) == 0) == (text[2] == 'c'));
    return 0;
}
