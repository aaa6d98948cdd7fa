/* The FNV-1a hash of four symbolic letters, compared with constants: the solver has to invert it. The
   first is that of a word, the second that of none. */

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned hash = 2166136261u;
    int letters = 1;
    for (int i = 0; i < 4; i++) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        letters &= (byte >= 'a') & (byte <= 'z');
        hash = (hash ^ byte) * 16777619u;
    }
    if (!letters)
        return 1;
    if (hash == 0x78bb9249u)
        return 2;
    if ((hash >> 8) == 0x123456u)
        return 3;
    return 0;
}
