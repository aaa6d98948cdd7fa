/*
 * <stdio.h>: the scanf family: %d %i %u %o %x %X %c %s %[ %n %p %% and the floating-point conversions, with widths, `*`
 * all lengths, and `m` for %c, %s and %[.
 *
 * Relies on: the number grammars of stdlib_number.c, run over the input with one character of look-ahead, which goes
 * back to the stream at the end; __vellum_parse_float.
 *
 * Does not do: positions (%1$d), wide characters (%ls, %lc are findings). A floating-point number is at most 1023
 * characters long.
 */
#include "vellum.h"

/* ---- Where the text comes from ---- */

struct source {
    FILE *file;           /* or null, for a string */
    const char *text;     /* the rest of the string */
    int ahead;            /* the character that `peek` saw in the file */
    int has_ahead;
    int consumed;
};

/* The next character, or EOF; it stays the next one. */
static int peek(struct source *source)
{
    if (!source->file)
        return *source->text == '\0' ? EOF : (unsigned char)*source->text;
    if (!source->has_ahead) {
        source->ahead = fgetc(source->file);
        source->has_ahead = 1;
    }
    return source->ahead;
}

/* Goes past what `peek` saw, which was not EOF. */
static void advance(struct source *source)
{
    source->consumed++;
    if (source->file)
        source->has_ahead = 0;
    else
        source->text++;
}

static void give_back(struct source *source)
{
    if (source->has_ahead && source->ahead != EOF)
        ungetc(source->ahead, source->file);
}

static void skip_space(struct source *source)
{
    while (isspace(peek(source)))
        advance(source);
}

/* ---- Conversions as they are written ---- */

enum length { INT, CHAR, SHORT, LONG, LONG_LONG, SIZE, LONG_DOUBLE };

struct conversion {
    int suppressed;   /* `*`: nothing is stored */
    size_t width;     /* the most characters; 0 if not given */
    int allocated;    /* `m`: the text is stored in a block from malloc */
    enum length length;
    char letter;
};

static enum length read_length(const char **format)
{
    char letter = **format;
    switch (letter) {
    case 'h':
    case 'l':
        ++*format;
        if (**format == letter) {
            ++*format;
            return letter == 'h' ? CHAR : LONG_LONG;
        }
        return letter == 'h' ? SHORT : LONG;
    case 'q':
    case 'j':
        ++*format;
        return LONG_LONG;
    case 'z':
    case 't':
        ++*format;
        return SIZE;
    case 'L':
        ++*format;
        return LONG_DOUBLE;
    default:
        return INT;
    }
}

/* Reads what follows a `%`. */
static struct conversion read_conversion(const char **format)
{
    struct conversion conversion = {0};
    if (**format == '*') {
        conversion.suppressed = 1;
        ++*format;
    }
    for (; **format >= '0' && **format <= '9'; ++*format)
        conversion.width = conversion.width * 10 + (size_t)(**format - '0');
    if (**format == 'm') {
        conversion.allocated = 1;
        ++*format;
    }
    conversion.length = read_length(format);
    conversion.letter = **format;
    if (conversion.letter != '\0')
        ++*format;
    return conversion;
}

/* The characters that %[ takes. Reads `format` from behind the bracket to behind the closing one. */
static void read_set(const char **format, unsigned char *member)
{
    const char *at = *format;
    unsigned char wanted = 1;
    if (*at == '^') {
        wanted = 0;
        at++;
    }
    memset(member, !wanted, 256);
    const char *first = at;
    for (; *at != ']' || at == first; at++) {
        if (*at == '\0')
            __vellum_fail("scanf: the format has a %[ without its ]");
        unsigned low = (unsigned char)*at;
        unsigned high = low;
        if (at[1] == '-' && at[2] != ']' && at[2] != '\0') {
            at += 2;
            high = (unsigned char)*at;
        }
        for (unsigned c = low; c <= high; c++)
            member[c] = wanted;
    }
    *format = at + 1;
}

/* ---- Conversions as they are carried out ---- */

/* What a conversion may come to. */
enum result { MATCHED, MISMATCH, AT_END, NO_MEMORY };

enum { MOST_BLOCKS = 8 };

struct scan {
    struct source source;
    va_list arguments;
    int binary;    /* whether %i takes 0b, as C23 has it */
    int assigned;
    char **blocks[MOST_BLOCKS];  /* where the program has those of `m` so far */
    int block_count;
};

/* As glibc, without memory for one block the program gets none. */
static void free_blocks(struct scan *scan)
{
    for (int i = 0; i < scan->block_count; i++) {
        free(*scan->blocks[i]);
        *scan->blocks[i] = (char *)0;
    }
}

/* Where to store, or null if nothing is to be stored. */
static void *destination(struct scan *scan, const struct conversion *conversion)
{
    if (conversion->suppressed)
        return (void *)0;
    return __builtin_va_arg(scan->arguments, void *);
}

static size_t width_or(const struct conversion *conversion, size_t usual)
{
    return conversion->width ? conversion->width : usual;
}

static void store_integer(void *to, enum length length, unsigned long long value)
{
    switch (length) {
    case CHAR:
        *(unsigned char *)to = (unsigned char)value;
        break;
    case SHORT:
        *(unsigned short *)to = (unsigned short)value;
        break;
    case LONG:
        *(unsigned long *)to = (unsigned long)value;
        break;
    case LONG_LONG:
    case LONG_DOUBLE:
        *(unsigned long long *)to = value;
        break;
    case SIZE:
        *(size_t *)to = (size_t)value;
        break;
    default:
        *(unsigned *)to = (unsigned)value;
        break;
    }
}

/* As glibc, a number is read as a long or long long, and then cut to its destination. */
static unsigned long long integer_value(const struct __vellum_integer *number, enum length length, int is_signed)
{
    int wide = length == LONG_LONG || length == LONG_DOUBLE;
    unsigned long long max = wide ? ~0ull : ~0ul;
    if (is_signed)
        return (unsigned long long)__vellum_integer_signed(number, max >> 1);
    return __vellum_integer_unsigned(number, max);
}

static enum result scan_integer(struct scan *scan, const struct conversion *conversion, int base, int is_signed)
{
    struct source *source = &scan->source;
    struct __vellum_integer number = {.base = base, .binary = scan->binary};
    size_t left = width_or(conversion, ~(size_t)0);
    if (peek(source) == EOF)
        return AT_END;
    for (; left > 0; left--) {
        int character = peek(source);
        if (character == EOF || !__vellum_integer_push(&number, character))
            break;
        advance(source);
    }
    /* As glibc, a 0x without digits is 0. */
    if (!number.digits)
        return MISMATCH;
    void *to = destination(scan, conversion);
    if (to) {
        store_integer(to, conversion->length, integer_value(&number, conversion->length, is_signed));
        scan->assigned++;
    }
    return MATCHED;
}

static enum result scan_pointer(struct scan *scan, const struct conversion *conversion)
{
    struct conversion as_integer = *conversion;
    as_integer.length = SIZE;
    return scan_integer(scan, &as_integer, 16, 0);
}

static void store_float(void *to, enum length length, const char *text, size_t text_length)
{
    switch (length) {
    case LONG:
        *(double *)to = (double)__vellum_parse_float(text, text_length, __VELLUM_DOUBLE);
        break;
    case LONG_DOUBLE:
        *(long double *)to = __vellum_parse_float(text, text_length, __VELLUM_LONG_DOUBLE_KIND);
        break;
    default:
        *(float *)to = (float)__vellum_parse_float(text, text_length, __VELLUM_FLOAT);
        break;
    }
}

/*
 * As glibc, nan(...) is not taken: it ends at the parenthesis; nor is the x of 0x, where the width has no room for more.
 */
static int continues_float(struct __vellum_float *number, int character, size_t limit)
{
    if (character == EOF || character == '(')
        return 0;
    if (number->length + 1 == limit && (character | 32) == 'x')
        return 0;
    return __vellum_float_push(number, character);
}

static enum result scan_float(struct scan *scan, const struct conversion *conversion)
{
    struct source *source = &scan->source;
    struct __vellum_float number = {0};
    char text[1024];
    size_t limit = width_or(conversion, sizeof text);
    if (limit > sizeof text)
        limit = sizeof text;
    if (peek(source) == EOF)
        return AT_END;
    while (number.length < limit) {
        int character = peek(source);
        if (!continues_float(&number, character, limit))
            break;
        text[number.length - 1] = (char)character;
        advance(source);
    }
    /*
     * What was read cannot be given back, so it must be a number as a whole; but as glibc, 1e and 1e+ are taken as 1,
     * and 0x. as 0.
     */
    if (number.accepted == 0 || (number.accepted != number.length && !number.open_end))
        return MISMATCH;
    void *to = destination(scan, conversion);
    if (to) {
        store_float(to, conversion->length, text, number.accepted);
        scan->assigned++;
    }
    return MATCHED;
}

/* Where %c, %s and %[ store: in the program's room, in a block of our own that grows, or nowhere. */
struct text {
    char *to;         /* or null */
    char **block;     /* where the program wants the block, or null */
    size_t length;
    size_t room;      /* of the block */
};

static struct text text_destination(struct scan *scan, const struct conversion *conversion)
{
    struct text text = {0};
    void *to = destination(scan, conversion);
    if (conversion->allocated)
        text.block = to;
    else
        text.to = to;
    return text;
}

/* Returns whether there was memory for it. */
static int put(struct text *text, int character)
{
    if (text->block && text->length == text->room) {
        size_t room = text->room * 2 + 16;
        char *larger = realloc(text->to, room);
        if (!larger)
            return 0;
        text->to = larger;
        text->room = room;
    }
    if (text->to)
        text->to[text->length] = (char)character;
    text->length++;
    return 1;
}

/* Gives the block to the program, in its size. */
static enum result finish(struct scan *scan, struct text *text)
{
    if (text->block) {
        char *exact = realloc(text->to, text->length);
        *text->block = exact ? exact : text->to;
        if (scan->block_count == MOST_BLOCKS)
            __vellum_unsupported("a scanf that allocates more than 8 texts");
        scan->blocks[scan->block_count++] = text->block;
    }
    scan->assigned += text->to != (char *)0;
    return MATCHED;
}

static enum result fail(struct text *text)
{
    free(text->to);
    *text->block = (char *)0;
    return NO_MEMORY;
}

/* %c: `width` characters of any kind, or as glibc, fewer if the input ends; no terminator. */
static enum result scan_characters(struct scan *scan, const struct conversion *conversion)
{
    struct source *source = &scan->source;
    size_t count = width_or(conversion, 1);
    if (peek(source) == EOF)
        return AT_END;
    struct text text = text_destination(scan, conversion);
    for (size_t i = 0; i < count; i++) {
        int character = peek(source);
        if (character == EOF)
            break;
        if (!put(&text, character))
            return fail(&text);
        advance(source);
    }
    return finish(scan, &text);
}

/* Whether the set has the character; no set stands for all but white space. */
static int takes(const unsigned char *member, int character)
{
    if (character == EOF)
        return 0;
    return member ? member[character] : !isspace(character);
}

/* %s and %[: as long as the characters are members of the set. */
static enum result scan_members(struct scan *scan, const struct conversion *conversion, const unsigned char *member)
{
    struct source *source = &scan->source;
    size_t limit = width_or(conversion, ~(size_t)0);
    int character = peek(source);
    if (!takes(member, character))
        return character == EOF ? AT_END : MISMATCH;
    struct text text = text_destination(scan, conversion);
    while (takes(member, character)) {
        if (!put(&text, character))
            return fail(&text);
        advance(source);
        if (text.length == limit)
            break;
        character = peek(source);
    }
    if (!put(&text, '\0'))
        return fail(&text);
    return finish(scan, &text);
}

static enum result scan_set(struct scan *scan, const struct conversion *conversion, const char **format)
{
    unsigned char member[256];
    read_set(format, member);
    return scan_members(scan, conversion, member);
}

static enum result scan_literal(struct scan *scan, char expected)
{
    int character = peek(&scan->source);
    if (character == EOF)
        return AT_END;
    if (character != (unsigned char)expected)
        return MISMATCH;
    advance(&scan->source);
    return MATCHED;
}

static enum result scan_count(struct scan *scan, const struct conversion *conversion)
{
    void *to = destination(scan, conversion);
    if (to)
        store_integer(to, conversion->length, (unsigned)scan->source.consumed);
    return MATCHED;
}

static enum result scan_conversion(struct scan *scan, const char **format)
{
    struct conversion conversion = read_conversion(format);
    char letter = conversion.letter;
    if (letter != 'c' && letter != '[' && letter != 'n')
        skip_space(&scan->source);
    if (conversion.length == LONG && (letter == 'c' || letter == 's' || letter == '['))
        __vellum_fail("scanf: wide characters are not supported");
    switch (letter) {
    case '%':
        return scan_literal(scan, '%');
    case 'd':
        return scan_integer(scan, &conversion, 10, 1);
    case 'i':
        return scan_integer(scan, &conversion, 0, 1);
    case 'u':
        return scan_integer(scan, &conversion, 10, 0);
    case 'o':
        return scan_integer(scan, &conversion, 8, 0);
    case 'x':
    case 'X':
        return scan_integer(scan, &conversion, 16, 0);
    case 'p':
        return scan_pointer(scan, &conversion);
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return scan_float(scan, &conversion);
    case 'c':
        return scan_characters(scan, &conversion);
    case 's':
        return scan_members(scan, &conversion, (const unsigned char *)0);
    case '[':
        return scan_set(scan, &conversion, format);
    case 'n':
        return scan_count(scan, &conversion);
    default:
        __vellum_fail("scanf: the format has a conversion that does not exist");
    }
}

static enum result scan_directive(struct scan *scan, const char **format)
{
    char character = *(*format)++;
    if (character == '%')
        return scan_conversion(scan, format);
    if (isspace((unsigned char)character)) {
        skip_space(&scan->source);
        return MATCHED;
    }
    return scan_literal(scan, character);
}

/*
 * The result of a scanf: how many were stored, or EOF if the input ended before the first of them. As with glibc, and
 * unlike with printf, the list of the caller stays where it is.
 */
static int scan_all(struct source source, int binary, const char *format, va_list arguments)
{
    struct scan scan = {.source = source, .binary = binary};
    enum result result = MATCHED;
    if (!format)
        __vellum_fail("scanf: the format is a null pointer");
    __builtin_va_copy(scan.arguments, arguments);
    while (*format != '\0' && result == MATCHED)
        result = scan_directive(&scan, &format);
    __builtin_va_end(scan.arguments);
    give_back(&scan.source);
    if (result == NO_MEMORY) {
        free_blocks(&scan);
        return EOF;
    }
    return result == AT_END && scan.assigned == 0 ? EOF : scan.assigned;
}

static int scan_file(FILE *file, int binary, const char *format, va_list arguments)
{
    struct source source = {.file = file};
    return scan_all(source, binary, format, arguments);
}

static int scan_text(const char *text, int binary, const char *format, va_list arguments)
{
    struct source source = {.text = text};
    return scan_all(source, binary, format, arguments);
}

/* ---- The family ---- */

int vfscanf(FILE *file, const char *format, va_list arguments)
{
    return scan_file(file, 0, format, arguments);
}

int vscanf(const char *format, va_list arguments)
{
    return scan_file(stdin, 0, format, arguments);
}

int vsscanf(const char *text, const char *format, va_list arguments)
{
    return scan_text(text, 0, format, arguments);
}

int fscanf(FILE *file, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vfscanf(file, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int scanf(const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vscanf(format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int sscanf(const char *text, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vsscanf(text, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

/* What glibc's headers make of the names: since C99 (where %a is no longer GNU's allocation), and since C23. */

int __isoc99_vfscanf(FILE *file, const char *format, va_list arguments)
{
    return scan_file(file, 0, format, arguments);
}

int __isoc99_vscanf(const char *format, va_list arguments)
{
    return scan_file(stdin, 0, format, arguments);
}

int __isoc99_vsscanf(const char *text, const char *format, va_list arguments)
{
    return scan_text(text, 0, format, arguments);
}

int __isoc99_fscanf(FILE *file, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __isoc99_vfscanf(file, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __isoc99_scanf(const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __isoc99_vscanf(format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __isoc99_sscanf(const char *text, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __isoc99_vsscanf(text, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __isoc23_vfscanf(FILE *file, const char *format, va_list arguments)
{
    return scan_file(file, 1, format, arguments);
}

int __isoc23_vscanf(const char *format, va_list arguments)
{
    return scan_file(stdin, 1, format, arguments);
}

int __isoc23_vsscanf(const char *text, const char *format, va_list arguments)
{
    return scan_text(text, 1, format, arguments);
}

int __isoc23_fscanf(FILE *file, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __isoc23_vfscanf(file, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __isoc23_scanf(const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __isoc23_vscanf(format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __isoc23_sscanf(const char *text, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __isoc23_vsscanf(text, format, arguments);
    __builtin_va_end(arguments);
    return result;
}
