// The index into the table was never set.
// options: --check-uninitialised
static const int table[256] = {5};

static int pick(void) {
    unsigned char i;
    return table[i]; //~ uninitialised
}

int main(void) {
    return pick();
}
