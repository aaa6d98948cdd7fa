// expect: unknown (unsupported)
// Nobody says how many elements the array has.
extern int table[];

int main(void) {
    return table[3];
}
