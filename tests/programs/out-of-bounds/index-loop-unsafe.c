// The loop runs once too often: the classical off by one.
int main(void) {
    int squares[5];
    for (int i = 0; i <= 5; i++)
        squares[i] = i * i; //~ out-of-bounds
    return squares[4] - 16;
}
