/* Library calls on strings; the system's library has vector instructions for them. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[256];
    long total = 0;
    for (int i = 0; i < 20000; i++) {
        strcpy(text, "pack my box with five ");
        strcat(text, "dozen liquor jugs");
        total += (long)strlen(text);
        total += strcmp(text, "pack my bag") > 0;
        total += strchr(text, 'z') - text;
    }
    printf("%ld\n", total);
    return 0;
}
