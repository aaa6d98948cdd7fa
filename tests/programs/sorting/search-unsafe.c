// Binary search that looks at the place found without asking whether there is one.
// input: 1001
extern int __VERIFIER_nondet_int(void);

static const int table[7] = {-40, -3, 0, 2, 19, 20, 1000};

int main(void) {
    int wanted = __VERIFIER_nondet_int(), low = 0, high = 7;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (table[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return table[low] == wanted; //~ out-of-bounds
}
