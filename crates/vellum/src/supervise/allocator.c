/* The settings of the allocator. They are set before `main`, because Rust cannot do that without unsafe code.
 *
 * The allocator returns freed pages to the system after a short delay. Its default is a second, in which the limit on
 * memory would not see that memory is free again. Without a delay, it would return and request pages all the time,
 * which the threads of a process cannot do in parallel. MIMALLOC_PURGE_DELAY of the environment takes precedence.
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
    /* A closed pipe is not an error. */
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) _exit(unknown);
    _exit(unknown);
}

__attribute__((constructor)) static void set_up(void) {
    const long milliseconds = 10;
    mi_option_set_default(mi_option_purge_delay, milliseconds);
    mi_register_error(out_of_memory, NULL);
}
