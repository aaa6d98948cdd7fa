// A struct is assigned to itself, or to one beside it.
extern unsigned __VERIFIER_nondet_uint(void);

struct block {
    char bytes[24];
};

union {
    char bytes[80];
    struct block block;
} u;

int main(void) {
    unsigned by = __VERIFIER_nondet_uint();
    if (by != 0 && (by < 24 || by > 56))
        return 0;
    struct block *p = (void *)u.bytes, *q = (void *)(u.bytes + by);
    *q = *p;
    return 0;
}
