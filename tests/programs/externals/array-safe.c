// Declared without a length and completed further down, the array has the size of its definition.
extern int table[];
int *first = table;

static int third(void) {
    return table[2] + first[1];
}

int table[] = {1, 2, 3};

int main(void) {
    return third() == 5 ? 0 : *(int *)0;
}
