// Seconds are converted to milliseconds.
// input: 2147484
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int seconds = __VERIFIER_nondet_int();
    if (seconds < 0 || seconds > 2147484)
        return 0;
    int milliseconds = seconds * 1000; //~ signed-overflow
    return milliseconds < 0;
}
