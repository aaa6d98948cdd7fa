// expect: unknown (undefined: overlapping-copy)
// property: unreach-call
// What a struct holds that was assigned to one it overlaps is not known.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

struct part {
    char bytes[4];
};

int main(void) {
    char text[16] = "abcdefg";
    *(struct part *)(text + __VERIFIER_nondet_uchar() % 8) = *(struct part *)text;
    if (text[0] != 'a')
        reach_error();
    return 0;
}
