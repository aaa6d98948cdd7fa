// expect: unknown (unsupported: the object 'environ' of the library)
// The library gives it a value.
#include <assert.h>
extern char **environ;

int main(void) {
    assert(environ != 0);
    return 0;
}
