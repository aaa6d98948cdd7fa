// expect: unknown (unwind)
// options: --unwind 3
// A loop of ten rounds of which three may be taken.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += i;
    return sum - 45;
}
