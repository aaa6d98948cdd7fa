// A struct is assigned to one that it overlaps partly.
// input: 2
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
    if (by > 30)
        return 0;
    struct block *p = (void *)u.bytes, *q = (void *)(u.bytes + by);
    *q = *p; //~ overlapping-copy
    return 0;
}
