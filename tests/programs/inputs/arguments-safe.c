// The arguments of the program are texts that end, and a null pointer ends them.
// options: --symbolic-args 1,3
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
    assert(argc >= 1 && argv[argc] == 0);
    for (int i = 1; i < argc; i++)
        assert(strlen(argv[i]) <= 3);
    return 0;
}
