// klee_make_symbolic makes the bytes of a structure symbolic, one call for all of its fields.
#include <assert.h>
void klee_make_symbolic(void *block, unsigned long size, const char *name);
void klee_assume(unsigned long condition);

struct date {
    unsigned char day, month, century, year;
    unsigned char zone;
};

int main(void) {
    struct date date;
    klee_make_symbolic(&date, sizeof date, "date");
    klee_assume(date.day >= 1 & date.day <= 31);
    klee_assume(date.month >= 1 & date.month <= 12);
    int index = (date.month - 1) * 31 + date.day - 1;
    assert(index >= 0 && index < 372);
    return 0;
}
