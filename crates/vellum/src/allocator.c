/* The one setting of the allocator: what is freed and not used again goes back to the system soon. By itself it waits a
 * second, and whoever keeps to a limit on memory would not see that there is room again. Without waiting at all,
 * pages would come and go all the time, for which threads of a process wait for each other. It is set before
 * `main`, since there is no way to do so in Rust without unsafe code; a user's MIMALLOC_PURGE_DELAY still counts. */

#include <mimalloc.h>

__attribute__((constructor)) static void give_back_soon(void) {
    const long milliseconds = 10;
    mi_option_set_default(mi_option_purge_delay, milliseconds);
}
