// There are the categories 0 to 12.
#include <assert.h>
#include <locale.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int category = __VERIFIER_nondet_int();
    char *name = setlocale(category, "C");
    assert((name != NULL) == (category >= 0 && category <= 12));
    return 0;
}
