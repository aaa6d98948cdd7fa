// stdin is not open for writing: the stream has an error then.
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(!ferror(stdin));
    assert(fprintf(stdin, "text") < 0 && ferror(stdin));
    clearerr(stdin);
    assert(fputs("text", stdin) == EOF && ferror(stdin));
    return 0;
}
