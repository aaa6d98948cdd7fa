// Standard input brings a byte that indexes beyond the table.
// options: --symbolic-stdin 4
// stdin: z
#include <stdio.h>

static const char weights[16];

int main(void) {
    int c = getchar();
    if (c < 'a' || c > 'z')
        return 0;
    return weights[c - 'a']; //~ out-of-bounds
}
