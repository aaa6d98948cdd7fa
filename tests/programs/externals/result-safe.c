// A function without a body returns anything; the program is right for every result.
#include <assert.h>
int read_sensor(int channel);

int main(void) {
    int value = read_sensor(1);
    if (value < 0)
        value = 0;
    if (value > 100)
        value = 100;
    assert(value >= 0 && value <= 100);
    return 0;
}
