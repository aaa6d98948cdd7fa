// The address in the global is that of a variable that still lives when it is used.
static int *last;

static void remember(int *number) {
    last = number;
}

int main(void) {
    int number = 3;
    remember(&number);
    return *last - 3;
}
