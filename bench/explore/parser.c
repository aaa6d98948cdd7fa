/* A calculator reads SIZE symbolic bytes: numbers, + - * /, parentheses. */
#ifndef SIZE
#define SIZE 8
#endif

extern void klee_make_symbolic(void *object, unsigned long size, const char *name);

static char text[SIZE + 1];
static int at, failed;

static int sum(void);

static int atom(void) {
    int value = 0;
    if (text[at] == '(') {
        at++;
        value = sum();
        if (text[at] != ')')
            failed = 1;
        else
            at++;
        return value;
    }
    if (text[at] < '0' || text[at] > '9')
        failed = 1;
    while (!failed && text[at] >= '0' && text[at] <= '9')
        value = value * 10 + (text[at++] - '0');
    return value;
}

static int product(void) {
    int value = atom();
    while (!failed && (text[at] == '*' || text[at] == '/')) {
        char sign = text[at++];
        int other = atom();
        if (failed)
            break;
        if (sign == '*')
            value = (int)((unsigned)value * (unsigned)other);
        else if (other > 0)
            value /= other;
        else
            failed = 1;
    }
    return value;
}

static int sum(void) {
    int value = product();
    while (!failed && (text[at] == '+' || text[at] == '-')) {
        char sign = text[at++];
        int other = product();
        value = sign == '+' ? (int)((unsigned)value + (unsigned)other)
                            : (int)((unsigned)value - (unsigned)other);
    }
    return value;
}

int main(void) {
    klee_make_symbolic(text, SIZE, "text");
    int value = sum();
    if (failed || text[at] != 0)
        return 1;
    return value == 42 ? 2 : 0;
}
