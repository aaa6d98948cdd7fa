// expect: unknown (unsupported)
// A range whose end is not behind its start has no value.
int klee_range(int from, int to, const char *name);

int main(void) {
    klee_range(5, 5, "x");
    return *(int *)0;
}
