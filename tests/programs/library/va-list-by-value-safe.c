// Where va_list is a pointer, vsprintf has a copy, and the list of its caller stays; where it is an array, it moves.
// options: --data-model ilp32
extern void abort(void);
int vsprintf(char *, const char *, __builtin_va_list);

static void print(const char *format, ...) {
    __builtin_va_list list;
    char first[8], second[8];
    __builtin_va_start(list, format);
    vsprintf(first, format, list);
    vsprintf(second, format, list);
    int moves = sizeof(void *) == 8;
    if (first[0] != '1' || second[0] != (moves ? '2' : '1'))
        abort();
    if (__builtin_va_arg(list, int) != (moves ? 3 : 1))
        abort();
    __builtin_va_end(list);
}

int main(void) {
    print("%d", 1, 2, 3);
    return 0;
}
