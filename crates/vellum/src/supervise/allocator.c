/* The settings of the allocator. They are made before `main`, since there is no way to do so in Rust without unsafe code.
 *
 * What is freed and not used again goes back to the system soon. By itself the allocator waits a second, and whoever keeps
 * to a limit on memory would not see that there is room again. Without waiting at all, pages would come and go all
 * the time, for which threads of a process wait for each other. A user's MIMALLOC_PURGE_DELAY still counts.
 *
 * When the system gives no more memory, the process ends with a message and the exit code of a limit (5), where Rust would
 * abort. */

#include <errno.h>
#include <mimalloc.h>
#include <unistd.h>

static void out_of_memory(int error, void *unused) {
    static const char message[] = "vellum: out of memory: the system refused an allocation\n";
    const int unknown = 5;
    (void)unused;
    if (error != ENOMEM) return;
    /* Nobody may be reading: that is no error of ours. */
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) _exit(unknown);
    _exit(unknown);
}

__attribute__((constructor)) static void set_up(void) {
    const long milliseconds = 10;
    mi_option_set_default(mi_option_purge_delay, milliseconds);
    mi_register_error(out_of_memory, NULL);
}
