/* A large array that many paths share: each changes a few cells of it. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int cells[1 << 16];

int main(void) {
    for (int i = 0; i < 1 << 16; i++)
        cells[i] = i;
    for (int step = 0; step < 9; step++) {
        if (__VERIFIER_nondet_uchar() & 1)
            cells[step * 4096] = -1;
        else
            cells[step * 4096 + 1] = -1;
    }
    int sum = 0;
    for (int step = 0; step < 9; step++)
        sum += (cells[step * 4096] == -1) + (cells[step * 4096 + 1] == -1);
    assert(sum == 9);
    return 0;
}
