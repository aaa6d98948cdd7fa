// expect: unknown (steps)
// options: --max-steps 10000
// A loop that ends, but not within the steps allowed.
int main(void) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 1000000; i++)
        sum += i;
    return sum == 1;
}
