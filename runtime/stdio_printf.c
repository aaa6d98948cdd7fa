/*
 * <stdio.h>: the printf family: all conversions, flags, lengths, `*`, `%1$d`, and of glibc's own: %m, a null %s.
 *
 * Text goes out in pieces: a run of plain characters, a number, some padding. Whatever a number's value is, formatting it takes the same
 * path: its digits are made at fixed places with zeros in front, and how many of them count is a sum. So printing a
 * symbolic number does not fork; only the lengths of the pieces become symbolic.
 *
 * Relies on: __vellum_format_float for floating-point numbers; the engine's memcpy for output to memory.
 *
 * Does not do: grouping (the flag ' has no effect in the C locale), %C and %S with characters outside ASCII, %b. A
 * conversion that the standard does not have is a finding.
 */
#include "vellum.h"

/* ---- Where the text goes ------------------------------------------------------------------------------------------- */

struct sink {
    int descriptor;            /* 1 or 2; or -1 for memory */
    char *to;
    size_t room;               /* in memory, without the terminator */
    unsigned long long total;  /* what was printed, with what did not fit */
};

static void put(struct sink *sink, const char *piece, size_t length)
{
    if (sink->descriptor >= 0) {
        __vellum_write(sink->descriptor, piece, length);
    } else if (sink->total < sink->room) {
        size_t at = (size_t)sink->total;
        size_t left = sink->room - at;
        memcpy(sink->to + at, piece, length < left ? length : left);
    }
    sink->total += length;
}

static void put_repeated(struct sink *sink, const char *sixteen, size_t count)
{
    for (; count > 16; count -= 16)
        put(sink, sixteen, 16);
    put(sink, sixteen, count);
}

static void put_spaces(struct sink *sink, size_t count)
{
    put_repeated(sink, "                ", count);
}

/* a - b, or 0 if that is negative; without a branch. */
static size_t excess(size_t a, size_t b)
{
    return (a - b) * (size_t)(a > b);
}

/* ---- Conversions as they are written ------------------------------------------------------------------------------- */

enum length { INT, CHAR, SHORT, LONG, LONG_LONG, SIZE, PTRDIFF, LONG_DOUBLE };

/* A number in a conversion: given, or in an argument, whose position is given or is the next one. */
enum { ABSENT, GIVEN, NEXT, POSITION };

struct number {
    int how;
    int value;  /* the number or the position */
};

struct conversion {
    int flags;
    struct number width;
    struct number precision;
    enum length length;
    char letter;
    int position;  /* of the argument, from 1; 0 for the next one */
};

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads digits, if any. What is too large stays too large to be printed. */
static int read_digits(const char **format)
{
    int value = 0;
    for (; is_digit(**format); ++*format) {
        int digit = **format - '0';
        value = value > (INT_MAX - digit) / 10 ? INT_MAX : value * 10 + digit;
    }
    return value;
}

/* Reads `12$` and returns 12, or reads nothing and returns 0. */
static int read_position(const char **format)
{
    const char *at = *format;
    int position = read_digits(&at);
    if (position == 0 || *at != '$')
        return 0;
    *format = at + 1;
    return position;
}

static struct number read_number(const char **format)
{
    struct number number = {GIVEN, 0};
    if (**format != '*') {
        number.value = read_digits(format);
        return number;
    }
    ++*format;
    number.value = read_position(format);
    number.how = number.value ? POSITION : NEXT;
    return number;
}

static int flag_of(char c)
{
    switch (c) {
    case '-':
        return __VELLUM_LEFT;
    case '+':
        return __VELLUM_PLUS;
    case ' ':
        return __VELLUM_SPACE;
    case '#':
        return __VELLUM_ALTERNATE;
    case '0':
        return __VELLUM_ZERO;
    default:
        return 0;
    }
}

static int read_flags(const char **format)
{
    int flags = 0;
    for (; **format == '\'' || flag_of(**format); ++*format)
        flags |= flag_of(**format);
    return flags;
}

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
    case 'Z':
        ++*format;
        return SIZE;
    case 't':
        ++*format;
        return PTRDIFF;
    case 'L':
        ++*format;
        return LONG_DOUBLE;
    default:
        return INT;
    }
}

/* How many characters come before the next conversion or the end. */
static size_t plain_length(const char *format)
{
    size_t length = 0;
    while (format[length] != '\0' && format[length] != '%')
        length++;
    return length;
}

/* Reads what follows a `%`. */
static struct conversion read_conversion(const char **format)
{
    struct conversion conversion = {0};
    conversion.position = read_position(format);
    conversion.flags = read_flags(format);
    if (**format == '*' || is_digit(**format))
        conversion.width = read_number(format);
    if (**format == '.') {
        ++*format;
        conversion.precision = read_number(format);
    }
    conversion.length = read_length(format);
    conversion.letter = **format;
    if (conversion.letter != '\0')
        ++*format;
    return conversion;
}

/* ---- Arguments ----------------------------------------------------------------------------------------------------- */

enum kind { NONE, INT_KIND, LONG_KIND, LONG_LONG_KIND, POINTER_KIND, DOUBLE_KIND, LONG_DOUBLE_KIND };

union value {
    unsigned long long integer;
    void *pointer;
    long double real;
};

/* The most that positions can count to. */
enum { MOST_POSITIONS = 64 };

struct arguments {
    va_list list;
    int positional;                     /* whether they were taken into the table */
    union value table[MOST_POSITIONS];
};

static enum kind integer_kind(enum length length)
{
    switch (length) {
    case LONG:
        return LONG_KIND;
    case LONG_LONG:
    case LONG_DOUBLE:
        return LONG_LONG_KIND;
    case SIZE:
    case PTRDIFF:
        return sizeof(size_t) == sizeof(int) ? INT_KIND : LONG_KIND;
    default:
        return INT_KIND;
    }
}

static enum kind kind_of(const struct conversion *conversion)
{
    switch (conversion->letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        return integer_kind(conversion->length);
    case 'c':
    case 'C':
        return INT_KIND;
    case 's':
    case 'S':
    case 'p':
    case 'n':
        return POINTER_KIND;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return conversion->length == LONG_DOUBLE ? LONG_DOUBLE_KIND : DOUBLE_KIND;
    default:
        return NONE;
    }
}

/* Integers are taken as unsigned, whatever they were: the conversion knows how to see them. */
static union value next_value(struct arguments *arguments, enum kind kind)
{
    union value value = {0};
    switch (kind) {
    case NONE:
        break;
    case INT_KIND:
        value.integer = __builtin_va_arg(arguments->list, unsigned);
        break;
    case LONG_KIND:
        value.integer = __builtin_va_arg(arguments->list, unsigned long);
        break;
    case LONG_LONG_KIND:
        value.integer = __builtin_va_arg(arguments->list, unsigned long long);
        break;
    case POINTER_KIND:
        value.pointer = __builtin_va_arg(arguments->list, void *);
        break;
    case DOUBLE_KIND:
        value.real = __builtin_va_arg(arguments->list, double);
        break;
    case LONG_DOUBLE_KIND:
        value.real = __builtin_va_arg(arguments->list, long double);
        break;
    }
    return value;
}

static union value argument(struct arguments *arguments, int position, enum kind kind)
{
    if (arguments->positional != (position != 0) && kind != NONE)
        __vellum_fail("printf: only some of the conversions give positions");
    if (position != 0)
        return arguments->table[position - 1];
    return next_value(arguments, kind);
}

static int argument_int(struct arguments *arguments, const struct number *number)
{
    int position = number->how == POSITION ? number->value : 0;
    return (int)(unsigned)argument(arguments, position, INT_KIND).integer;
}

static void note_kind(enum kind *kinds, int position, enum kind kind)
{
    if (position > MOST_POSITIONS)
        __vellum_fail("printf: the position of an argument is larger than 64");
    if (position > 0)
        kinds[position - 1] = kind;
}

/* The next conversion, if there is one: moves behind its `%`. */
static int find_conversion(const char **format)
{
    *format += plain_length(*format);
    if (**format == '\0')
        return 0;
    ++*format;
    return 1;
}

/* The first conversion that takes an argument tells. */
static int gives_positions(const char *format)
{
    while (find_conversion(&format)) {
        struct conversion conversion = read_conversion(&format);
        if (kind_of(&conversion) != NONE)
            return conversion.position != 0;
    }
    return 0;
}

/* Takes all arguments in order, each by the kind that the format has for it. */
static void take_positional(struct arguments *arguments, const char *format)
{
    enum kind kinds[MOST_POSITIONS] = {NONE};
    while (find_conversion(&format)) {
        struct conversion conversion = read_conversion(&format);
        note_kind(kinds, conversion.position, kind_of(&conversion));
        if (conversion.width.how == POSITION)
            note_kind(kinds, conversion.width.value, INT_KIND);
        if (conversion.precision.how == POSITION)
            note_kind(kinds, conversion.precision.value, INT_KIND);
    }
    for (int i = 0; i < MOST_POSITIONS && kinds[i] != NONE; i++)
        arguments->table[i] = next_value(arguments, kinds[i]);
}

/* ---- Conversions as they are carried out --------------------------------------------------------------------------- */

/* A conversion with its numbers known. */
struct layout {
    int flags;
    size_t width;
    int precision;  /* -1: none */
};

static int has(const struct layout *layout, int flag)
{
    return (layout->flags & flag) != 0;
}

static struct layout resolve(struct arguments *arguments, const struct conversion *conversion)
{
    struct layout layout = {conversion->flags, 0, -1};
    long long width = conversion->width.value;
    if (conversion->width.how >= NEXT)
        width = argument_int(arguments, &conversion->width);
    if (width < 0) {
        layout.flags |= __VELLUM_LEFT;
        width = -width;
    }
    layout.width = (size_t)width;
    if (conversion->precision.how == GIVEN)
        layout.precision = conversion->precision.value;
    else if (conversion->precision.how >= NEXT)
        layout.precision = argument_int(arguments, &conversion->precision);
    if (layout.precision < 0)
        layout.precision = -1;
    return layout;
}

static void put_left_padding(struct sink *sink, const struct layout *layout, size_t length)
{
    if (layout->width > 0 && !has(layout, __VELLUM_LEFT))
        put_spaces(sink, excess(layout->width, length));
}

static void put_right_padding(struct sink *sink, const struct layout *layout, size_t length)
{
    if (layout->width > 0 && has(layout, __VELLUM_LEFT))
        put_spaces(sink, excess(layout->width, length));
}

static void put_padded(struct sink *sink, const struct layout *layout, const char *text, size_t length)
{
    put_left_padding(sink, layout, length);
    put(sink, text, length);
    put_right_padding(sink, layout, length);
}

/* More than the 22 digits of 2^64 - 1 in octal, and one more for the 0 of %#o. */
enum { MOST_DIGITS = 24 };

/* Fills all of `text` with the digits of the value, zeros in front, and returns how many digits there are before the zeros; 0 has none. */
static size_t make_digits(char *text, unsigned long long value, unsigned base, int upper_case)
{
    size_t count = 0;
    int letters = (upper_case ? 'A' : 'a') - '0' - 10;
    for (int i = MOST_DIGITS - 1; i >= 0; i--) {
        int digit = (int)(value % base);
        text[i] = (char)('0' + digit + (digit > 9) * letters);
        count += value != 0;
        value /= base;
    }
    return count;
}

/* [spaces] prefix [zeros] digits [spaces]. `prefix_length` of `prefix` is used. */
static void put_number(struct sink *sink, const struct layout *layout, const char *prefix, size_t prefix_length,
                       unsigned long long value, unsigned base, int upper_case)
{
    char digits[MOST_DIGITS];
    size_t count = make_digits(digits, value, base, upper_case);
    size_t least = layout->precision < 0 ? 1 : (size_t)layout->precision;
    if (has(layout, __VELLUM_ZERO) && !has(layout, __VELLUM_LEFT) && layout->precision < 0) {
        size_t filled = excess(layout->width, prefix_length);
        least = filled + excess(least, filled);
    }
    if (base == 8 && has(layout, __VELLUM_ALTERNATE))
        least += excess(count + 1, least);
    /* The zeros in front of the digits serve as far as they go. */
    size_t zeros = excess(least, MOST_DIGITS);
    size_t shown = count + excess(least - zeros, count);
    size_t length = prefix_length + zeros + shown;
    put_left_padding(sink, layout, length);
    put(sink, prefix, prefix_length);
    put_repeated(sink, "0000000000000000", zeros);
    put(sink, digits + MOST_DIGITS - shown, shown);
    put_right_padding(sink, layout, length);
}

static long long as_signed(unsigned long long value, enum length length)
{
    switch (length) {
    case CHAR:
        return (signed char)value;
    case SHORT:
        return (short)value;
    case INT:
        return (int)(unsigned)value;
    case LONG:
        return (long)value;
    case SIZE:
    case PTRDIFF:
        return (ptrdiff_t)value;
    default:
        return (long long)value;
    }
}

static unsigned long long as_unsigned(unsigned long long value, enum length length)
{
    switch (length) {
    case CHAR:
        return (unsigned char)value;
    case SHORT:
        return (unsigned short)value;
    case INT:
        return (unsigned)value;
    case LONG:
        return (unsigned long)value;
    case SIZE:
    case PTRDIFF:
        return (size_t)value;
    default:
        return value;
    }
}

static void put_signed(struct sink *sink, const struct layout *layout, long long value)
{
    unsigned negative = value < 0;
    unsigned long long bits = (unsigned long long)value;
    unsigned long long magnitude = (bits ^ (0ull - negative)) + negative;
    int shows_plus = has(layout, __VELLUM_PLUS) | has(layout, __VELLUM_SPACE);
    const char *signs = has(layout, __VELLUM_PLUS) ? "+-" : " -";
    put_number(sink, layout, signs + negative, negative | (unsigned)shows_plus, magnitude, 10, 0);
}

static void put_unsigned(struct sink *sink, const struct layout *layout, unsigned long long value, char letter)
{
    if (letter == 'u') {
        put_number(sink, layout, "", 0, value, 10, 0);
    } else if (letter == 'o') {
        put_number(sink, layout, "", 0, value, 8, 0);
    } else {
        int upper_case = letter == 'X';
        size_t prefix_length = has(layout, __VELLUM_ALTERNATE) ? (value != 0) * (size_t)2 : 0;
        put_number(sink, layout, upper_case ? "0X" : "0x", prefix_length, value, 16, upper_case);
    }
}

static void put_pointer(struct sink *sink, const struct layout *layout, const void *pointer)
{
    if (pointer) {
        struct layout hexadecimal = *layout;
        hexadecimal.flags |= __VELLUM_ALTERNATE;
        put_unsigned(sink, &hexadecimal, (uintptr_t)pointer, 'x');
    } else {
        put_padded(sink, layout, "(nil)", 5);
    }
}

static void put_string(struct sink *sink, const struct layout *layout, const char *text)
{
    size_t limit = layout->precision < 0 ? ~(size_t)0 : (size_t)layout->precision;
    /* glibc shows this whole or not at all. */
    if (!text)
        text = limit < 6 ? "" : "(null)";
    put_padded(sink, layout, text, strnlen(text, limit));
}

/* In the C locale a wide character is ASCII or cannot be printed. Returns whether it could. */
static int put_wide_string(struct sink *sink, const struct layout *layout, const wchar_t *text)
{
    if (!text) {
        put_string(sink, layout, (const char *)0);
        return 1;
    }
    size_t limit = layout->precision < 0 ? ~(size_t)0 : (size_t)layout->precision;
    size_t length = 0;
    for (; length < limit && text[length] != 0; length++) {
        if (text[length] < 0 || text[length] > 127)
            return 0;
    }
    put_left_padding(sink, layout, length);
    for (size_t i = 0; i < length; i++) {
        char narrow = (char)text[i];
        put(sink, &narrow, 1);
    }
    put_right_padding(sink, layout, length);
    return 1;
}

static int put_character(struct sink *sink, const struct layout *layout, int character, int wide)
{
    char narrow = (char)character;
    if (wide && (character < 0 || character > 127))
        return 0;
    put_padded(sink, layout, &narrow, 1);
    return 1;
}

static void put_float(struct sink *sink, const struct layout *layout, char letter, long double value)
{
    char usual[64];
    int width = (int)layout->width;
    size_t length = __vellum_format_float(usual, sizeof usual, letter, layout->flags, width, layout->precision, value);
    if (length <= sizeof usual) {
        put(sink, usual, length);
    } else {
        char large[length];
        __vellum_format_float(large, length, letter, layout->flags, width, layout->precision, value);
        put(sink, large, length);
    }
}

static void store_total(const struct sink *sink, void *to, enum length length)
{
    unsigned long long total = sink->total;
    switch (length) {
    case CHAR:
        *(signed char *)to = (signed char)total;
        break;
    case SHORT:
        *(short *)to = (short)total;
        break;
    case LONG:
        *(long *)to = (long)total;
        break;
    case LONG_LONG:
        *(long long *)to = (long long)total;
        break;
    case SIZE:
    case PTRDIFF:
        *(size_t *)to = (size_t)total;
        break;
    default:
        *(int *)to = (int)total;
        break;
    }
}

/* Returns whether it could be done; what is not a conversion is a finding. */
static int put_conversion(struct sink *sink, struct arguments *arguments, const struct conversion *conversion)
{
    struct layout layout = resolve(arguments, conversion);
    union value value = argument(arguments, conversion->position, kind_of(conversion));
    char letter = conversion->letter;
    int wide = conversion->length == LONG;
    switch (letter) {
    case '%':
        put(sink, "%", 1);
        return 1;
    case 'd':
    case 'i':
        put_signed(sink, &layout, as_signed(value.integer, conversion->length));
        return 1;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        put_unsigned(sink, &layout, as_unsigned(value.integer, conversion->length), letter);
        return 1;
    case 'c':
    case 'C':
        return put_character(sink, &layout, (int)(unsigned)value.integer, wide || letter == 'C');
    case 's':
    case 'S':
        if (wide || letter == 'S')
            return put_wide_string(sink, &layout, value.pointer);
        put_string(sink, &layout, value.pointer);
        return 1;
    case 'm':
        put_string(sink, &layout, strerror(*__errno_location()));
        return 1;
    case 'p':
        put_pointer(sink, &layout, value.pointer);
        return 1;
    case 'n':
        store_total(sink, value.pointer, conversion->length);
        return 1;
    default:
        if (kind_of(conversion) == NONE)
            __vellum_fail("printf: the format has a conversion that does not exist");
        if (conversion->length == LONG_DOUBLE)
            layout.flags |= __VELLUM_LONG_DOUBLE;
        put_float(sink, &layout, letter, value.real);
        return 1;
    }
}

/* The result of a printf: how many characters there are, or -1. */
static int print(struct sink *sink, const char *format, va_list list)
{
    struct arguments arguments;
    if (!format)
        __vellum_fail("printf: the format is a null pointer");
    __builtin_va_copy(arguments.list, list);
    arguments.positional = gives_positions(format);
    if (arguments.positional)
        take_positional(&arguments, format);
    int done = 1;
    while (*format != '\0' && done) {
        size_t plain = plain_length(format);
        put(sink, format, plain);
        format += plain;
        if (*format == '%') {
            format++;
            struct conversion conversion = read_conversion(&format);
            done = put_conversion(sink, &arguments, &conversion);
        }
    }
    __builtin_va_end(arguments.list);
    if (done && sink->total <= INT_MAX)
        return (int)sink->total;
    *__errno_location() = done ? EOVERFLOW : EILSEQ;
    return -1;
}

/* ---- The family: to a stream --------------------------------------------------------------------------------------- */

int vdprintf(int fd, const char *format, va_list arguments)
{
    if (fd != 1 && fd != 2) {
        *__errno_location() = EBADF;
        return -1;
    }
    struct sink sink = {.descriptor = fd};
    return print(&sink, format, arguments);
}

int vfprintf(FILE *file, const char *format, va_list arguments)
{
    return vdprintf(file->descriptor, format, arguments);
}

int vprintf(const char *format, va_list arguments)
{
    return vfprintf(stdout, format, arguments);
}

int dprintf(int fd, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vdprintf(fd, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int fprintf(FILE *file, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vfprintf(file, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int printf(const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vfprintf(stdout, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

/* ---- The family: to memory ----------------------------------------------------------------------------------------- */

static int print_to_memory(char *to, size_t room, const char *format, va_list arguments)
{
    struct sink sink = {.descriptor = -1, .to = to, .room = room};
    int result = print(&sink, format, arguments);
    to[sink.total < room ? (size_t)sink.total : room] = '\0';
    return result;
}

int vsnprintf(char *to, size_t size, const char *format, va_list arguments)
{
    if (size > 0)
        return print_to_memory(to, size - 1, format, arguments);
    struct sink nowhere = {.descriptor = -1};
    return print(&nowhere, format, arguments);
}

int vsprintf(char *to, const char *format, va_list arguments)
{
    return print_to_memory(to, ~(size_t)0, format, arguments);
}

/* Measures, allocates, prints. */
int vasprintf(char **to, const char *format, va_list arguments)
{
    int length = vsnprintf((char *)0, 0, format, arguments);
    if (length < 0)
        return -1;
    *to = malloc((size_t)length + 1);
    if (!*to)
        return -1;
    return vsprintf(*to, format, arguments);
}

int snprintf(char *to, size_t size, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vsnprintf(to, size, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int sprintf(char *to, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vsprintf(to, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int asprintf(char **to, const char *format, ...)
{
    va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vasprintf(to, format, arguments);
    __builtin_va_end(arguments);
    return result;
}
