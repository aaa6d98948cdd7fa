// expect: unknown (unsupported)
// An object of the input has a symbol for each byte: one of 16 MB is refused at once, by name.

void klee_make_symbolic(void *object, unsigned long size, const char *name);

static char object[1 << 24];

int main(void) {
    klee_make_symbolic(object, sizeof object, "object");
    return object[5] == 3;
}
