// A pointer to a function takes the way through another type and is called in its own.
typedef void generic(void);

static int add(int a, int b) {
    return a + b;
}

int main(void) {
    generic *kept = (generic *)add;
    int (*function)(int, int) = (int (*)(int, int))kept;
    return function(3, 4) - 7;
}
