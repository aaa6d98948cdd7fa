/* An array of structures, of which those at symbolic indices are changed, field by field. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct account {
    int balance;
    short owner;
    char open;
};

int main(void) {
    struct account accounts[8];
    for (int i = 0; i < 8; i++)
        accounts[i] = (struct account){.balance = 100, .owner = i, .open = 1};
    for (int step = 0; step < 2; step++) {
        unsigned from = __VERIFIER_nondet_uint() % 8, to = __VERIFIER_nondet_uint() % 8;
        if (!accounts[from].open || accounts[from].balance < 10)
            continue;
        accounts[from].balance -= 10;
        accounts[to].balance += 10;
        if (accounts[from].balance == 90)
            accounts[from].open = 0;
    }
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += accounts[i].balance;
    assert(sum == 800);
    return 0;
}
