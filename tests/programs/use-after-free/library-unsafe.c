// A library function reads the freed block.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = malloc(4);
    strcpy(text, "abc");
    free(text);
    return (int)strlen(text); //~ use-after-free
}
