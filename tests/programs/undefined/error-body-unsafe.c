// property: valid-memsafety
// The program has an error function of its own: for whoever does not ask for calls of it, it is a function like others.
void reach_error(void) {
}

int main(void) {
    int *nothing = 0;
    reach_error();
    return *nothing; //~ null-dereference
}
