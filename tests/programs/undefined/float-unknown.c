// expect: unknown (undefined: float-to-int)
// property: unreach-call
// A float that no int can hold is converted: compilers differ in what comes of it.
extern void reach_error(void);

int main(void) {
    double large = 3e9;
    int number = (int)large;
    if (number > 0)
        reach_error();
    return 0;
}
