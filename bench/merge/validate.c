/* A message is checked field by field; every error in it is counted. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct message {
    unsigned char version, kind, length, flags, hour, minute, second, check;
};

enum { VERSION = 1, KIND = 2, LENGTH = 4, FLAGS = 8, TIME = 16, CHECK = 32 };

static unsigned problems(const struct message *it) {
    unsigned found = 0;
    if (it->version < 1 || it->version > 3)
        found |= VERSION;
    if (it->kind > 9)
        found |= KIND;
    if (it->length < 4 || it->length > 200)
        found |= LENGTH;
    if (it->flags & 0xf0)
        found |= FLAGS;
    if (it->hour > 23 || it->minute > 59 || it->second > 60)
        found |= TIME;
    if (it->check != (unsigned char)(it->version ^ it->kind ^ it->length))
        found |= CHECK;
    return found;
}

int main(void) {
    struct message it;
    it.version = __VERIFIER_nondet_uchar();
    it.kind = __VERIFIER_nondet_uchar();
    it.length = __VERIFIER_nondet_uchar();
    it.flags = __VERIFIER_nondet_uchar();
    it.hour = __VERIFIER_nondet_uchar();
    it.minute = __VERIFIER_nondet_uchar();
    it.second = __VERIFIER_nondet_uchar();
    it.check = __VERIFIER_nondet_uchar();
    unsigned found = problems(&it);
    assert(found < 64);
    assert((found & TIME) || it.hour < 24);
    if (found == 0)
        assert(it.length >= 4 && it.check == (it.version ^ it.kind ^ it.length));
    return 0;
}
