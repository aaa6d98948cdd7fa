// The result of a function without a body is used as an index.
// input: 5
unsigned char next_slot(void);

static int slots[4];

int main(void) {
    unsigned char slot = next_slot();
    if (slot > 5)
        return 0;
    slots[slot] = 1; //~ out-of-bounds
    return 0;
}
