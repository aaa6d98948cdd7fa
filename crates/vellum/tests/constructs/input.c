/* Standard input by characters, lines and blocks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char line[16];
    int c = getchar();
    printf("%c\n", c);
    printf("%d\n", ungetc('Z', stdin));
    c = fgetc(stdin);
    int next = getc(stdin);
    printf("%c%c\n", c, next);
    while (fgets(line, sizeof line, stdin) && strcmp(line, "--\n") != 0)
        printf("[%s]\n", line);
    char *whole = NULL;
    size_t room = 0;
    ssize_t length = getline(&whole, &room, stdin);
    printf("%zd %s", length, whole);
    length = getdelim(&whole, &room, ';', stdin);
    printf("%zd %s\n", length, whole);
    free(whole);
    char block[4];
    size_t count = fread(block, 1, sizeof block, stdin);
    printf("%zu %.*s\n", count, (int)count, block);
    count = fread(block, 2, 2, stdin);
    printf("%zu\n", count);
    int letters = 0;
    while ((c = getchar()) != EOF)
        letters += c != '\n';
    printf("%d letters, end %d, error %d\n", letters, feof(stdin) != 0, ferror(stdin));
    printf("%d\n", getchar());
    clearerr(stdin);
    printf("%d\n", feof(stdin));
    printf("%p\n", (void *)fgets(line, 16, stdin));
    return 0;
}
