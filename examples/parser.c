/* Reads numbers and signs of up to seven unknown characters, such as `12+3-4`. Looking for the end of a
   number it goes one character too far: `vellum check examples/parser.c` says `false`, with a text for
   which the character behind it is read. */
void klee_make_symbolic(void *object, unsigned long bytes, const char *name);

#define LENGTH 7

static char text[LENGTH];
static unsigned at;

static int is_digit(char c) {
    return '0' <= c && c <= '9';
}

static unsigned number(void) {
    unsigned value = 0;
    while (at <= LENGTH && is_digit(text[at]))
        value = 10 * value + (unsigned)(text[at++] - '0');
    return value;
}

int main(void) {
    klee_make_symbolic(text, sizeof text, "text");
    unsigned total = number();
    while (at < LENGTH && (text[at] == '+' || text[at] == '-')) {
        char sign = text[at++];
        unsigned value = number();
        total = sign == '+' ? total + value : total - value;
    }
    return total == 42;
}
