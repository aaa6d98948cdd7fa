// A stream is closed twice, or used after it was closed.
// input: 0
// input: 1
// input: 2
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    fclose(stdout);
    switch (__VERIFIER_nondet_int()) {
    case 0:
        return fclose(stdout) != 0; //~ library-misuse
    case 1:
        return printf("text") < 0; //~ library-misuse
    case 2:
        return ferror(stdout) != 0; //~ library-misuse
    default:
        return fflush(NULL);
    }
}
