// klee_assert is declared as a function.
// input: 5
void klee_assert(int condition);
int klee_range(int low, int high, const char *name);

int main(void) {
    int number = klee_range(0, 6, "number");
    klee_assert(number != 5); //~ assertion
    return 0;
}
