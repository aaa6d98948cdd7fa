// A program that is finished long before its limit on steps.
// options: --max-steps 10000
int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += i;
    return sum - 45;
}
