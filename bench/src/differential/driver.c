/* Runs a program under all its inputs, in one process, and prints which events its runs have.

   An event is a violation of a property at a line. After some the run goes on as compiled code does (signed arithmetic
   wraps, shifts mask); after others it cannot. A run is the sequence of its events, each once; equal runs are counted.

   The judges are the sanitizers' checks in the compiled program. Their handlers are here, in place of those in the
   sanitizers' libraries, so that a run ends by a jump and not with the process. Library functions check each byte that
   they touch by asking AddressSanitizer. Leaks are found by reachability from the variables that the program names. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

int __asan_address_is_poisoned(void const volatile *address);

struct native_root { void *at; size_t size; };
struct native_global { void *at; size_t size; };
extern struct native_global native_globals[];
extern const unsigned native_global_count;
int program_main(void);

enum { MOST_INPUTS = 64, MOST_EVENTS = 24, MOST_BLOCKS = 512, MOST_ROOTS = 512, MOST_STATICS = 16, MOST_RUNS = 1 << 20, MOST_TRACES = 4096 };
/* Basic blocks of one run, and of all runs together. */
static const unsigned long MOST_STEPS = 200000, MOST_STEPS_OF_ALL = 400000000;

static jmp_buf over;

static _Noreturn void give_up(const char *why) {
    printf("given-up %s\n", why);
    fflush(stdout);
    _Exit(0);
}

/* ---- inputs: all sequences of them, as an odometer counts ---- */

static struct { long long low, high, value; } inputs[MOST_INPUTS];
static unsigned asked, known;
static int allocations_may_fail;

long long native_input(long long low, long long high) {
    if (asked == MOST_INPUTS) give_up("inputs");
    if (asked == known) {
        inputs[asked].low = low;
        inputs[asked].high = high;
        inputs[asked].value = low;
        known++;
    }
    return inputs[asked++].value;
}

/* Whether there is a next sequence. */
static int next_inputs(void) {
    known = asked;
    while (known && inputs[known - 1].value == inputs[known - 1].high) known--;
    if (!known) return 0;
    inputs[known - 1].value++;
    return 1;
}

/* ---- events ---- */

/* What becomes of a run after an event. */
enum effect { CONTINUES = 'c', ENDS = 'e', UNDEFINED = 'u' };

struct event { const char *property; uintptr_t pc; int line; char effect; };
struct trace { struct event events[MOST_EVENTS]; unsigned count; };

static struct trace trace;
static struct { struct trace trace; unsigned long runs; char *example; } traces[MOST_TRACES];
static unsigned trace_count;

static void add_event(const char *property, int line, uintptr_t pc, char effect) {
    for (unsigned i = 0; i < trace.count; i++) {
        struct event *known_event = &trace.events[i];
        if (known_event->property == property && known_event->line == line && known_event->pc == pc) return;
    }
    if (trace.count == MOST_EVENTS) give_up("events");
    trace.events[trace.count++] = (struct event){property, pc, line, effect};
}

static void find_leaks(int line);

static void event(const char *property, int line, uintptr_t pc, char effect) {
    find_leaks(line);
    add_event(property, line, pc, effect);
    if (effect == UNDEFINED) longjmp(over, 1);
}

static char *inputs_text(void) {
    char text[MOST_INPUTS * 24] = "-", *at = text;
    for (unsigned i = 0; i < asked; i++) at += sprintf(at, i ? ",%lld" : "%lld", inputs[i].value);
    char *copy = malloc(strlen(text) + 1);
    return strcpy(copy, text);
}

static void count_trace(void) {
    for (unsigned i = 0; i < trace_count; i++) {
        const struct trace *other = &traces[i].trace;
        if (other->count == trace.count && !memcmp(other->events, trace.events, trace.count * sizeof *trace.events)) {
            traces[i].runs++;
            return;
        }
    }
    if (trace_count == MOST_TRACES) give_up("traces");
    traces[trace_count].trace = trace;
    traces[trace_count].runs = 1;
    traces[trace_count++].example = inputs_text();
}

/* ---- static variables of functions ---- */

static struct { void *at; size_t size; char first[64]; } statics[MOST_STATICS];
static unsigned static_count;

/* The first call of the first run comes before any change. */
void native_static(void *at, size_t size) {
    for (unsigned i = 0; i < static_count; i++)
        if (statics[i].at == at) return;
    if (static_count == MOST_STATICS || size > sizeof statics[0].first) give_up("statics");
    statics[static_count].at = at;
    statics[static_count].size = size;
    memcpy(statics[static_count++].first, at, size);
}

static void reset_statics(void) {
    for (unsigned i = 0; i < static_count; i++) memcpy(statics[i].at, statics[i].first, statics[i].size);
}

/* ---- the heap ---- */

static struct block { char *at; size_t size; int live, reached, reported; } blocks[MOST_BLOCKS];
static unsigned block_count;
static struct native_root roots[MOST_ROOTS];
static unsigned root_count;

struct native_root native_root(void *at, size_t size) {
    if (root_count == MOST_ROOTS) give_up("roots");
    return roots[root_count++] = (struct native_root){at, size};
}

void native_unroot(struct native_root *root) {
    while (root_count && roots[--root_count].at != root->at) {}
}

static void reach(char *at, size_t size);

static void reach_pointer(char *pointer) {
    for (unsigned i = 0; i < block_count; i++) {
        struct block *block = &blocks[i];
        if (block->live && !block->reached && block->at <= pointer && pointer <= block->at + block->size) {
            block->reached = 1;
            reach(block->at, block->size);
        }
    }
}

/* Follows every aligned word. The memory is the program's own, and lives. */
__attribute__((no_sanitize("address"))) static void reach(char *at, size_t size) {
    for (size_t i = 0; i + sizeof(char *) <= size; i += sizeof(char *)) {
        char *pointer = *(char **)(at + i);
        if (pointer) reach_pointer(pointer);
    }
}

static void find_leaks(int line) {
    if (!block_count) return;
    for (unsigned i = 0; i < block_count; i++) blocks[i].reached = 0;
    for (unsigned i = 0; i < root_count; i++) reach(roots[i].at, roots[i].size);
    for (unsigned i = 0; i < native_global_count; i++) reach(native_globals[i].at, native_globals[i].size);
    for (unsigned i = 0; i < static_count; i++) reach(statics[i].at, statics[i].size);
    for (unsigned i = 0; i < block_count; i++)
        if (blocks[i].live && !blocks[i].reached && !blocks[i].reported) {
            blocks[i].reported = 1;
            add_event("valid-memtrack", line, 0, CONTINUES);
        }
}

/* What is wrong where a run comes to its end. */
static void check_end(int line) {
    find_leaks(line);
    for (unsigned i = 0; i < block_count; i++)
        if (blocks[i].live) add_event("valid-memcleanup", line, 0, ENDS);
}

_Noreturn void native_end(const char *property, int line) {
    if (property) event(property, line, 0, ENDS);
    check_end(line);
    longjmp(over, 1);
}

_Noreturn void native_assume_failed(void) { longjmp(over, 1); }

static void *new_block(size_t size) {
    if (block_count == MOST_BLOCKS) give_up("blocks");
    char *at = malloc(size);
    blocks[block_count++] = (struct block){.at = at, .size = size, .live = 1};
    return at;
}

static int allocation_fails(void) { return allocations_may_fail && native_input(0, 1); }

void *native_malloc(int line, size_t size) {
    (void)line;
    return allocation_fails() ? 0 : new_block(size);
}

void *native_calloc(int line, size_t count, size_t size) {
    (void)line;
    if (allocation_fails()) return 0;
    void *block = new_block(count * size);
    return memset(block, 0, count * size);
}

static struct block *live_block(int line, void *at) {
    for (unsigned i = 0; i < block_count; i++)
        if (blocks[i].at == at && blocks[i].live) return &blocks[i];
    event("valid-free", line, 0, UNDEFINED);
    return 0;
}

void native_free(int line, void *at) {
    if (!at) return;
    live_block(line, at)->live = 0;
    free(at);
}

void *native_realloc(int line, void *at, size_t size) {
    if (!at) return native_malloc(line, size);
    struct block *old = live_block(line, at);
    if (!size) {
        native_free(line, at);
        return 0;
    }
    if (allocation_fails()) return 0;
    char *block = new_block(size);
    memcpy(block, at, old->size < size ? old->size : size);
    native_free(line, at);
    return block;
}

static void forget_blocks(void) {
    for (unsigned i = 0; i < block_count; i++)
        if (blocks[i].live) free(blocks[i].at);
    block_count = 0;
    root_count = 0;
}

/* ---- library functions, a byte at a time ---- */

static void touch(int line, const void *address) {
    if ((uintptr_t)address < 65536 || __asan_address_is_poisoned(address)) event("valid-deref", line, 0, UNDEFINED);
}

static void touch_all(int line, const void *address, size_t count) {
    for (size_t i = 0; i < count; i++) touch(line, (const char *)address + i);
}

static void must_not_overlap(int line, const void *a, size_t size_a, const void *b, size_t size_b) {
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    if (size_a && size_b && x < y + size_b && y < x + size_a) event("other-rules", line, 0, UNDEFINED);
}

void *native_memcpy(int line, void *to, const void *from, size_t count) {
    touch_all(line, from, count);
    touch_all(line, to, count);
    /* Compilers copy structures onto themselves. */
    if (to != from) must_not_overlap(line, to, count, from, count);
    return memmove(to, from, count);
}

void *native_memmove(int line, void *to, const void *from, size_t count) {
    touch_all(line, from, count);
    touch_all(line, to, count);
    return memmove(to, from, count);
}

void *native_memset(int line, void *to, int byte, size_t count) {
    touch_all(line, to, count);
    return memset(to, byte, count);
}

int native_memcmp(int line, const void *a, const void *b, size_t count) {
    touch_all(line, a, count);
    touch_all(line, b, count);
    return memcmp(a, b, count);
}

void *native_memchr(int line, const void *in, int byte, size_t count) {
    for (size_t i = 0; i < count; i++) {
        touch(line, (const char *)in + i);
        if (((const unsigned char *)in)[i] == (unsigned char)byte) return (char *)in + i;
    }
    return 0;
}

size_t native_strnlen(int line, const char *text, size_t most) {
    size_t length = 0;
    while (length < most && (touch(line, text + length), text[length])) length++;
    return length;
}

size_t native_strlen(int line, const char *text) { return native_strnlen(line, text, SIZE_MAX); }

char *native_strcpy(int line, char *to, const char *from) {
    size_t bytes = native_strlen(line, from) + 1;
    must_not_overlap(line, to, bytes, from, bytes);
    touch_all(line, to, bytes);
    return memmove(to, from, bytes);
}

char *native_strncpy(int line, char *to, const char *from, size_t count) {
    size_t length = native_strnlen(line, from, count), read = length < count ? length + 1 : count;
    must_not_overlap(line, to, count, from, read);
    touch_all(line, to, count);
    memmove(to, from, length);
    memset(to + length, 0, count - length);
    return to;
}

static void append(int line, char *to, const char *from, size_t length, size_t read) {
    size_t old = native_strlen(line, to);
    must_not_overlap(line, to + old, length + 1, from, read);
    touch_all(line, to + old, length + 1);
    memmove(to + old, from, length);
    to[old + length] = 0;
}

char *native_strcat(int line, char *to, const char *from) {
    size_t length = native_strlen(line, from);
    append(line, to, from, length, length + 1);
    return to;
}

char *native_strncat(int line, char *to, const char *from, size_t count) {
    size_t length = native_strnlen(line, from, count);
    append(line, to, from, length, length < count ? length + 1 : count);
    return to;
}

int native_strncmp(int line, const char *a, const char *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        touch(line, a + i);
        touch(line, b + i);
        if (a[i] != b[i]) return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
        if (!a[i]) return 0;
    }
    return 0;
}

int native_strcmp(int line, const char *a, const char *b) { return native_strncmp(line, a, b, SIZE_MAX); }

char *native_strchr(int line, const char *text, int byte) {
    for (;; text++) {
        touch(line, text);
        if (*text == (char)byte) return (char *)text;
        if (!*text) return 0;
    }
}

char *native_strrchr(int line, const char *text, int byte) {
    native_strlen(line, text);
    return strrchr(text, byte);
}

char *native_strstr(int line, const char *text, const char *part) {
    native_strlen(line, text);
    native_strlen(line, part);
    return strstr(text, part);
}

char *native_strdup(int line, const char *text) {
    size_t bytes = native_strlen(line, text) + 1;
    if (allocation_fails()) return 0;
    return memcpy(new_block(bytes), text, bytes);
}

size_t native_strspn(int line, const char *text, const char *letters) {
    native_strlen(line, letters);
    size_t length = 0;
    while ((touch(line, text + length), text[length]) && strchr(letters, text[length])) length++;
    return length;
}

size_t native_strcspn(int line, const char *text, const char *letters) {
    native_strlen(line, letters);
    size_t length = 0;
    while ((touch(line, text + length), text[length]) && !strchr(letters, text[length])) length++;
    return length;
}

char *native_strpbrk(int line, const char *text, const char *letters) {
    size_t length = native_strcspn(line, text, letters);
    return text[length] ? (char *)text + length : 0;
}

/* Formats do not read strings of the program. */
int native_snprintf(int line, char *to, size_t room, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t written = (size_t)length + 1 < room ? (size_t)length + 1 : room;
    touch_all(line, to, written);
    if (room) {
        memcpy(to, text, written);
        to[written - 1] = 0;
    }
    return length;
}

int native_sprintf(int line, char *to, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    touch_all(line, to, (size_t)length + 1);
    memcpy(to, text, (size_t)length + 1);
    return length;
}

int native_atoi(int line, const char *text) {
    native_strlen(line, text);
    return atoi(text);
}

int native_abs(int line, int value) {
    if (value == INT32_MIN) event("no-overflow", line, 0, CONTINUES);
    return value < 0 ? (int)-(unsigned)value : value;
}

void native_qsort(int line, void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    touch_all(line, base, count * size);
    if (count) qsort(base, count, size, compare);
}

void *native_bsearch(int line, const void *key, const void *base, size_t count, size_t size,
                     int (*compare)(const void *, const void *)) {
    touch_all(line, base, count * size);
    return count ? bsearch(key, base, count, size, compare) : 0;
}

/* ---- AddressSanitizer's checks ---- */

#define HERE ((uintptr_t)__builtin_return_address(0) - 1)
#define REPORT(name) \
    void __asan_report_##name(uintptr_t address) { (void)address; event("valid-deref", 0, HERE, UNDEFINED); }
REPORT(load1) REPORT(load2) REPORT(load4) REPORT(load8) REPORT(load16)
REPORT(store1) REPORT(store2) REPORT(store4) REPORT(store8) REPORT(store16)

#define REPORT_MANY(name) \
    void __asan_report_##name(uintptr_t address, size_t size) { \
        (void)address, (void)size; \
        event("valid-deref", 0, HERE, UNDEFINED); \
    }
REPORT_MANY(load_n) REPORT_MANY(store_n)

static void trap(int signal, siginfo_t *info, void *context) {
    (void)info;
    uintptr_t pc = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
    sigset_t unblocked;
    sigemptyset(&unblocked);
    sigaddset(&unblocked, signal);
    sigprocmask(SIG_UNBLOCK, &unblocked, 0);
    event("valid-deref", 0, pc, UNDEFINED);
}

/* ---- UndefinedBehaviorSanitizer's checks ---- */

struct place { const char *file; uint32_t line, column; };
struct type { uint16_t kind, info; char name[]; };
struct typed { struct place place; const struct type *type; };

#define OVERFLOW(name) \
    void __ubsan_handle_##name(struct place *place, uintptr_t a, uintptr_t b) { \
        (void)a, (void)b; \
        event("no-overflow", place->line, 0, CONTINUES); \
    }
OVERFLOW(add_overflow) OVERFLOW(sub_overflow) OVERFLOW(mul_overflow) OVERFLOW(negate_overflow)

static unsigned width_of(const struct type *type) { return 1u << (type->info >> 1); }

/* A value as its type has it: bits above the width mean nothing. */
static int64_t value_of(const struct type *type, uintptr_t value) {
    unsigned unused = 64 - width_of(type);
    uint64_t up = (uint64_t)value << unused;
    return type->info & 1 ? (int64_t)up >> unused : (int64_t)(up >> unused);
}

void __ubsan_handle_divrem_overflow(struct typed *data, uintptr_t a, uintptr_t b) {
    (void)a;
    /* The machine traps in both cases. */
    event(value_of(data->type, b) ? "no-overflow" : "division-by-zero", data->place.line, 0, UNDEFINED);
}

struct shift { struct place place; const struct type *left, *right; };

/* An amount that is too large, and a value that is negative or does not fit into its type then, are two things. */
void __ubsan_handle_shift_out_of_bounds(struct shift *data, uintptr_t a, uintptr_t b) {
    unsigned width = width_of(data->left);
    (void)a;
    int64_t right = value_of(data->right, b);
    int is_amount = right < 0 || right >= width;
    event(is_amount ? "shifts" : "no-overflow", data->place.line, 0, CONTINUES);
}

void __ubsan_handle_out_of_bounds(struct place *place, uintptr_t index) {
    (void)index;
    event("bounds", place->line, 0, CONTINUES);
}

void __ubsan_handle_type_mismatch_v1(struct place *place, uintptr_t pointer) {
    (void)pointer;
    event("valid-deref", place->line, 0, UNDEFINED);
}

void __ubsan_handle_builtin_unreachable(struct place *place) { event("other-rules", place->line, 0, UNDEFINED); }

void __ubsan_handle_float_cast_overflow(struct place *place, uintptr_t from) {
    (void)from;
    event("other-rules", place->line, 0, UNDEFINED);
}

/* ---- runs ---- */

static unsigned long steps, steps_of_all;

void __sanitizer_cov_trace_pc(void) {
    if (++steps > MOST_STEPS) give_up("steps");
}

static void one_run(void) {
    memset(&trace, 0, sizeof trace);
    asked = 0;
    steps = 0;
    if (!setjmp(over)) {
        program_main();
        check_end(0);
    }
    forget_blocks();
    reset_statics();
    count_trace();
    steps_of_all += steps;
}

static void print_traces(void) {
    for (unsigned i = 0; i < trace_count; i++) {
        printf("runs %lu %s", traces[i].runs, traces[i].example);
        for (unsigned j = 0; j < traces[i].trace.count; j++) {
            struct event *it = &traces[i].trace.events[j];
            printf(it->pc ? " %s/0x%lx/%c" : " %s/%lu/%c", it->property, it->pc ? it->pc : (uintptr_t)it->line, it->effect);
        }
        putchar('\n');
    }
}

int main(int count, char **words) {
    allocations_may_fail = count > 1 && !strcmp(words[1], "allocations-may-fail");
    struct sigaction action = {.sa_sigaction = trap, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGBUS, &action, 0);
    size_t bytes = 0;
    for (unsigned i = 0; i < native_global_count; i++) bytes += native_globals[i].size;
    char *saved = malloc(bytes + 1), *at = saved;
    for (unsigned i = 0; i < native_global_count; at += native_globals[i++].size)
        memcpy(at, native_globals[i].at, native_globals[i].size);
    unsigned long runs = 0;
    do {
        at = saved;
        for (unsigned i = 0; i < native_global_count; at += native_globals[i++].size)
            memcpy(native_globals[i].at, at, native_globals[i].size);
        one_run();
        if (++runs > MOST_RUNS) give_up("runs");
        if (steps_of_all > MOST_STEPS_OF_ALL) give_up("time");
    } while (next_inputs());
    print_traces();
    puts("complete");
    return 0;
}
