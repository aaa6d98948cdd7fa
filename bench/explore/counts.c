/* Reads and writes at symbolic indices: three elements of a small array are incremented, then summed. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char bytes[8] = {0};
    unsigned places[3];
    for (int i = 0; i < 3; i++) {
        places[i] = __VERIFIER_nondet_uint();
        if (places[i] >= 8)
            return 1;
        bytes[places[i]]++;
    }
    unsigned sum = 0;
    for (int i = 0; i < 8; i++)
        sum += bytes[i];
    assert(sum == 3);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++)
            if (places[i] == places[j])
                assert(bytes[places[i]] >= 2);
    return 0;
}
