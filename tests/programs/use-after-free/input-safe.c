// The command 'r' asks whether 'f' came before.
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int *block = calloc(1, sizeof *block);
    int value = 0;
    for (int i = 0; i < 3; i++) {
        char command = __VERIFIER_nondet_char();
        if (command == 'f') {
            free(block);
            block = NULL;
        } else if (command == 'r' && block) {
            value = *block;
        }
    }
    free(block);
    return value;
}
