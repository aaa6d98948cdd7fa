// Floating point numbers: exact small sums, truncation and comparison.
#include <assert.h>

int main(void) {
    double sum = 0;
    for (int i = 0; i < 8; i++)
        sum += 0.125;
    assert(sum == 1.0);
    assert((int)2.9 == 2 && (int)-2.9 == -2);
    double not_a_number = 0.0 / 0.0;
    assert(not_a_number != not_a_number);
    assert((float)0.1 != 0.1);
    return 0;
}
