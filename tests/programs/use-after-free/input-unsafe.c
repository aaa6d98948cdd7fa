// The command 'f' frees the block, and 'r' may come after it.
// input: 102 114
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int *block = calloc(1, sizeof *block);
    int freed = 0, value = 0;
    for (int i = 0; i < 2; i++) {
        char command = __VERIFIER_nondet_char();
        if (command == 'f' && !freed) {
            free(block);
            freed = 1;
        } else if (command == 'r') {
            value = *block; //~ use-after-free
        }
    }
    if (!freed)
        free(block);
    return value;
}
