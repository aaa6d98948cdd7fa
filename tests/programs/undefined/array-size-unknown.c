// expect: unknown (memory)
// property: valid-memsafety
// The size in bytes does not wrap to zero: no memory has so many.
int main(void) {
    unsigned long n = 1ul << 62;
    int rows[n];
    rows[0] = 1;
    return rows[0];
}
