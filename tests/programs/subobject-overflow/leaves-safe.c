// An index that stays within its array.
struct packet {
    char tag[4];
    int length;
};
extern int __VERIFIER_nondet_int(void);

int main(void) {
    struct packet packet = {"abc", 3};
    int at = __VERIFIER_nondet_int();
    if (at >= 0 && at < 4)
        packet.tag[at] = 1;
    return packet.length - 3;
}
