// __CPROVER_assert has a text for its condition.
// input: 46341
void __CPROVER_assert(_Bool condition, const char *text);
void __CPROVER_assume(_Bool condition);
unsigned nondet_uint(void);

int main(void) {
    unsigned side = nondet_uint();
    __CPROVER_assume(side < 50000);
    unsigned area = side * side;
    __CPROVER_assert(area <= 0x7fffffffu, "area fits an int"); //~ assertion
    return 0;
}
