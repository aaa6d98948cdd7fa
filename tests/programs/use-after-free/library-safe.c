// The copy outlives the text that it was made from.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = malloc(4);
    strcpy(text, "abc");
    char *copy = strdup(text);
    free(text);
    int length = (int)strlen(copy);
    free(copy);
    return length - 3;
}
