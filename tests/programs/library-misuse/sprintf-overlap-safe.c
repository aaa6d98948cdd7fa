// Both texts lie in one array, apart from each other.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[16] = "abc";
    sprintf(text + 4, "%s!", text);
    assert(strcmp(text + 4, "abc!") == 0);
    snprintf(text, 4, "%s", text + 4);
    sprintf(text, "%.2s", text + 5);
    assert(strcmp(text, "bc") == 0);
    snprintf(text + 3, 0, "%s", text);
    return 0;
}
