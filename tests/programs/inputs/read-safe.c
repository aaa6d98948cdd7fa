// read gives no more bytes than it is asked for.
// options: --symbolic-stdin 4
#include <assert.h>
#include <unistd.h>

int main(void) {
    char buffer[8] = {0};
    long count = read(0, buffer, sizeof buffer);
    assert(count <= 4);
    for (long i = count < 0 ? 0 : count; i < 8; i++)
        assert(buffer[i] == 0);
    return 0;
}
