/* The one setting of the allocator: what is freed goes back to the system at once. By itself it waits a second, and
 * whoever keeps to a limit on memory would not see that there is room again. It is set before `main`, since there
 * is no way to do so in Rust without unsafe code; a user's MIMALLOC_PURGE_DELAY still counts. */

#include <mimalloc.h>

__attribute__((constructor)) static void give_back_at_once(void) {
    mi_option_set_default(mi_option_purge_delay, 0);
}
