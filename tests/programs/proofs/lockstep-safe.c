// Two counters keep their ratio, whichever way an iteration takes.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int())
        if (x < 1000000) {
            x++;
            y += 2;
        }
    if (y != 2 * x)
        reach_error();
    return 0;
}
