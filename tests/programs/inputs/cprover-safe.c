// The inputs and assumptions of the CBMC dialect.
#include <assert.h>
int nondet_int(void);
_Bool nondet_bool(void);
unsigned char nondet_uchar(void);
void __CPROVER_assume(_Bool condition);

int main(void) {
    int n = nondet_int();
    __CPROVER_assume(n > 0 && n < 100);
    if (nondet_bool())
        n = nondet_uchar();
    assert(n >= 0 && n < 256);
    return 0;
}
