// The assumption makes the assertion true.
void __CPROVER_assert(_Bool condition, const char *text);
void __CPROVER_assume(_Bool condition);
unsigned nondet_uint(void);

int main(void) {
    unsigned side = nondet_uint();
    __CPROVER_assume(side <= 46340);
    unsigned area = side * side;
    __CPROVER_assert(area <= 0x7fffffffu, "area fits an int");
    return 0;
}
