// Objects of the library have their values, also where none of its functions is called.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    FILE *streams[] = {stdin, stdout, stderr};
    assert(streams[0] && streams[1] && streams[2] && streams[0] != streams[1]);
    assert(optind == 1);
    return 0;
}
