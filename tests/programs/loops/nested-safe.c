// The inner loop has any number of rounds, the outer one a few.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    char *rows[3];
    for (int i = 0; i < 3; i++) {
        rows[i] = malloc(n);
        for (unsigned j = 0; j < n; j++)
            rows[i][j] = (char)i;
    }
    for (int i = 0; i < 3; i++)
        free(rows[i]);
    return 0;
}
