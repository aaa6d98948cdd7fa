// options: --function skip
// The end of the string is passed over.
#include <stddef.h>
const char *skip(const char *text) {
    if (!text)
        return NULL;
    while (*text == ' ') //~ out-of-bounds
        text += 2;
    return *text ? text : NULL;
}
