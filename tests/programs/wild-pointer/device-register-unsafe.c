// A fixed address is read as if it were a device; no object is there.
int main(void) {
    volatile unsigned *status = (volatile unsigned *)0x40021000ul;
    return (int)*status; //~ wild-pointer
}
