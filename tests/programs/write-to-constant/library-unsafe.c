// strtok puts terminators into the text, which is a literal.
#include <string.h>

int main(void) {
    char *text = "a,b";
    char *token = strtok(text, ","); //~ write-to-constant
    return token[0] != 'a';
}
