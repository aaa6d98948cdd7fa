/* 16 symbolic bytes and a constant: memcmp says which is greater, and a loop how long they agree. */
#include <assert.h>
#include <string.h>

extern void klee_make_symbolic(void *object, unsigned long size, const char *name);

int main(void) {
    static const char word[] = "sixteen letters!";
    char bytes[16];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    int order = memcmp(bytes, word, sizeof bytes);
    unsigned same = 0;
    while (same < sizeof bytes && bytes[same] == word[same])
        same++;
    assert((order == 0) == (same == sizeof bytes));
    if (order < 0)
        return 1;
    if (order > 0)
        return 2;
    return 0;
}
