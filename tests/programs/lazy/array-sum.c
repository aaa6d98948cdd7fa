// options: --function sum
// An array has an end, and nobody says where.
int sum(unsigned *numbers, unsigned count) {
    unsigned total = 0;
    for (unsigned i = 0; i < count && numbers; i++)
        total += numbers[i]; //~ out-of-bounds
    return total > 3;
}
