/* A tree of decisions on one unknown: 2^12 paths, each a range of it. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned key = __VERIFIER_nondet_uint();
    unsigned low = 0, size = 1u << 31;
    for (int level = 0; level < 12; level++) {
        if (key - low >= size)
            low += size;
        size /= 2;
    }
    return key - low > 2 * size - 1;
}
