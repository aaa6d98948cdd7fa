// An index that leaves its array, and for some inputs the object as well: two findings at one place.
// input: 6
// input: 100
struct packet {
    char tag[4];
    int length;
};
extern int __VERIFIER_nondet_int(void);

int main(void) {
    struct packet packet = {"abc", 3};
    int at = __VERIFIER_nondet_int();
    if (at >= 0 && at <= 100)
        packet.tag[at] = 1; //~ subobject-overflow, out-of-bounds
    return packet.length;
}
