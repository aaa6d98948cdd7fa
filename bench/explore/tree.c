/* A decision tree on one input: 2^SIZE paths, each a range of it. */
#ifndef SIZE
#define SIZE 12
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned key = __VERIFIER_nondet_uint();
    unsigned low = 0, size = 1u << 31;
    for (int level = 0; level < SIZE; level++) {
        if (key - low >= size)
            low += size;
        size /= 2;
    }
    return key - low > 2 * size - 1;
}
