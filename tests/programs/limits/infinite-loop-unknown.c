// expect: unknown (steps)
// options: --max-steps 10000
// A loop without end and without effect.
int main(void) {
    while (1)
        ;
    return 0;
}
