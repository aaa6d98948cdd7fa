// A base that there is not: no number, and the end stays as it was.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    char mark;
    char *end = &mark;
    errno = 0;
    assert(strtoul("12", &end, 1) == 0 && errno == EINVAL && end == &mark);
    errno = 0;
    assert(strtoull("12", &end, 37) == 0 && errno == EINVAL && end == &mark);
    assert(strtoul("12", &end, 36) == 38 && *end == '\0');
    return 0;
}
