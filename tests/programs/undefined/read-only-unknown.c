// expect: unknown (undefined: write-to-constant)
// property: unreach-call
// A literal cannot be written to.
extern void reach_error(void);

int main(void) {
    char *text = "abc";
    text[0] = 'x';
    if (text[0] == 'x')
        reach_error();
    return 0;
}
