// expect: unknown (unsupported)
// There is no number below zero to choose, and what then happens is not said.
unsigned long klee_choose(unsigned long count);

int main(void) {
    klee_choose(0);
    return *(int *)0;
}
