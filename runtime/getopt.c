/*
 * <getopt.h>: getopt and getopt_long, with GNU's rearrangement of the words.
 *
 * An option that stands behind other words is moved before them when it is read, so at the end all options come first.
 * A `+` at the start of the letters asks to stop at the first other word; a `-` asks to have those words as arguments
 * of an option 1.
 *
 * Does not do: POSIXLY_CORRECT, getopt_long_only. Between calls, optind counts the words as they are rearranged so far.
 */
#include "vellum.h"

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

struct option {
    const char *name;
    int has_arg;      /* 0 no argument, 1 an argument, 2 perhaps one */
    int *flag;
    int val;
};

/* The rest of a word of letters, or null. */
static char *letters;
/* How many other words stand between the options that were read and the words after them. */
static int skipped;

static int is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

/* Moves the word behind the skipped ones before them, and goes past it. */
static char *take(char *const *constant_words)
{
    char **words = (char **)constant_words;
    char *word = words[optind + skipped];
    for (int i = optind + skipped; i > optind; i--)
        words[i] = words[i - 1];
    words[optind++] = word;
    return word;
}

/* The argument that is the next word, or null. */
static char *take_argument(int count, char *const *words)
{
    return optind + skipped < count ? take(words) : (char *)0;
}

static int complain(char *const *words, int quiet, int answer, const char *message, const char *what)
{
    if (opterr && !quiet)
        fprintf(stderr, message, words[0], what);
    return answer;
}

static int read_letter(int count, char *const *words, const char *known, int quiet)
{
    char text[2] = {*letters++, '\0'};
    const char *found = text[0] == ':' || text[0] == ';' ? (char *)0 : strchr(known, text[0]);
    if (*letters == '\0')
        letters = (char *)0;
    if (!found) {
        optopt = (unsigned char)text[0];
        return complain(words, quiet, '?', "%s: invalid option -- '%s'\n", text);
    }
    if (found[1] != ':')
        return (unsigned char)text[0];
    optarg = letters;
    letters = (char *)0;
    if (found[2] == ':' || optarg)
        return (unsigned char)text[0];
    optarg = take_argument(count, words);
    if (optarg)
        return (unsigned char)text[0];
    optopt = (unsigned char)text[0];
    return complain(words, quiet, quiet ? ':' : '?', "%s: option requires an argument -- '%s'\n", text);
}

static int means_the_same(const struct option *left, const struct option *right)
{
    return left->has_arg == right->has_arg && left->flag == right->flag && left->val == right->val;
}

/*
 * The option that a name means: the one with that name, or the first that begins so, if all others that do mean the
 * same.
 */
static int find_long(const char *name, size_t length, const struct option *options, int *ambiguous)
{
    int found = -1;
    *ambiguous = 0;
    for (int i = 0; options[i].name; i++) {
        if (strncmp(options[i].name, name, length) != 0)
            continue;
        if (strlen(options[i].name) == length) {
            *ambiguous = 0;
            return i;
        }
        if (found < 0)
            found = i;
        else
            *ambiguous |= !means_the_same(&options[found], &options[i]);
    }
    return *ambiguous ? -1 : found;
}

static int read_long(int count, char *const *words, char *name, const struct option *options, int *index, int quiet)
{
    char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    int ambiguous;
    int which = find_long(name, length, options, &ambiguous);
    optopt = 0;
    if (which < 0)
        return complain(words, quiet, '?',
                        ambiguous ? "%s: option '--%s' is ambiguous\n" : "%s: unrecognized option '--%s'\n", name);
    const struct option *option = &options[which];
    if (equals && option->has_arg == 0) {
        optopt = option->val;
        return complain(words, quiet, '?', "%s: option '--%s' doesn't allow an argument\n", option->name);
    }
    if (equals)
        optarg = equals + 1;
    else if (option->has_arg == 1) {
        optarg = take_argument(count, words);
        if (!optarg) {
            optopt = option->val;
            return complain(words, quiet, quiet ? ':' : '?', "%s: option '--%s' requires an argument\n", option->name);
        }
    }
    if (index)
        *index = which;
    if (!option->flag)
        return option->val;
    *option->flag = option->val;
    return 0;
}

static int read_option(int count, char *const *words, const char *known, const struct option *options, int *index)
{
    char order = *known == '+' || *known == '-' ? *known++ : '\0';
    int quiet = *known == ':';
    optarg = (char *)0;
    if (optind == 0) {
        optind = 1;
        letters = (char *)0;
    }
    if (letters)
        return read_letter(count, words, known, quiet);
    skipped = 0;
    while (order == '\0' && optind + skipped < count && !is_option(words[optind + skipped]))
        skipped++;
    if (optind + skipped >= count)
        return -1;
    if (!is_option(words[optind + skipped])) {
        if (order == '+')
            return -1;
        optarg = take(words);
        return 1;
    }
    char *word = take(words);
    if (strcmp(word, "--") == 0)
        return -1;
    if (options && word[1] == '-')
        return read_long(count, words, word + 2, options, index, quiet);
    letters = word + 1;
    return read_letter(count, words, known, quiet);
}

int getopt(int count, char *const *words, const char *known)
{
    return read_option(count, words, known, (const struct option *)0, (int *)0);
}

int getopt_long(int count, char *const *words, const char *known, const struct option *options, int *index)
{
    return read_option(count, words, known, options, index);
}
