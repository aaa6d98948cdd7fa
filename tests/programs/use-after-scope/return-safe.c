// A function returns the address of its static array.
static char *digit(int number) {
    static char text[2];
    text[0] = (char)('0' + number);
    text[1] = 0;
    return text;
}

int main(void) {
    char *text = digit(7);
    return text[0] != '7';
}
