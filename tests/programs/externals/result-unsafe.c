// A function without a body returns anything; two calls need not agree.
// input: 1 2
#include <assert.h>
int read_sensor(int channel);

int main(void) {
    int first = read_sensor(1), second = read_sensor(1);
    assert(first == second); //~ assertion
    return 0;
}
