// Equal calls have equal results: structs, whatever their padding holds, truth values, floats, pointers, and arguments of several types.
// options: --extern uninterpreted
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
    char tag;
    int value;
    unsigned low : 3, high : 7;
    union {
        short s;
        char c[2];
    } u;
    _Bool flag;
    double d;
};

extern struct pair make(int seed);
extern int weigh(struct pair p);
extern _Bool is_even(int n);
extern short narrow(float f);
extern int *find(const char *name, long n);
extern int old();

int main(void) {
    int n = __VERIFIER_nondet_int();
    int m = n ^ 5 ^ 5;
    struct pair a = make(n), b = make(m);
    assert(a.tag == b.tag && a.value == b.value && a.low == b.low && a.high == b.high);
    assert(a.u.s == b.u.s && a.flag == b.flag);
    assert((a.flag == 0 || a.flag == 1) && a.low < 8);
    assert(weigh(a) == weigh(b));
    struct pair c, d;
    c.tag = d.tag = 1;
    c.value = d.value = n;
    c.low = d.low = 2;
    c.high = d.high = 3;
    c.u.s = d.u.s = 4;
    c.flag = d.flag = 1;
    c.d = d.d = 0.5;
    assert(weigh(c) == weigh(d));
    assert(is_even(n) == is_even(m) && is_even(n) <= 1);
    assert(narrow(0.5f) == narrow(0.5f));
    static const char name[] = "x";
    assert(find(name, n) == find(name, m));
    int first = old(n);
    int other = old(0.5, 'c');
    assert(old(m) == first);
    assert(old(0.5, 'c') == other);
    return 0;
}
