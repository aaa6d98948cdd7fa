// The loop fills the array to its last element and no further.
int main(void) {
    int squares[5];
    for (int i = 0; i < 5; i++)
        squares[i] = i * i;
    return squares[4] - 16;
}
