// Jumps out of two loops, and to a common end.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int wanted = __VERIFIER_nondet_int(), i, k;
    for (i = 0; i < 3; i++)
        for (k = 0; k < 3; k++)
            if (i * 3 + k == wanted)
                goto found;
    assert(wanted < 0 || wanted > 8);
    goto end;
found:
    assert(i == wanted / 3 && k == wanted % 3);
end:
    return 0;
}
