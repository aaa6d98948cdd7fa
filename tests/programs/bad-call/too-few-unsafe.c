// The declaration does not say how many arguments there are.
void free();

int main(void) {
    free(); //~ bad-call
    return 0;
}
