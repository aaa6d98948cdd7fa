// A loop of two rounds of which five may be taken.
// options: --unwind 5
int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += i;
    return sum - 1;
}
