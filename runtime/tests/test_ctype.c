/* <ctype.h>: every character that may be passed, and glibc's tables. */
#include "check.h"

#define SAME_CLASS(function, c) CHECK(rt_##function(c) == (function)(c), #function "(%d)", c)

void test_ctype(void)
{
    for (int c = -128; c < 256; c++) {
        SAME_CLASS(isalpha, c);
        SAME_CLASS(isupper, c);
        SAME_CLASS(islower, c);
        SAME_CLASS(isdigit, c);
        SAME_CLASS(isxdigit, c);
        SAME_CLASS(isalnum, c);
        SAME_CLASS(isspace, c);
        SAME_CLASS(isblank, c);
        SAME_CLASS(iscntrl, c);
        SAME_CLASS(isprint, c);
        SAME_CLASS(isgraph, c);
        SAME_CLASS(ispunct, c);
        SAME_CLASS(isascii, c);
        CHECK(rt_toascii(c) == toascii(c), "toascii(%d)", c);
        CHECK(rt_tolower(c) == tolower(c), "tolower(%d)", c);
        CHECK(rt_toupper(c) == toupper(c), "toupper(%d)", c);
        CHECK((*rt___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "class table at %d", c);
        CHECK((*rt___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "tolower table at %d", c);
        CHECK((*rt___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "toupper table at %d", c);
    }
    int far[] = {INT_MIN, -1000, -129, 256, 300, 0x141, INT_MAX};
    for (int i = 0; i < 7; i++) {
        CHECK(STOPS_BY(rt_isalpha(far[i])) == STOP_FAIL && STOPS_BY(rt_iscntrl(far[i])) == STOP_FAIL,
              "%d is no character", far[i]);
        CHECK(rt_tolower(far[i]) == tolower(far[i]), "tolower(%d)", far[i]);
    }
}
