// An uninitialised value is copied along without deciding anything.
// options: --check-uninitialised
struct record {
    int tag, rest;
};

int main(void) {
    struct record a, b;
    a.tag = 1;
    b = a;
    b.rest = 2;
    return b.tag + b.rest - 3;
}
