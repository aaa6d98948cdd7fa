/*
 * <locale.h>: setlocale. There is one locale, "C".
 *
 * Does not do: localeconv, newlocale.
 */
#include "vellum.h"

char *setlocale(int category, const char *name)
{
    static char c_locale[] = "C";
    (void)category;
    if (name && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0)
        __vellum_assumed("there is no locale but C");
    if (!name || *name == '\0' || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
        return c_locale;
    return (char *)0;
}
