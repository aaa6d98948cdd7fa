// What is written are values of the types that the object has.
#include <assert.h>
#include <stdbool.h>
struct mixed {
    bool flag;
    unsigned small : 3;
    unsigned char byte;
    int number;
};
void change(struct mixed *to);

int main(void) {
    struct mixed mixed = {0};
    change(&mixed);
    assert(mixed.flag == 0 || mixed.flag == 1);
    assert(mixed.small < 8 && mixed.byte < 256);
    return 0;
}
