/* The middle of two indices, as it stood in many a binary search: for large ones the sum is no `int`.
   `vellum check examples/overflow.c` says `false`, with two numbers that show it. */
/* An unknown number, with a name for reports. */
int klee_int(const char *name);

static int middle(int low, int high) {
    return (low + high) / 2;
}

int main(void) {
    int low = klee_int("low");
    int high = klee_int("high");
    if (0 <= low && low <= high)
        return middle(low, high) < low;
    return 0;
}
