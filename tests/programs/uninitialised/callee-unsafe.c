// Which function is called was never set.
// options: --check-uninitialised
static int one(void) {
    return 1;
}

static int two(void) {
    return 2;
}

int main(void) {
    _Bool which;
    which = which & 1;
    int (*const table[2])(void) = {one, two};
    int (*chosen)(void) = table[which]; //~ uninitialised
    return chosen();                    //~ uninitialised
}
