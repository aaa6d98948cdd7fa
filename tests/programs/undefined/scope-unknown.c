// expect: unknown (undefined: use-after-scope)
// property: unreach-call
// The variable is gone.
extern void reach_error(void);

int main(void) {
    int *pointer;
    {
        int inner = 4;
        pointer = &inner;
    }
    if (*pointer != 4)
        reach_error();
    return 0;
}
