/*
 * <stdio.h>: the printf family: all conversions, flags, lengths, `*`, `%1$d`, C23's %b; as glibc, %m and a null %s.
 *
 * Text goes out in pieces: a run of plain characters, a number, some padding. Whatever a number's value is, formatting
 * it takes the same path: its digits are made at fixed places with zeros in front, and how many of them count is a sum.
 * So printing a symbolic number does not fork; only the lengths of the pieces become symbolic.
 *
 * Relies on: __vellum_format_float for floating-point numbers; the engine's memcpy for output to memory.
 *
 * Does not do: grouping (the flag ' has no effect in the C locale), %C and %S with characters outside ASCII. A
 * conversion that does not exist is a finding.
 */
#include "vellum.h"

/* ---- Where the text goes ---- */

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

/* ---- Conversions as they are written ---- */

enum length { INT, CHAR, SHORT, LONG, LONG_LONG, SIZE, PTRDIFF, LONG_DOUBLE };

/* Which argument a number comes from: none, the next one, or the one at a position, counted from 1. */
enum { NO_ARGUMENT = -1, NEXT_ARGUMENT = 0 };

struct conversion {
    int flags;
    int width;                /* 0: none */
    int precision;            /* -1: none */
    int width_argument;
    int precision_argument;
    int value_argument;
    enum length length;
    char letter;
};

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/*
 * Each of these reads a part of a conversion, if it is there, and returns where it ends. They take and return the place
 * in the format by value, so that it can stay in a register.
 */

/* What is too large stays too large to be printed. */
static const char *read_digits(const char *format, int *value)
{
    int sum = 0;
    for (; is_digit(*format); format++) {
        int digit = *format - '0';
        sum = sum > (INT_MAX - digit) / 10 ? INT_MAX : sum * 10 + digit;
    }
    *value = sum;
    return format;
}

/* A position, as in `1$`. Digits without the `$` are not read: they are a width. */
static const char *read_position(const char *format, int *position)
{
    const char *end = read_digits(format, position);
    if (*position > 0 && *end == '$')
        return end + 1;
    *position = NEXT_ARGUMENT;
    return format;
}

/* A width or a precision: digits, or `*` with or without a position. */
static const char *read_number(const char *format, int *value, int *argument)
{
    if (*format == '*')
        return read_position(format + 1, argument);
    return read_digits(format, value);
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

static const char *read_length(const char *format, enum length *length)
{
    int twice = format[0] != '\0' && format[0] == format[1];
    switch (*format) {
    case 'h':
        *length = twice ? CHAR : SHORT;
        return format + 1 + twice;
    case 'l':
        *length = twice ? LONG_LONG : LONG;
        return format + 1 + twice;
    case 'q':
    case 'j':
        *length = LONG_LONG;
        return format + 1;
    case 'z':
    case 'Z':
        *length = SIZE;
        return format + 1;
    case 't':
        *length = PTRDIFF;
        return format + 1;
    case 'L':
        *length = LONG_DOUBLE;
        return format + 1;
    default:
        *length = INT;
        return format;
    }
}

/* What follows a `%`. */
static const char *read_conversion(const char *format, struct conversion *to)
{
    int flags = 0;
    to->width = 0;
    to->precision = -1;
    to->width_argument = NO_ARGUMENT;
    to->precision_argument = NO_ARGUMENT;
    to->value_argument = NEXT_ARGUMENT;
    if (*format >= '1' && *format <= '9')
        format = read_position(format, &to->value_argument);
    for (; *format == '\'' || flag_of(*format); format++)
        flags |= flag_of(*format);
    to->flags = flags;
    if (*format == '*' || is_digit(*format))
        format = read_number(format, &to->width, &to->width_argument);
    if (*format == '.')
        format = read_number(format + 1, &to->precision, &to->precision_argument);
    format = read_length(format, &to->length);
    to->letter = *format;
    return *format == '\0' ? format : format + 1;
}

/* How many characters come before the next conversion or the end. */
static size_t plain_length(const char *format)
{
    size_t length = 0;
    while (format[length] != '\0' && format[length] != '%')
        length++;
    return length;
}

/* ---- Arguments ---- */

enum kind { NONE, INT_KIND, LONG_KIND, LONG_LONG_KIND, POINTER_KIND, DOUBLE_KIND, LONG_DOUBLE_KIND };

/* How arguments are found. The first conversion that takes one decides. */
enum order { UNDECIDED, IN_ORDER, BY_POSITION };

struct arguments {
    va_list list;        /* before the next argument */
    va_list first;       /* before the first, to find one by its position */
    const char *format;  /* from its beginning: it tells what the arguments before a position are */
    enum order order;
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
    case 'b':
    case 'B':
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

/* The kind that the format has for the argument at this position. */
static enum kind kind_at(const char *format, int position)
{
    struct conversion conversion;
    while (*(format += plain_length(format)) != '\0') {
        format = read_conversion(format + 1, &conversion);
        if (conversion.value_argument == position)
            return kind_of(&conversion);
        if (conversion.width_argument == position || conversion.precision_argument == position)
            return INT_KIND;
    }
    return NONE;
}

static void skip(struct arguments *arguments, enum kind kind)
{
    switch (kind) {
    case NONE:
        __vellum_fail("printf: the format leaves out the position of an argument");
    case INT_KIND:
        (void)__builtin_va_arg(arguments->list, unsigned);
        break;
    case LONG_KIND:
        (void)__builtin_va_arg(arguments->list, unsigned long);
        break;
    case LONG_LONG_KIND:
        (void)__builtin_va_arg(arguments->list, unsigned long long);
        break;
    case POINTER_KIND:
        (void)__builtin_va_arg(arguments->list, void *);
        break;
    case DOUBLE_KIND:
        (void)__builtin_va_arg(arguments->list, double);
        break;
    case LONG_DOUBLE_KIND:
        (void)__builtin_va_arg(arguments->list, long double);
        break;
    }
}

/* Makes the requested argument the next one. */
static void find(struct arguments *arguments, int argument)
{
    enum order order = argument == NEXT_ARGUMENT ? IN_ORDER : BY_POSITION;
    if (arguments->order != order) {
        if (arguments->order != UNDECIDED)
            __vellum_fail("printf: only some of the conversions give positions");
        arguments->order = order;
    }
    if (order == IN_ORDER)
        return;
    __builtin_va_end(arguments->list);
    __builtin_va_copy(arguments->list, arguments->first);
    for (int position = 1; position < argument; position++)
        skip(arguments, kind_at(arguments->format, position));
}

static int int_argument(struct arguments *arguments, int argument)
{
    find(arguments, argument);
    return __builtin_va_arg(arguments->list, int);
}

/* Taken as unsigned, whatever it was: the conversion knows how to see it. */
static unsigned long long integer_argument(struct arguments *arguments, const struct conversion *conversion)
{
    find(arguments, conversion->value_argument);
    switch (integer_kind(conversion->length)) {
    case LONG_KIND:
        return __builtin_va_arg(arguments->list, unsigned long);
    case LONG_LONG_KIND:
        return __builtin_va_arg(arguments->list, unsigned long long);
    default:
        return __builtin_va_arg(arguments->list, unsigned);
    }
}

static void *pointer_argument(struct arguments *arguments, const struct conversion *conversion)
{
    find(arguments, conversion->value_argument);
    return __builtin_va_arg(arguments->list, void *);
}

static long double real_argument(struct arguments *arguments, const struct conversion *conversion)
{
    find(arguments, conversion->value_argument);
    if (conversion->length == LONG_DOUBLE)
        return __builtin_va_arg(arguments->list, long double);
    return __builtin_va_arg(arguments->list, double);
}

/* Fills in the numbers that are arguments. */
static void resolve(struct arguments *arguments, struct conversion *conversion)
{
    if (conversion->width_argument != NO_ARGUMENT) {
        int width = int_argument(arguments, conversion->width_argument);
        /* The least int has no negation; as a width it is too large either way. */
        conversion->width = width >= 0 ? width : width < -INT_MAX ? INT_MAX : -width;
        if (width < 0)
            conversion->flags |= __VELLUM_LEFT;
    }
    if (conversion->precision_argument != NO_ARGUMENT) {
        int precision = int_argument(arguments, conversion->precision_argument);
        conversion->precision = precision < 0 ? -1 : precision;
    }
}

/* ---- Conversions as they are carried out ---- */

static void put_left_padding(struct sink *sink, const struct conversion *conversion, size_t length)
{
    if (!(conversion->flags & __VELLUM_LEFT))
        put_spaces(sink, excess((size_t)conversion->width, length));
}

static void put_right_padding(struct sink *sink, const struct conversion *conversion, size_t length)
{
    if (conversion->flags & __VELLUM_LEFT)
        put_spaces(sink, excess((size_t)conversion->width, length));
}

static void put_padded(struct sink *sink, const struct conversion *conversion, const char *text, size_t length)
{
    if (conversion->width == 0) {
        put(sink, text, length);
        return;
    }
    put_left_padding(sink, conversion, length);
    put(sink, text, length);
    put_right_padding(sink, conversion, length);
}

/* Digits for 64 bits in binary; and in octal, with one more for the 0 of %#o, for 64 and for 32 bits. */
enum { BINARY_DIGITS = 64, LONG_DIGITS = 23, INT_DIGITS = 12 };

static size_t places_for(const struct conversion *conversion, unsigned base)
{
    if (base == 2)
        return BINARY_DIGITS;
    return conversion->length <= SHORT ? INT_DIGITS : LONG_DIGITS;
}

/*
 * Fills text[0 .. places) with the digits of the value, zeros in front, and returns how many come after those zeros; 0
 * has none.
 */
static size_t make_digits(char *text, size_t places, unsigned long long value, unsigned base, int upper_case)
{
    size_t count = 0;
    unsigned letters = (upper_case ? 'A' : 'a') - (10u + '0');
    for (size_t i = places; i > 0; i--) {
        unsigned digit = (unsigned)(value % base);
        text[i - 1] = (char)('0' + digit + (digit > 9) * letters);
        count += value != 0;
        value /= base;
    }
    return count;
}

/* The least number of digits, which zeros make up for. */
static size_t least_digits(const struct conversion *conversion, size_t prefix_length)
{
    if (conversion->precision >= 0)
        return (size_t)conversion->precision;
    if ((conversion->flags & (__VELLUM_ZERO | __VELLUM_LEFT)) != __VELLUM_ZERO)
        return 1;
    size_t filled = excess((size_t)conversion->width, prefix_length);
    return filled + excess(1, filled);
}

/* [spaces] prefix [zeros] digits [spaces]. `prefix_length` of `prefix` is used. */
static void put_number(struct sink *sink, const struct conversion *conversion, const char *prefix, size_t prefix_length,
                       unsigned long long value, unsigned base)
{
    char digits[BINARY_DIGITS];
    size_t places = places_for(conversion, base);
    size_t count = make_digits(digits, places, value, base, conversion->letter == 'X');
    size_t least = least_digits(conversion, prefix_length);
    if (base == 8 && conversion->flags & __VELLUM_ALTERNATE)
        least += excess(count + 1, least);
    /* The zeros in front of the digits serve as far as they go. */
    size_t zeros = least > places ? least - places : 0;
    size_t shown = count + excess(least - zeros, count);
    size_t length = prefix_length + zeros + shown;
    if (conversion->width > 0)
        put_left_padding(sink, conversion, length);
    put(sink, prefix, prefix_length);
    if (least > places)
        put_repeated(sink, "0000000000000000", zeros);
    put(sink, digits + places - shown, shown);
    if (conversion->width > 0)
        put_right_padding(sink, conversion, length);
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

static void put_signed(struct sink *sink, const struct conversion *conversion, long long value)
{
    unsigned negative = value < 0;
    unsigned long long bits = (unsigned long long)value;
    unsigned long long magnitude = (bits ^ (0ull - negative)) + negative;
    unsigned shows_plus = (conversion->flags & (__VELLUM_PLUS | __VELLUM_SPACE)) != 0;
    const char *signs = conversion->flags & __VELLUM_PLUS ? "+-" : " -";
    put_number(sink, conversion, signs + negative, negative | shows_plus, magnitude, 10);
}

static void put_unsigned(struct sink *sink, const struct conversion *conversion, unsigned long long value)
{
    size_t prefix_length = conversion->flags & __VELLUM_ALTERNATE ? (value != 0) * (size_t)2 : 0;
    switch (conversion->letter) {
    case 'u':
        put_number(sink, conversion, "", 0, value, 10);
        break;
    case 'o':
        put_number(sink, conversion, "", 0, value, 8);
        break;
    case 'x':
        put_number(sink, conversion, "0x", prefix_length, value, 16);
        break;
    case 'X':
        put_number(sink, conversion, "0X", prefix_length, value, 16);
        break;
    case 'b':
        put_number(sink, conversion, "0b", prefix_length, value, 2);
        break;
    default:
        put_number(sink, conversion, "0B", prefix_length, value, 2);
        break;
    }
}

static void put_pointer(struct sink *sink, const struct conversion *conversion, const void *pointer)
{
    if (pointer) {
        struct conversion hexadecimal = *conversion;
        hexadecimal.flags |= __VELLUM_ALTERNATE;
        hexadecimal.length = SIZE;
        hexadecimal.letter = 'x';
        put_unsigned(sink, &hexadecimal, (uintptr_t)pointer);
    } else {
        put_padded(sink, conversion, "(nil)", 5);
    }
}

static size_t text_limit(const struct conversion *conversion)
{
    return conversion->precision < 0 ? ~(size_t)0 : (size_t)conversion->precision;
}

/* A text of `bytes` bytes, printed as `length` characters, must lie apart from what is written by then. */
static void check_apart(const struct sink *sink, const struct conversion *conversion, const void *text, size_t bytes,
                        size_t length)
{
    if (sink->descriptor >= 0 || !sink->to)
        return;
    size_t written = (size_t)sink->total + length + excess((size_t)conversion->width, length);
    size_t room = sink->room;
    __vellum_check_overlap(sink->to, (written < room ? written : room) + 1, text, bytes,
                           "sprintf: an argument and the destination overlap");
}

static void put_string(struct sink *sink, const struct conversion *conversion, const char *text)
{
    size_t limit = text_limit(conversion);
    /* glibc shows this whole or not at all. */
    if (!text)
        text = limit < 6 ? "" : "(null)";
    size_t length = strnlen(text, limit);
    check_apart(sink, conversion, text, length + (length < limit), length);
    put_padded(sink, conversion, text, length);
}

/* In the C locale a wide character is ASCII or cannot be printed. Returns whether it could. */
static int put_wide_string(struct sink *sink, const struct conversion *conversion, const wchar_t *text)
{
    if (!text) {
        put_string(sink, conversion, (const char *)0);
        return 1;
    }
    size_t limit = text_limit(conversion);
    size_t length = 0;
    for (; length < limit && text[length] != 0; length++) {
        if (text[length] < 0 || text[length] > 127)
            return 0;
    }
    put_left_padding(sink, conversion, length);
    for (size_t i = 0; i < length; i++) {
        char narrow = (char)text[i];
        put(sink, &narrow, 1);
    }
    put_right_padding(sink, conversion, length);
    return 1;
}

static int put_character(struct sink *sink, const struct conversion *conversion, int character, int wide)
{
    char narrow = (char)character;
    if (wide && (character < 0 || character > 127))
        return 0;
    put_padded(sink, conversion, &narrow, 1);
    return 1;
}

static void put_float(struct sink *sink, const struct conversion *conversion, long double value)
{
    char usual[64];
    int flags = conversion->flags | (conversion->length == LONG_DOUBLE ? __VELLUM_LONG_DOUBLE : 0);
    int width = conversion->width;
    int precision = conversion->precision;
    size_t length =
        __vellum_format_float(usual, sizeof usual, conversion->letter, flags, width, precision, value);
    if (length <= sizeof usual) {
        put(sink, usual, length);
    } else {
        char large[length];
        __vellum_format_float(large, length, conversion->letter, flags, width, precision, value);
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
static int put_conversion(struct sink *sink, struct arguments *arguments, struct conversion *conversion)
{
    int wide = conversion->length == LONG;
    resolve(arguments, conversion);
    switch (conversion->letter) {
    case '%':
        put(sink, "%", 1);
        return 1;
    case 'd':
    case 'i':
        put_signed(sink, conversion, as_signed(integer_argument(arguments, conversion), conversion->length));
        return 1;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'b':
    case 'B':
        put_unsigned(sink, conversion, as_unsigned(integer_argument(arguments, conversion), conversion->length));
        return 1;
    case 'c':
        return put_character(sink, conversion, int_argument(arguments, conversion->value_argument), wide);
    case 'C':
        return put_character(sink, conversion, int_argument(arguments, conversion->value_argument), 1);
    case 's':
        if (wide)
            return put_wide_string(sink, conversion, pointer_argument(arguments, conversion));
        put_string(sink, conversion, pointer_argument(arguments, conversion));
        return 1;
    case 'S':
        return put_wide_string(sink, conversion, pointer_argument(arguments, conversion));
    case 'm':
        put_string(sink, conversion, strerror(*__errno_location()));
        return 1;
    case 'p':
        put_pointer(sink, conversion, pointer_argument(arguments, conversion));
        return 1;
    case 'n':
        store_total(sink, pointer_argument(arguments, conversion), conversion->length);
        return 1;
    default:
        if (kind_of(conversion) == NONE)
            __vellum_fail("printf: the format has a conversion that does not exist");
        put_float(sink, conversion, real_argument(arguments, conversion));
        return 1;
    }
}

static int put_all(struct sink *sink, const char *format, struct arguments *arguments)
{
    struct conversion conversion;
    while (*format != '\0') {
        size_t plain = plain_length(format);
        if (plain > 0)
            put(sink, format, plain);
        format += plain;
        if (*format == '\0')
            break;
        format = read_conversion(format + 1, &conversion);
        if (!put_conversion(sink, arguments, &conversion))
            return 0;
    }
    return 1;
}

/* The result of a printf: how many characters there are, or -1. */
static int print(struct sink *sink, const char *format, va_list list)
{
    struct arguments arguments;
    if (!format)
        __vellum_fail("printf: the format is a null pointer");
    __builtin_va_copy(arguments.list, list);
    __builtin_va_copy(arguments.first, list);
    arguments.format = format;
    arguments.order = UNDECIDED;
    int done = put_all(sink, format, &arguments);
    /* As glibc: where va_list is an array, the caller's has moved, but not by positions. */
    if (arguments.order != BY_POSITION)
        __builtin_va_copy(list, arguments.list);
    __builtin_va_end(arguments.first);
    __builtin_va_end(arguments.list);
    if (done && sink->total <= INT_MAX)
        return (int)sink->total;
    *__errno_location() = done ? EOVERFLOW : EILSEQ;
    return -1;
}

/* ---- The family: to a stream ---- */

int vdprintf(int fd, const char *format, va_list arguments)
{
    if ((fd != 1 && fd != 2) || __vellum_is_closed(fd))
        return __vellum_other_descriptor(fd);
    __vellum_assumed("writing to an open descriptor succeeds");
    struct sink sink = {.descriptor = fd};
    return print(&sink, format, arguments);
}

int vfprintf(FILE *file, const char *format, va_list arguments)
{
    struct sink sink = {.descriptor = __vellum_output(file)};
    return sink.descriptor < 0 ? -1 : print(&sink, format, arguments);
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

/* ---- The family: to memory ---- */

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
    va_list measured;
    __builtin_va_copy(measured, arguments);
    int length = vsnprintf((char *)0, 0, format, measured);
    __builtin_va_end(measured);
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
