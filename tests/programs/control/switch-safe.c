// Ranges of cases, a default in the middle and a fall through that is meant.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int class(unsigned char c) {
    switch (c) {
    case '0' ... '9':
        return 1;
    default:
        return 0;
    case '_':
    case 'a' ... 'z':
        return 2;
    }
}

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    assert((class(c) == 1) == (c >= '0' && c <= '9'));
    assert((class(c) == 2) == (c == '_' || (c >= 'a' && c <= 'z')));
    return 0;
}
