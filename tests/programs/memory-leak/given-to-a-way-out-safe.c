// A block that is given to a function which ends the program is not lost: that function has it.
#include <stdlib.h>

_Noreturn static void leave(int *status) { exit(*status); }

static int *zero(void) { return calloc(1, sizeof(int)); }

int main(void) { leave(zero()); }
