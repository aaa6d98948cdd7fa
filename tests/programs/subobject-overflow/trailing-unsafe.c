// The last member of an object that is declared has the elements that it is declared with.
struct one {
    int length;
    char text[1];
} one;

int main(void) {
    one.text[1] = 'a'; //~ subobject-overflow
    return 0;
}
