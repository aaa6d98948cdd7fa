// The space for the flexible array member is the header and the text.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct message {
    unsigned length;
    char text[];
};

int main(void) {
    unsigned length = __VERIFIER_nondet_uint();
    if (length < 8 || length > 16)
        return 0;
    struct message *message = malloc(sizeof *message + length);
    message->length = length;
    message->text[length - 1] = 0;
    free(message);
    return 0;
}
