// The bytes of an array are called.
static unsigned char code[16] = {0xc3};

int main(void) {
    void (*function)(void) = (void (*)(void))code;
    function(); //~ bad-call
    return 0;
}
