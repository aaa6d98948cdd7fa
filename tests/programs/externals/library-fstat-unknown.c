// expect: unknown (unsupported: the function 'fstat')
// A function of a known library that has no model is no function that does nothing.
#include <sys/stat.h>

int main(void) {
    struct stat about = {0};
    fstat(0, &about);
    return about.st_size == 0;
}
