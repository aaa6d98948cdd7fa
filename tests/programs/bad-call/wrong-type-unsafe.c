// A function of two arguments is called as one without any.
static int add(int a, int b) {
    return a + b;
}

int main(void) {
    int (*function)(void) = (int (*)(void))add;
    int result = function(); //~ bad-call
    return result == 7;
}
