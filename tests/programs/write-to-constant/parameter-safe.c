// The callee casts away the const of its parameter, and all callers pass variables.
struct setting {
    int value;
};

static const struct setting standard = {4};

static void reset(const struct setting *setting) {
    ((struct setting *)setting)->value = 0;
}

int main(void) {
    struct setting own = standard;
    reset(&own);
    return own.value;
}
