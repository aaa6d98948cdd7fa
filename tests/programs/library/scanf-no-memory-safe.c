// Without memory for a text, sscanf stores none, and frees what it had.
// options: --malloc-may-fail
// property: valid-memsafety valid-memcleanup
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *first = NULL, *second = NULL;
    int count = sscanf("abc def", "%ms %m[a-f]", &first, &second);
    if (count == 2) {
        if (first[2] != 'c' || second[3] != '\0')
            return *(int *)0;
        free(first);
        free(second);
    } else if (count != -1 || first || second) {
        return *(int *)0;
    }
    return 0;
}
