// The callee casts away the const of its parameter, and one caller passes a constant.
// input: 0
extern int __VERIFIER_nondet_int(void);

struct setting {
    int value;
};

static const struct setting standard = {4};

static void reset(const struct setting *setting) {
    ((struct setting *)setting)->value = 0; //~ write-to-constant
}

int main(void) {
    struct setting own = standard;
    reset(__VERIFIER_nondet_int() ? &own : &standard);
    return own.value > 4;
}
