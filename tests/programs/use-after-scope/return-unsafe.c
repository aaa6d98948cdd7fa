// A function returns the address of its local array.
static char *digit(int number) {
    char text[2];
    char *result = text;
    text[0] = (char)('0' + number);
    text[1] = 0;
    return result;
}

int main(void) {
    char *text = digit(7);
    return text[0] != '7'; //~ use-after-scope
}
