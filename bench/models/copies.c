/* Copies of blocks and structures, of constant and of symbolic length. */
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct page {
    unsigned number;
    unsigned char bytes[252];
};

static struct page pages[64], saved[64];

int main(void) {
    for (int i = 0; i < 64; i++) {
        pages[i].number = i;
        memset(pages[i].bytes, i, sizeof pages[i].bytes);
    }
    for (int round = 0; round < 100; round++) {
        memcpy(saved, pages, sizeof pages);
        pages[round % 64] = saved[(round + 1) % 64];
    }
    unsigned length = __VERIFIER_nondet_uint();
    if (length > sizeof pages)
        return 1;
    memcpy(saved, pages, length);
    memmove((char *)pages + 256, pages, sizeof pages - 256);
    for (int i = 1; i < 64; i++)
        assert(pages[i].number == saved[i - 1].number || length < sizeof pages);
    return 0;
}
