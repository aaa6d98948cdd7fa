/* Entries at symbolic indices of a ledger, and between them thousands of accesses at constant indices of a journal. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { ENTRIES = 40, STEPS = 200 };

static int ledger[256], journal[ENTRIES * STEPS + 1];

int main(void) {
    for (int i = 0; i < ENTRIES; i++) {
        ledger[__VERIFIER_nondet_uint() % 256] = i;
        for (int j = i * STEPS; j < (i + 1) * STEPS; j++)
            journal[j + 1] = journal[j] + 1;
    }
    assert(journal[ENTRIES * STEPS] == ENTRIES * STEPS);
    assert(ledger[__VERIFIER_nondet_uint() % 256] < ENTRIES);
    return 0;
}
