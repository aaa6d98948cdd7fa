// klee_report_error is called for a leap year that the simple rule gets wrong.
// input: 1900
void klee_report_error(const char *file, int line, const char *message, const char *suffix);
int klee_range(int low, int high, const char *name);

int main(void) {
    int year = klee_range(1890, 1910, "year");
    int simple = year % 4 == 0;
    int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (simple != leap)
        klee_report_error(__FILE__, __LINE__, "the simple rule is wrong", "user.err"); //~ error-call
    return 0;
}
