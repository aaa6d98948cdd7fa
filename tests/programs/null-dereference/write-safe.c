// The optional result parameter is written only where it is there.
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

static int parse(int raw, int *negative) {
    if (raw < 0) {
        if (negative != NULL)
            *negative = 1;
        return 0;
    }
    return raw;
}

int main(void) {
    int raw = __VERIFIER_nondet_int(), negative = 0;
    parse(raw, NULL);
    parse(raw, &negative);
    return negative != (raw < 0);
}
