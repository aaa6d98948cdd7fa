// options: --function last --non-null all
// An array of which only the last of several statements says that it is one.
#include <assert.h>
#include <stddef.h>

struct numbers {
    unsigned length;
    int *first;
    struct numbers *like;
};

void last(struct numbers *it) {
    if (it->first == NULL || it->like == NULL || it->like->length > 1)
        return;
    it->length = it->like->length;
    assert(*it->first == 0 || *(it->first + it->length) != 0); //~ out-of-bounds, assertion
}
