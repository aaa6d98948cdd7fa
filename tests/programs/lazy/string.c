// options: --function words
// A `char *` is a string: it has an end.
#include <ctype.h>
#include <string.h>
unsigned long words(const char *text) {
    if (!text)
        return 0;
    unsigned long count = 0;
    for (unsigned long i = 0; text[i]; i++)
        count += text[i] == ' ';
    return count <= strlen(text);
}
