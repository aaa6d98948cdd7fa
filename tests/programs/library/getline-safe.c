// At the end of the input the buffer keeps its text; a size of 0 asks for a new one.
// options: --symbolic-stdin 2
// stdin: a
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char own[4] = "own";
    char *line = own;
    size_t size = 0;
    long length = getline(&line, &size, stdin);
    assert(line != own && size == 120 && strcmp(own, "own") == 0);
    if (length < 0)
        strcpy(line, "kept");
    else
        assert(line[length] == '\0');
    while (getline(&line, &size, stdin) >= 0)
        continue;
    if (length < 0)
        assert(strcmp(line, "kept") == 0);
    else
        assert(line[0] != '\0' || feof(stdin));
    free(line);
    return 0;
}
