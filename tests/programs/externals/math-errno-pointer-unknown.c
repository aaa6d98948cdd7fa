// expect: unknown (unsupported)
// A program that looks at errno through a pointer to the function that says where it is.
#include <errno.h>
#include <math.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int *(*where)(void) = __errno_location;
    double root = sqrt(__VERIFIER_nondet_int() > 3 ? -1.0 : 4.0);
    return *where() == 0 && root == 2.0;
}
