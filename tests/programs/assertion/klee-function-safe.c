// The range of klee_range does not have its upper end.
void klee_assert(int condition);
int klee_range(int low, int high, const char *name);

int main(void) {
    int number = klee_range(0, 6, "number");
    klee_assert(0 <= number && number < 6);
    return 0;
}
