// In these years the simple rule for leap years is right.
void klee_report_error(const char *file, int line, const char *message, const char *suffix);
int klee_range(int low, int high, const char *name);

int main(void) {
    int year = klee_range(1990, 2010, "year");
    int simple = year % 4 == 0;
    int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (simple != leap)
        klee_report_error(__FILE__, __LINE__, "the simple rule is wrong", "user.err");
    return 0;
}
