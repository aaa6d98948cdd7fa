// The functions of ctype.h answer with the bits of glibc's table; EOF is in no class.
#include <assert.h>
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    assert((isupper)('A') == 256 && (islower)('a') == 512 && (isalpha)('a') == 1024 && (isdigit)('7') == 2048);
    assert((isxdigit)('f') == 4096 && (isspace)(' ') == 8192 && (isprint)('a') == 16384 && (isgraph)('a') == 32768);
    assert((isblank)(' ') == 1 && (iscntrl)('\n') == 2 && (ispunct)('.') == 4 && (isalnum)('a') == 8);
    assert(!(isalpha)(-1) && !(iscntrl)(-1));
    int c = __VERIFIER_nondet_uchar();
    assert((isalpha)(c) == isalpha(c) && (ispunct)(c) == ispunct(c));
    int any = __VERIFIER_nondet_int();
    if (any < -128 || any > 255)
        assert((tolower)(any) == any && (toupper)(any) == any);
    assert((tolower)(-5) == 251 && (toupper)(-128) == 128 && (tolower)(-1) == -1);
    return 0;
}
