// strchr finds the first of equal characters, and the terminator; strrchr the last.
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[4] = "xyx", wanted = __VERIFIER_nondet_char();
    char *first = strchr(text, wanted), *last = strrchr(text, wanted);
    assert((first == 0) == (last == 0));
    if (wanted == 'x')
        assert(first == text && last == text + 2);
    if (wanted == 0)
        assert(first == text + 3);
    if (first)
        assert(*first == wanted && first <= last);
    return 0;
}
