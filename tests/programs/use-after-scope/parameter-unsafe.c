// The address of a parameter is kept in a global.
static int *last;

static void remember(int number) {
    last = &number;
}

int main(void) {
    remember(3);
    return *last; //~ use-after-scope
}
