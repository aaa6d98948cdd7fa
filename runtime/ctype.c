/*
 * <ctype.h> for the C locale: the functions, and the tables that glibc's headers look into.
 *
 * The functions are arithmetic without a branch, so that a symbolic character stays one path and makes a small term.
 * They answer with the bits of glibc's tables, for -128 to 255 as these; for any other number glibc reads outside of its
 * tables, and that is a finding. tolower and toupper take any int.
 *
 * Relies on: ASCII. Does not do: other locales, the functions with a locale_t.
 */
#include "vellum.h"

/* Whether first <= c <= last. */
static int between(int c, int first, int last)
{
    return (unsigned)c - (unsigned)first <= (unsigned)(last - first);
}

/* The classes as glibc's <ctype.h> numbers them on a little-endian machine. */
enum {
    BLANK = 1 << 0,
    CNTRL = 1 << 1,
    PUNCT = 1 << 2,
    ALNUM = 1 << 3,
    UPPER = 1 << 8,
    LOWER = 1 << 9,
    ALPHA = 1 << 10,
    DIGIT = 1 << 11,
    XDIGIT = 1 << 12,
    SPACE = 1 << 13,
    PRINT = 1 << 14,
    GRAPH = 1 << 15
};

static int is_upper(int c)
{
    return between(c, 'A', 'Z');
}

static int is_lower(int c)
{
    return between(c, 'a', 'z');
}

static int is_alpha(int c)
{
    return is_upper(c) | is_lower(c);
}

static int is_digit(int c)
{
    return between(c, '0', '9');
}

static int is_graph(int c)
{
    return between(c, '!', '~');
}

/* The bit of the class if c is in it, which is 0 or 1. */
static int answer(int c, int in_class, int bit)
{
    if (!between(c, -128, 255))
        __vellum_fail("the argument of a function of ctype.h is no character");
    return in_class * bit;
}

int isupper(int c)
{
    return answer(c, is_upper(c), UPPER);
}

int islower(int c)
{
    return answer(c, is_lower(c), LOWER);
}

int isalpha(int c)
{
    return answer(c, is_alpha(c), ALPHA);
}

int isdigit(int c)
{
    return answer(c, is_digit(c), DIGIT);
}

int isalnum(int c)
{
    return answer(c, is_alpha(c) | is_digit(c), ALNUM);
}

int isxdigit(int c)
{
    return answer(c, is_digit(c) | between(c, 'A', 'F') | between(c, 'a', 'f'), XDIGIT);
}

int isspace(int c)
{
    return answer(c, (c == ' ') | between(c, '\t', '\r'), SPACE);
}

int isblank(int c)
{
    return answer(c, (c == ' ') | (c == '\t'), BLANK);
}

int iscntrl(int c)
{
    return answer(c, between(c, 0, 31) | (c == 127), CNTRL);
}

int isprint(int c)
{
    return answer(c, between(c, ' ', '~'), PRINT);
}

int isgraph(int c)
{
    return answer(c, is_graph(c), GRAPH);
}

int ispunct(int c)
{
    return answer(c, is_graph(c) & !is_alpha(c) & !is_digit(c), PUNCT);
}

int isascii(int c)
{
    return between(c, 0, 127);
}

int toascii(int c)
{
    return c & 127;
}

/* Upper and lower case differ in one bit. */
enum { CASE_BIT = 'a' ^ 'A' };

/* As in the tables below, -128 to -2 are the characters from 128 on. */
static int as_character(int c)
{
    return c + between(c, -128, -2) * 256;
}

int tolower(int c)
{
    return as_character(c) ^ (is_upper(c) * CASE_BIT);
}

int toupper(int c)
{
    return as_character(c) ^ (is_lower(c) * CASE_BIT);
}

/* ---- glibc's tables ---- */

/* The ten kinds of ASCII characters, with names of two letters for the table. */
enum {
    CT = CNTRL,
    TB = CNTRL | SPACE | BLANK,                           /* tab */
    WS = CNTRL | SPACE,                                   /* the other white space */
    SP = SPACE | BLANK | PRINT,
    PU = PUNCT | PRINT | GRAPH,
    DI = DIGIT | XDIGIT | ALNUM | PRINT | GRAPH,
    UX = UPPER | ALPHA | XDIGIT | ALNUM | PRINT | GRAPH,  /* A to F */
    UP = UPPER | ALPHA | ALNUM | PRINT | GRAPH,
    LX = LOWER | ALPHA | XDIGIT | ALNUM | PRINT | GRAPH,  /* a to f */
    LO = LOWER | ALPHA | ALNUM | PRINT | GRAPH
};

/* Characters -128 to 255; all but ASCII are in no class. */
static const unsigned short classes[384] = {
    [128] =
    CT, CT, CT, CT, CT, CT, CT, CT, CT, TB, WS, WS, WS, WS, CT, CT,
    CT, CT, CT, CT, CT, CT, CT, CT, CT, CT, CT, CT, CT, CT, CT, CT,
    SP, PU, PU, PU, PU, PU, PU, PU, PU, PU, PU, PU, PU, PU, PU, PU,
    DI, DI, DI, DI, DI, DI, DI, DI, DI, DI, PU, PU, PU, PU, PU, PU,
    PU, UX, UX, UX, UX, UX, UX, UP, UP, UP, UP, UP, UP, UP, UP, UP,
    UP, UP, UP, UP, UP, UP, UP, UP, UP, UP, UP, PU, PU, PU, PU, PU,
    PU, LX, LX, LX, LX, LX, LX, LO, LO, LO, LO, LO, LO, LO, LO, LO,
    LO, LO, LO, LO, LO, LO, LO, LO, LO, LO, LO, PU, PU, PU, PU, CT,
};

/*
 * Characters -128 to 255. Those below -1 stand for the same characters as the ones from 128 on: a char that was passed
 * without a conversion to unsigned char; -1 is EOF and stays.
 */
static const int tolower_table[384] = {
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
    144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
    240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254,  -1,
      0,   1,   2,   3,   4,   5,   6,   7,   8,   9,  10,  11,  12,  13,  14,  15,
     16,  17,  18,  19,  20,  21,  22,  23,  24,  25,  26,  27,  28,  29,  30,  31,
     32,  33,  34,  35,  36,  37,  38,  39,  40,  41,  42,  43,  44,  45,  46,  47,
     48,  49,  50,  51,  52,  53,  54,  55,  56,  57,  58,  59,  60,  61,  62,  63,
     64,  97,  98,  99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122,  91,  92,  93,  94,  95,
     96,  97,  98,  99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127,
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
    144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
    240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255,
};

static const int toupper_table[384] = {
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
    144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
    240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254,  -1,
      0,   1,   2,   3,   4,   5,   6,   7,   8,   9,  10,  11,  12,  13,  14,  15,
     16,  17,  18,  19,  20,  21,  22,  23,  24,  25,  26,  27,  28,  29,  30,  31,
     32,  33,  34,  35,  36,  37,  38,  39,  40,  41,  42,  43,  44,  45,  46,  47,
     48,  49,  50,  51,  52,  53,  54,  55,  56,  57,  58,  59,  60,  61,  62,  63,
     64,  65,  66,  67,  68,  69,  70,  71,  72,  73,  74,  75,  76,  77,  78,  79,
     80,  81,  82,  83,  84,  85,  86,  87,  88,  89,  90,  91,  92,  93,  94,  95,
     96,  65,  66,  67,  68,  69,  70,  71,  72,  73,  74,  75,  76,  77,  78,  79,
     80,  81,  82,  83,  84,  85,  86,  87,  88,  89,  90, 123, 124, 125, 126, 127,
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
    144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
    192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
    240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255,
};

/* Each points to the entry of character 0. */

const unsigned short **__ctype_b_loc(void)
{
    static const unsigned short *zero = classes + 128;
    return &zero;
}

const int **__ctype_tolower_loc(void)
{
    static const int *zero = tolower_table + 128;
    return &zero;
}

const int **__ctype_toupper_loc(void)
{
    static const int *zero = toupper_table + 128;
    return &zero;
}
