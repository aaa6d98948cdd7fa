// expect: unknown (unsupported: the function '__CPROVER_havoc_object')
// An intrinsic that is not implemented is no function that does nothing.
void __CPROVER_havoc_object(void *object);

int main(void) {
    int number = 1;
    __CPROVER_havoc_object(&number);
    return number == 1;
}
