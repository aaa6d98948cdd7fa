/*
 * <locale.h>: setlocale. There is one locale, "C".
 *
 * Does not do: localeconv, newlocale.
 */
#include "vellum.h"

char *setlocale(int category, const char *name)
{
    enum { CATEGORIES = 13 };
    static char c_locale[] = "C";
    if (category < 0 || category >= CATEGORIES) {
        *__errno_location() = EINVAL;
        return (char *)0;
    }
    if (name && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0)
        __vellum_assumed("there is no locale but C");
    if (!name || *name == '\0' || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
        return c_locale;
    return (char *)0;
}
