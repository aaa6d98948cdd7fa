// An abbreviation of options that mean the same is not ambiguous.
#include <assert.h>
#include <getopt.h>
#include <stddef.h>

int main(void) {
    static const struct option options[] = {
        {"colour", no_argument, NULL, 'c'}, {"colourful", no_argument, NULL, 'c'},
        {"size", no_argument, NULL, 's'}, {"silent", no_argument, NULL, 'q'}, {0}};
    char *words[] = {"program", "--col", "--si", "--sil", NULL};
    int index = -1;
    opterr = 0;
    assert(getopt_long(4, words, "", options, &index) == 'c' && index == 0);
    assert(getopt_long(4, words, "", options, &index) == '?');
    assert(getopt_long(4, words, "", options, &index) == 'q' && index == 3);
    return 0;
}
