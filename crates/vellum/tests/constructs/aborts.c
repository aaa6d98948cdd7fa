/* abort ends the program by a signal; what was flushed is seen, and handlers do not run. */
#include <stdio.h>
#include <stdlib.h>

static void never(void) { puts("never"); }

int main(void) {
    atexit(never);
    puts("before");
    fflush(stdout);
    abort();
}
