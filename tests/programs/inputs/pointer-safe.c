// A pointer from outside is null or it is not; it is not dereferenced.
#include <assert.h>
extern void *__VERIFIER_nondet_pointer(void);

int main(void) {
    void *p = __VERIFIER_nondet_pointer();
    int null = p == 0;
    assert(null ? !p : p != 0);
    return 0;
}
