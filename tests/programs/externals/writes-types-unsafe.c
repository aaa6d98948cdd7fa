// Each member can have any value of its type.
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
    assert(!mixed.flag || mixed.small != 5 || mixed.byte != 200 || mixed.number != -1); //~ assertion
    return 0;
}
