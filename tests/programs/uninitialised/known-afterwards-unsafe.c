// A value that was never set decides once; that it is known afterwards is no second finding.
// options: --check-uninitialised
int main(void) {
    int x;
    if (x > 3) { //~ uninitialised
        if (x > 2)
            return 1;
        return 2;
    }
    if (x > 1) //~ uninitialised
        return 3;
    return 0;
}
