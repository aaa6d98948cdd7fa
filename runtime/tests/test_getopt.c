/* <getopt.h>, against the system's: random words with several sets of letters. */
#include "check.h"

enum { MOST_WORDS = 7, ROOM = 4096 };

static int flag;
static const struct option options[] = {{"all", no_argument, NULL, 'a'},       {"alpha", required_argument, NULL, 'p'},
                                        {"beta", required_argument, NULL, 'b'}, {"perhaps", optional_argument, NULL, 'q'},
                                        {"flag", no_argument, &flag, 5},        {NULL, 0, NULL, 0}};

/* What one program would see of all its options, as text. */
static void all_options(int own, int count, char **words, const char *letters, int with_long, char *seen)
{
    int answer;
    char *end = seen;
    do {
        int index = -1;
        *(own ? &rt_optarg : &optarg) = NULL;
        if (with_long)
            answer = own ? rt_getopt_long(count, words, letters, options, &index)
                         : getopt_long(count, words, letters, options, &index);
        else
            answer = own ? rt_getopt(count, words, letters) : getopt(count, words, letters);
        char *argument = own ? rt_optarg : optarg;
        int wrong = answer == '?' || answer == ':';
        end += sprintf(end, "%d %d %s %d\n", answer, index, argument ? argument : "-",
                       wrong ? own ? rt_optopt : optopt : 0);
    } while (answer != -1);
    end += sprintf(end, "optind %d flag %d:", own ? rt_optind : optind, flag);
    for (int i = 0; i < count; i++)
        end += sprintf(end, " %s", words[i]);
    flag = 0;
}

static void compare(int count, char **words, const char *letters, int with_long)
{
    static char expected[ROOM], seen[ROOM];
    char *copy[MOST_WORDS + 2];
    memcpy(copy, words, sizeof copy);
    optind = rt_optind = 0;
    opterr = rt_opterr = 0;
    all_options(0, count, copy, letters, with_long, expected);
    memcpy(copy, words, sizeof copy);
    all_options(1, count, copy, letters, with_long, seen);
    CHECK(strcmp(expected, seen) == 0, "getopt \"%s\":\n%s\nnot\n%s", letters, seen, expected);
}

void test_getopt(void)
{
    static char *const some[] = {"-a", "-b", "-bx", "-ab", "-abx", "-c", "-cx", "-z", "--", "-", "", "word", "--all",
                                 "--al", "--alph", "--alpha=1", "--beta", "--b=2", "--perhaps", "--perhaps=3", "--flag",
                                 "--flag=4", "--none", "-a-"};
    static const char *const letters[] = {"ab:c::", ":ab:c::", "+ab:c::", "-ab:c::", "-:ab:", ""};
    for (int i = 0; i < 20000; i++) {
        char *words[MOST_WORDS + 2] = {"program"};
        int count = 1 + (int)random_below(MOST_WORDS);
        for (int k = 1; k < count; k++)
            words[k] = some[random_below(sizeof some / sizeof some[0])];
        compare(count, words, letters[random_below(6)], (int)random_below(2));
    }
    char *wrong[] = {"program", "-x", "-b", "--zzz", NULL};
    host_output();
    rt_optind = 0;
    rt_opterr = 1;
    while (rt_getopt_long(3, wrong, "b:", options, NULL) != -1) {
    }
    const char *said = host_output();
    CHECK(strcmp(said, "2>program: invalid option -- 'x'\nprogram: option requires an argument -- 'b'\n") == 0, "%s",
          said);
}
