// Some argument begins with a minus sign, and that is not expected.
// options: --symbolic-args 1,3
// args: -
#include <assert.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        assert(argv[i][0] != '-'); //~ assertion
    return 0;
}
