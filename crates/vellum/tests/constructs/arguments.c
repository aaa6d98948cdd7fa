/* Arguments of main, options, the environment, and the exit status. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        printf("%d: %s (%zu)\n", i, argv[i], strlen(argv[i]));
    printf("%d\n", argv[argc] == NULL);
    char *words[] = {"program", "-a", "file", "-b", "value", "-cattached", "-ab", "joined", "--", "-a", "last", NULL};
    int option;
    while ((option = getopt(11, words, "ab:c:")) != -1)
        printf("-%c %s\n", option, optarg ? optarg : "none");
    for (int i = optind; i < 11; i++)
        printf("rest %s\n", words[i]);
    char *wrong[] = {"program", "-x", "-b", NULL};
    optind = 1;
    opterr = 0;
    while ((option = getopt(3, wrong, "ab:")) != -1)
        printf("%c for %c\n", option, optopt);
    printf("%s\n", getenv("VELLUM_SURELY_NOT_SET") ? "set" : "not set");
    return argc * 10 + 3;
}
