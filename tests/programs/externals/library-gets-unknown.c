// expect: unknown (unsupported: the function 'gets')
// A function of a known library that has no model is no function that does nothing.
char *gets(char *);

int main(void) {
    char text[4];
    gets(text);
    return text[0] == 0;
}
