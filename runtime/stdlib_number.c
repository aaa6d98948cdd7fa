/*
 * <stdlib.h> and <inttypes.h>: numbers from text, for the C locale.
 *
 * The grammar of an integer and that of a floating-point number are here once, each as a machine that takes a character
 * at a time; strtol and its family run it over a string, scanf over its input.
 *
 * Relies on: __vellum_parse_float for the value of a floating-point number.
 *
 * errno of strtod is ERANGE where the value overflows, becomes zero, or loses digits because it is subnormal; the last
 * is not noticed for a long double.
 */
#include "vellum.h"

/* ---- Integers ---- */

/* 0 to 35 for a digit or a letter, 36 for anything else. Without a branch: a sum in which one term is not zero. */
static unsigned digit_value(int character)
{
    unsigned c = (unsigned)character;
    unsigned digit = (unsigned)(c - '0' < 10);
    unsigned upper = (unsigned)(c - 'A' < 26);
    unsigned lower = (unsigned)(c - 'a' < 26);
    unsigned none = 1 - (digit | upper | lower);
    return digit * (c - '0') + upper * (c - 'A' + 10) + lower * (c - 'a' + 10) + none * 36;
}

enum { BEFORE_SIGN, AFTER_SIGN, AFTER_ZERO, AFTER_PREFIX, IN_DIGITS };

/* Whether 0<letter> is a prefix here, and then which base it means; else 0. */
static int prefix_base(const struct __vellum_integer *number, int letter)
{
    int lower = letter | 32;
    if (lower == 'x' && (number->base == 0 || number->base == 16))
        return 16;
    if (lower == 'b' && number->binary && (number->base == 0 || number->base == 2))
        return 2;
    return 0;
}

static int push_digit(struct __vellum_integer *number, int character)
{
    unsigned value = digit_value(character);
    unsigned long long base = (unsigned long long)number->base;
    if (value >= base)
        return 0;
    number->state = IN_DIGITS;
    number->digits = 1;
    number->prefix_only = 0;
    if (number->magnitude > (~0ull - value) / base)
        number->overflow = 1;
    else
        number->magnitude = number->magnitude * base + value;
    return 1;
}

int __vellum_integer_push(struct __vellum_integer *number, int character)
{
    if (number->state == BEFORE_SIGN) {
        number->state = AFTER_SIGN;
        if (character == '+' || character == '-') {
            number->negative = character == '-';
            return 1;
        }
    }
    if (number->state == AFTER_SIGN) {
        if (character == '0') {
            number->state = AFTER_ZERO;
            number->digits = 1;
            return 1;
        }
        if (number->base == 0)
            number->base = 10;
    }
    if (number->state == AFTER_ZERO) {
        int base = prefix_base(number, character);
        if (base != 0) {
            number->base = base;
            number->state = AFTER_PREFIX;
            number->prefix_only = 1;
            return 1;
        }
        if (number->base == 0)
            number->base = 8;
    }
    return push_digit(number, character);
}

long long __vellum_integer_signed(const struct __vellum_integer *number, unsigned long long max)
{
    unsigned long long magnitude = number->magnitude;
    unsigned long long limit = max + (unsigned)number->negative;
    if (number->overflow || magnitude > limit) {
        *__errno_location() = ERANGE;
        magnitude = limit;
    }
    return (long long)(number->negative ? 0 - magnitude : magnitude);
}

unsigned long long __vellum_integer_unsigned(const struct __vellum_integer *number, unsigned long long max)
{
    if (number->overflow || number->magnitude > max) {
        *__errno_location() = ERANGE;
        return max;
    }
    return number->negative ? 0 - number->magnitude : number->magnitude;
}

/*
 * Reads the longest number at the beginning of the text, after white space. `end` is where it ends, or the text if
 * there is none. As glibc, a base that there is not leaves `end` as it is.
 */
static struct __vellum_integer parse_integer(const char *text, char **end, int base, int binary)
{
    struct __vellum_integer number = {.base = base, .binary = binary};
    const char *at = text;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = EINVAL;
        return number;
    }
    while (isspace((unsigned char)*at))
        at++;
    while (__vellum_integer_push(&number, (unsigned char)*at))
        at++;
    at -= number.prefix_only;
    if (end)
        *end = (char *)(number.digits ? at : text);
    return number;
}

static long long parse_signed(const char *text, char **end, int base, int binary, unsigned long long max)
{
    struct __vellum_integer number = parse_integer(text, end, base, binary);
    return __vellum_integer_signed(&number, max);
}

static unsigned long long parse_unsigned(const char *text, char **end, int base, int binary, unsigned long long max)
{
    struct __vellum_integer number = parse_integer(text, end, base, binary);
    return __vellum_integer_unsigned(&number, max);
}

long strtol(const char *text, char **end, int base)
{
    return (long)parse_signed(text, end, base, 0, ~0ul >> 1);
}

long long strtoll(const char *text, char **end, int base)
{
    return parse_signed(text, end, base, 0, ~0ull >> 1);
}

unsigned long strtoul(const char *text, char **end, int base)
{
    return (unsigned long)parse_unsigned(text, end, base, 0, ~0ul);
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    return parse_unsigned(text, end, base, 0, ~0ull);
}

intmax_t strtoimax(const char *text, char **end, int base)
{
    return strtoll(text, end, base);
}

uintmax_t strtoumax(const char *text, char **end, int base)
{
    return strtoull(text, end, base);
}

/* glibc's headers from 2.38 on rename the functions to these, which know the prefix 0b. */

long __isoc23_strtol(const char *text, char **end, int base)
{
    return (long)parse_signed(text, end, base, 1, ~0ul >> 1);
}

long long __isoc23_strtoll(const char *text, char **end, int base)
{
    return parse_signed(text, end, base, 1, ~0ull >> 1);
}

unsigned long __isoc23_strtoul(const char *text, char **end, int base)
{
    return (unsigned long)parse_unsigned(text, end, base, 1, ~0ul);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base)
{
    return parse_unsigned(text, end, base, 1, ~0ull);
}

intmax_t __isoc23_strtoimax(const char *text, char **end, int base)
{
    return __isoc23_strtoll(text, end, base);
}

uintmax_t __isoc23_strtoumax(const char *text, char **end, int base)
{
    return __isoc23_strtoull(text, end, base);
}

/* glibc's headers at -O2 have atoi call these; `group` is always 0. */

long __strtol_internal(const char *text, char **end, int base, int group)
{
    (void)group;
    return strtol(text, end, base);
}

unsigned long __strtoul_internal(const char *text, char **end, int base, int group)
{
    (void)group;
    return strtoul(text, end, base);
}

int atoi(const char *text)
{
    return (int)strtol(text, (char **)0, 10);
}

long atol(const char *text)
{
    return strtol(text, (char **)0, 10);
}

long long atoll(const char *text)
{
    return strtoll(text, (char **)0, 10);
}

/* ---- Floating-point numbers ---- */

/*
 * Where in a number. Those marked A end a whole number; the others need more, and what they took since the last A is
 * given back.
 */
enum {
    AT_SIGN,       /* nothing yet */
    AT_START,      /* after the sign */
    ZERO,          /* A: a single 0, after which x may come */
    INTEGER,       /* A: digits */
    POINT,         /* a point without a digit before it */
    FRACTION,      /* A: the point and a digit on either side */
    EXPONENT,      /* e */
    EXPONENT_SIGN, /* e and its sign */
    POWER,         /* A: e and digits */
    HEX,           /* 0x */
    HEX_INTEGER,   /* A */
    HEX_POINT,     /* 0x. */
    HEX_FRACTION,  /* A */
    INFINITY,      /* some of infinity; A at 3 and 8 letters */
    NAN,           /* some of nan; A at 3 letters */
    NAN_TEXT,      /* nan( and letters, digits, _ */
    NAN_END,       /* A: nan(...) */
    NOTHING        /* no character can follow */
};

static int is_decimal(int character)
{
    return digit_value(character) < 10;
}

static int is_hexadecimal(int character)
{
    return digit_value(character) < 16;
}

static int first_state(int character)
{
    switch (character | 32) {
    case 'i':
        return INFINITY;
    case 'n':
        return NAN;
    }
    if (character == '0')
        return ZERO;
    if (character == '.')
        return POINT;
    return is_decimal(character) ? INTEGER : NOTHING;
}

/* After digits, with or without a point. */
static int after_digits(int character, int may_point, int exponent_letter)
{
    int hex = exponent_letter == 'p';
    if (may_point && character == '.')
        return hex ? HEX_FRACTION : FRACTION;
    if ((character | 32) == exponent_letter)
        return EXPONENT;
    if (hex ? is_hexadecimal(character) : is_decimal(character))
        return hex ? (may_point ? HEX_INTEGER : HEX_FRACTION) : (may_point ? INTEGER : FRACTION);
    return NOTHING;
}

static int next_letter(struct __vellum_float *number, int character, const char *word, int state)
{
    if (number->letters >= 8 || (character | 32) != word[number->letters])
        return NOTHING;
    return state;
}

static int next_state(struct __vellum_float *number, int character)
{
    switch (number->state) {
    case AT_SIGN:
        return character == '+' || character == '-' ? AT_START : first_state(character);
    case AT_START:
        return first_state(character);
    case ZERO:
        return (character | 32) == 'x' ? HEX : after_digits(character, 1, 'e');
    case INTEGER:
        return after_digits(character, 1, 'e');
    case POINT:
        return is_decimal(character) ? FRACTION : NOTHING;
    case FRACTION:
        return after_digits(character, 0, 'e');
    case EXPONENT:
        if (character == '+' || character == '-')
            return EXPONENT_SIGN;
        return is_decimal(character) ? POWER : NOTHING;
    case EXPONENT_SIGN:
    case POWER:
        return is_decimal(character) ? POWER : NOTHING;
    case HEX:
        if (character == '.')
            return HEX_POINT;
        return is_hexadecimal(character) ? HEX_INTEGER : NOTHING;
    case HEX_INTEGER:
        return after_digits(character, 1, 'p');
    case HEX_POINT:
        return is_hexadecimal(character) ? HEX_FRACTION : NOTHING;
    case HEX_FRACTION:
        return after_digits(character, 0, 'p');
    case INFINITY:
        return next_letter(number, character, "infinity", INFINITY);
    case NAN:
        if (number->letters == 3)
            return character == '(' ? NAN_TEXT : NOTHING;
        return next_letter(number, character, "nan", NAN);
    case NAN_TEXT:
        if (character == ')')
            return NAN_END;
        return digit_value(character) < 36 || character == '_' ? NAN_TEXT : NOTHING;
    default:
        return NOTHING;
    }
}

static int is_whole(const struct __vellum_float *number)
{
    switch (number->state) {
    case ZERO:
    case INTEGER:
    case FRACTION:
    case POWER:
    case HEX_INTEGER:
    case HEX_FRACTION:
    case NAN_END:
        return 1;
    case INFINITY:
        return number->letters == 3 || number->letters == 8;
    case NAN:
        return number->letters == 3;
    default:
        return 0;
    }
}

int __vellum_float_push(struct __vellum_float *number, int character)
{
    int state = next_state(number, character);
    if (state == NOTHING)
        return 0;
    number->state = state;
    number->letters += state == INFINITY || state == NAN;
    number->open_end = state == EXPONENT || state == EXPONENT_SIGN || state == HEX_POINT;
    number->length++;
    if (is_whole(number))
        number->accepted = number->length;
    return 1;
}

/* Whether a digit other than 0 is in the mantissa, so that a value of zero is too small and not zero. */
static int has_nonzero_digit(const char *text, size_t length)
{
    int hex = 0;
    for (size_t i = 0; i < length; i++) {
        int lower = text[i] | 32;
        hex |= lower == 'x';
        if (lower == 'p' || (lower == 'e' && !hex))
            return 0;
        if (text[i] != '0' && is_hexadecimal((unsigned char)text[i]))
            return 1;
    }
    return 0;
}

static int has_letter_i(const char *text, size_t length)
{
    return memchr(text, 'i', length) || memchr(text, 'I', length);
}

/* Whether digits were lost because there is no normal number so small. More precisely read, the value is another one. */
static int lost_digits(const char *text, size_t length, long double value, int kind)
{
    long double least = kind == __VELLUM_FLOAT ? 0x1p-126L : 0x1p-1022L;
    if (kind == __VELLUM_LONG_DOUBLE_KIND || value >= least || value <= -least || value != value)
        return 0;
    return __vellum_parse_float(text, length, __VELLUM_LONG_DOUBLE_KIND) != value;
}

static int out_of_range(const char *text, size_t length, long double value, int kind)
{
    if (value == 0)
        return has_nonzero_digit(text, length);
    int infinite = value == value && value - value != 0;
    return infinite ? !has_letter_i(text, length) : lost_digits(text, length, value, kind);
}

static long double parse_float(const char *text, char **end, int kind)
{
    const char *start = text;
    while (isspace((unsigned char)*start))
        start++;
    struct __vellum_float number = {0};
    while (__vellum_float_push(&number, (unsigned char)start[number.length]))
        continue;
    if (end)
        *end = (char *)(number.accepted ? start + number.accepted : text);
    if (number.accepted == 0)
        return 0;
    long double value = __vellum_parse_float(start, number.accepted, kind);
    if (out_of_range(start, number.accepted, value, kind))
        *__errno_location() = ERANGE;
    return value;
}

float strtof(const char *text, char **end)
{
    return (float)parse_float(text, end, __VELLUM_FLOAT);
}

double strtod(const char *text, char **end)
{
    return (double)parse_float(text, end, __VELLUM_DOUBLE);
}

long double strtold(const char *text, char **end)
{
    return parse_float(text, end, __VELLUM_LONG_DOUBLE_KIND);
}

double __strtod_internal(const char *text, char **end, int group)
{
    (void)group;
    return strtod(text, end);
}

double atof(const char *text)
{
    return strtod(text, (char **)0);
}
