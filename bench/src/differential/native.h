/* What a program is compiled with to be judged: inputs come from the driver, library calls go through wrappers that
   check every byte that they touch, and variables that may hold pointers say where they are. */
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long long native_input(long long low, long long high);
_Noreturn void native_assume_failed(void);
_Noreturn void native_end(const char *property, int line);

void *native_malloc(int line, size_t size);
void *native_calloc(int line, size_t count, size_t size);
void *native_realloc(int line, void *block, size_t size);
void native_free(int line, void *block);
void *native_memcpy(int line, void *to, const void *from, size_t count);
void *native_memmove(int line, void *to, const void *from, size_t count);
void *native_memset(int line, void *to, int byte, size_t count);
int native_memcmp(int line, const void *a, const void *b, size_t count);
void *native_memchr(int line, const void *in, int byte, size_t count);
size_t native_strlen(int line, const char *text);
size_t native_strnlen(int line, const char *text, size_t most);
char *native_strcpy(int line, char *to, const char *from);
char *native_strncpy(int line, char *to, const char *from, size_t count);
char *native_strcat(int line, char *to, const char *from);
char *native_strncat(int line, char *to, const char *from, size_t count);
int native_strcmp(int line, const char *a, const char *b);
int native_strncmp(int line, const char *a, const char *b, size_t count);
char *native_strchr(int line, const char *text, int byte);
char *native_strrchr(int line, const char *text, int byte);
char *native_strstr(int line, const char *text, const char *part);
char *native_strdup(int line, const char *text);
size_t native_strspn(int line, const char *text, const char *letters);
size_t native_strcspn(int line, const char *text, const char *letters);
char *native_strpbrk(int line, const char *text, const char *letters);
int native_sprintf(int line, char *to, const char *format, ...);
int native_snprintf(int line, char *to, size_t room, const char *format, ...);
int native_atoi(int line, const char *text);
int native_abs(int line, int value);
void native_qsort(int line, void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void *native_bsearch(int line, const void *key, const void *base, size_t count, size_t size,
                     int (*compare)(const void *, const void *));

#define malloc(size) native_malloc(__LINE__, size)
#define calloc(count, size) native_calloc(__LINE__, count, size)
#define realloc(block, size) native_realloc(__LINE__, block, size)
#define free(block) native_free(__LINE__, block)
#undef memcpy
#define memcpy(to, from, count) native_memcpy(__LINE__, to, from, count)
#undef memmove
#define memmove(to, from, count) native_memmove(__LINE__, to, from, count)
#undef memset
#define memset(to, byte, count) native_memset(__LINE__, to, byte, count)
#define memcmp(a, b, count) native_memcmp(__LINE__, a, b, count)
#define memchr(in, byte, count) native_memchr(__LINE__, in, byte, count)
#define strlen(text) native_strlen(__LINE__, text)
#define strnlen(text, most) native_strnlen(__LINE__, text, most)
#define strcpy(to, from) native_strcpy(__LINE__, to, from)
#define strncpy(to, from, count) native_strncpy(__LINE__, to, from, count)
#define strcat(to, from) native_strcat(__LINE__, to, from)
#define strncat(to, from, count) native_strncat(__LINE__, to, from, count)
#define strcmp(a, b) native_strcmp(__LINE__, a, b)
#define strncmp(a, b, count) native_strncmp(__LINE__, a, b, count)
#define strchr(text, byte) native_strchr(__LINE__, text, byte)
#define strrchr(text, byte) native_strrchr(__LINE__, text, byte)
#define strstr(text, part) native_strstr(__LINE__, text, part)
#define strdup(text) native_strdup(__LINE__, text)
#define strspn(text, letters) native_strspn(__LINE__, text, letters)
#define strcspn(text, letters) native_strcspn(__LINE__, text, letters)
#define strpbrk(text, letters) native_strpbrk(__LINE__, text, letters)
#define sprintf(to, ...) native_sprintf(__LINE__, to, __VA_ARGS__)
#define snprintf(to, room, ...) native_snprintf(__LINE__, to, room, __VA_ARGS__)
#define atoi(text) native_atoi(__LINE__, text)
#define abs(value) native_abs(__LINE__, value)
#define qsort(base, count, size, compare) native_qsort(__LINE__, base, count, size, compare)
#define bsearch(key, base, count, size, compare) native_bsearch(__LINE__, key, base, count, size, compare)

#undef assert
#define assert(condition) ((condition) ? (void)0 : native_end("assertions", __LINE__))
#define reach_error() native_end("unreach-call", __LINE__)
#define abort() native_end(0, __LINE__)
#define exit(code) native_end(0, __LINE__)
#define __VERIFIER_assume(condition) ((condition) ? (void)0 : native_assume_failed())
#define main program_main

/* A variable that may hold pointers counts as long as its scope lasts. */
struct native_root { void *at; size_t size; };
struct native_root native_root(void *at, size_t size);
void native_unroot(struct native_root *root);
#define ROOT(name) \
    struct native_root root_of_##name __attribute__((cleanup(native_unroot))) = native_root(&name, sizeof name)

/* Globals get their first values back before each run, and hold blocks to the end. */
struct native_global { void *at; size_t size; };
/* So do static variables of functions; this stands behind their declarations. */
void native_static(void *at, size_t size);
#define STATIC(name) native_static(&name, sizeof name)
