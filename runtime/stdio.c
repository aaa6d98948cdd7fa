/*
 * <stdio.h> without printf (stdio_printf.c) and scanf (stdio_scanf.c): the three streams, characters, lines and blocks.
 *
 * Relies on: __vellum_write and __vellum_read. Nothing is buffered here: each call writes its piece at once, so
 * standard output and standard error keep the order in which the program wrote them, and fflush has nothing to do.
 *
 * Does not do: files. fopen and its family answer that there is no such file, which is one answer of several. A program
 * that goes on with the null pointer is caught at its first use. gets is not there on purpose. Buffers of the program
 * for a stream, and streams whose descriptor was closed, end the path.
 */
#include "vellum.h"

/*
 * The beginning is laid out as glibc's FILE, for the functions that its headers inline at -O2. What is behind it is not
 * in a copy of a FILE: such a copy is no stream, and its first use is out of bounds.
 */
struct stream {
    int flags;                /* SAW_END, SAW_ERROR */
    char *glibc_pointers[13]; /* null: an inlined getc finds nothing to read and calls __uflow, a putc __overflow */
    int descriptor;           /* 0, 1 or 2 */
    char rest_of_file[sizeof(void *) == 8 ? 100 : 88];
    int closed;
    int pushed_count;
    unsigned char pushed[4];  /* what ungetc and scanf gave back, the last on top */
};

enum { SAW_END = 0x10, SAW_ERROR = 0x20 };

static struct stream standard_input = {.descriptor = 0};
static struct stream standard_output = {.descriptor = 1};
static struct stream standard_error = {.descriptor = 2};

FILE *stdin = (FILE *)&standard_input;
FILE *stdout = (FILE *)&standard_output;
FILE *stderr = (FILE *)&standard_error;

/* The stream, which must be open. */
static struct stream *stream_of(FILE *file)
{
    struct stream *stream = (struct stream *)file;
    if (stream->closed)
        __vellum_fail("a stream is used after fclose");
    return stream;
}

/* The descriptor of a stream that is about to read or write. What it has in its buffer is not known. */
static int descriptor_of(const struct stream *stream)
{
    if (__vellum_is_closed(stream->descriptor))
        __vellum_unsupported("a stream whose descriptor was closed");
    return stream->descriptor;
}

/* ---- Output ---- */

/* The stream has an error from now on, because it is not open for this. */
static void refuse(struct stream *stream)
{
    stream->flags |= SAW_ERROR;
    *__errno_location() = EBADF;
}

int __vellum_output(FILE *file)
{
    struct stream *stream = stream_of(file);
    int descriptor = descriptor_of(stream);
    if (descriptor != 0)
        return descriptor;
    refuse(stream);
    return -1;
}

/* Writes all, or returns 0. */
static int put(FILE *file, const void *bytes, size_t length)
{
    int descriptor = __vellum_output(file);
    if (descriptor < 0)
        return 0;
    __vellum_write(descriptor, bytes, length);
    return 1;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file)
{
    if (size == 0 || count == 0)
        return 0;
    return put(file, from, size * count) ? count : 0;
}

int fputs(const char *text, FILE *file)
{
    return put(file, text, strlen(text)) ? 1 : EOF;
}

int fputc(int character, FILE *file)
{
    unsigned char byte = (unsigned char)character;
    return put(file, &byte, 1) ? byte : EOF;
}

int putc(int character, FILE *file)
{
    return fputc(character, file);
}

int putchar(int character)
{
    return fputc(character, stdout);
}

int puts(const char *text)
{
    size_t length = strlen(text);
    if (!put(stdout, text, length) || !put(stdout, "\n", 1))
        return EOF;
    return length < INT_MAX ? (int)length + 1 : INT_MAX;
}

void perror(const char *text)
{
    const char *message = strerror(*__errno_location());
    if (text && *text != '\0')
        fprintf(stderr, "%s: %s\n", text, message);
    else
        fprintf(stderr, "%s\n", message);
}

/* ---- Input ---- */

int fgetc(FILE *file)
{
    struct stream *stream = stream_of(file);
    if (stream->pushed_count > 0)
        return stream->pushed[--stream->pushed_count];
    if (descriptor_of(stream) != 0) {
        refuse(stream);
        return EOF;
    }
    /* The end stays the end until clearerr, as with glibc from 2.28 on. */
    if (stream->flags & SAW_END)
        return EOF;
    int byte = __vellum_read();
    if (byte < 0) {
        stream->flags |= SAW_END;
        return EOF;
    }
    return byte;
}

int getc(FILE *file)
{
    return fgetc(file);
}

int getchar(void)
{
    return fgetc(stdin);
}

int ungetc(int character, FILE *file)
{
    struct stream *stream = stream_of(file);
    if (character == EOF || stream->pushed_count == (int)sizeof stream->pushed)
        return EOF;
    stream->pushed[stream->pushed_count++] = (unsigned char)character;
    stream->flags &= ~SAW_END;
    return (unsigned char)character;
}

char *fgets(char *to, int size, FILE *file)
{
    int length = 0;
    if (size <= 0)
        return (char *)0;
    while (length < size - 1) {
        int character = fgetc(file);
        if (character == EOF) {
            if (length == 0)
                return (char *)0;
            break;
        }
        to[length++] = (char)character;
        if (character == '\n')
            break;
    }
    to[length] = '\0';
    return to;
}

size_t fread(void *to, size_t size, size_t count, FILE *file)
{
    unsigned char *bytes = to;
    size_t total = size * count;
    if (total == 0)
        return 0;
    for (size_t i = 0; i < total; i++) {
        int character = fgetc(file);
        if (character == EOF)
            return i / size;
        bytes[i] = (unsigned char)character;
    }
    return count;
}

/* Makes *to at least `wanted` bytes large. Returns whether that could be done. */
static int grow(char **to, size_t *size, size_t wanted)
{
    if (*size >= wanted)
        return 1;
    size_t larger = 2 * *size > wanted ? 2 * *size : wanted;
    char *block = realloc(*to, larger);
    if (!block)
        return 0;
    *to = block;
    *size = larger;
    return 1;
}

/* As glibc, a size of 0 asks for a new block, whatever the old one was. */
static ssize_t read_until(char **to, size_t *size, int delimiter, FILE *file)
{
    size_t length = 0;
    if (!to || !size) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (stream_of(file)->flags & SAW_ERROR)
        return -1;
    if (!*to || *size == 0) {
        *size = 120;
        *to = malloc(*size);
        if (!*to)
            return -1;
    }
    int character = fgetc(file);
    if (character == EOF)
        return -1;
    while (character != EOF) {
        if (!grow(to, size, length + 2))
            return -1;
        (*to)[length++] = (char)character;
        if (character == delimiter)
            break;
        character = fgetc(file);
    }
    (*to)[length] = '\0';
    return (ssize_t)length;
}

ssize_t getline(char **to, size_t *size, FILE *file)
{
    return read_until(to, size, '\n', file);
}

ssize_t getdelim(char **to, size_t *size, int delimiter, FILE *file)
{
    return read_until(to, size, delimiter, file);
}

/* What getline is inlined to at -O2. */
ssize_t __getdelim(char **to, size_t *size, int delimiter, FILE *file)
{
    return read_until(to, size, delimiter, file);
}

/* ---- State ---- */

int feof(FILE *file)
{
    return (stream_of(file)->flags & SAW_END) != 0;
}

int ferror(FILE *file)
{
    return (stream_of(file)->flags & SAW_ERROR) != 0;
}

void clearerr(FILE *file)
{
    stream_of(file)->flags &= ~(SAW_END | SAW_ERROR);
}

int fileno(FILE *file)
{
    return stream_of(file)->descriptor;
}

/* A null pointer asks to flush all streams. */
int fflush(FILE *file)
{
    if (file)
        stream_of(file);
    return 0;
}

int setvbuf(FILE *file, char *buffer, int mode, size_t size)
{
    enum { FULL, LINES, NONE };
    (void)size;
    stream_of(file);
    if (mode != FULL && mode != LINES && mode != NONE)
        return -1;
    if (buffer && mode != NONE)
        __vellum_unsupported("a buffer of the program for a stream");
    return 0;
}

void setbuf(FILE *file, char *buffer)
{
    setvbuf(file, buffer, buffer ? 0 : 2, 0);
}

void setlinebuf(FILE *file)
{
    stream_of(file);
}

/* ---- Other names ---- */

/* One thread needs no locks, so the functions without them are the same. */

int putc_unlocked(int character, FILE *file)
{
    return fputc(character, file);
}

int fputc_unlocked(int character, FILE *file)
{
    return fputc(character, file);
}

int putchar_unlocked(int character)
{
    return fputc(character, stdout);
}

int fputs_unlocked(const char *text, FILE *file)
{
    return fputs(text, file);
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *file)
{
    return fwrite(from, size, count, file);
}

int getc_unlocked(FILE *file)
{
    return fgetc(file);
}

int fgetc_unlocked(FILE *file)
{
    return fgetc(file);
}

int getchar_unlocked(void)
{
    return fgetc(stdin);
}

char *fgets_unlocked(char *to, int size, FILE *file)
{
    return fgets(to, size, file);
}

size_t fread_unlocked(void *to, size_t size, size_t count, FILE *file)
{
    return fread(to, size, count, file);
}

int feof_unlocked(FILE *file)
{
    return feof(file);
}

int ferror_unlocked(FILE *file)
{
    return ferror(file);
}

void clearerr_unlocked(FILE *file)
{
    clearerr(file);
}

int fflush_unlocked(FILE *file)
{
    return fflush(file);
}

int fileno_unlocked(FILE *file)
{
    return fileno(file);
}

void flockfile(FILE *file)
{
    stream_of(file);
}

void funlockfile(FILE *file)
{
    stream_of(file);
}

/*
 * What glibc's headers turn getc and putc into: the macros of old ones, and the slow way of the functions inlined at
 * -O2.
 */

int _IO_getc(FILE *file)
{
    return fgetc(file);
}

int _IO_putc(int character, FILE *file)
{
    return fputc(character, file);
}

int __uflow(FILE *file)
{
    return fgetc(file);
}

int __overflow(FILE *file, int character)
{
    return fputc(character, file);
}

/* ---- Files: there are none ---- */

static FILE *no_such_file(const char *call, const char *path)
{
    __vellum_no_file(call, path);
    __vellum_one_answer("files: each that the program names is taken to be missing");
    *__errno_location() = ENOENT;
    return (FILE *)0;
}

static int cannot_seek(FILE *file)
{
    stream_of(file);
    __vellum_one_answer("files: standard input and output are pipes, which cannot seek");
    *__errno_location() = ESPIPE;
    return -1;
}

FILE *fopen(const char *path, const char *mode)
{
    (void)mode;
    return no_such_file("fopen", path);
}

FILE *fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}

/* The stream stays as it is; a program that does not look at the answer goes on with the terminal. */
FILE *freopen(const char *path, const char *mode, FILE *file)
{
    (void)mode;
    stream_of(file);
    return no_such_file("freopen", path);
}

FILE *popen(const char *command, const char *mode)
{
    (void)mode;
    return no_such_file("popen", command);
}

FILE *tmpfile(void)
{
    return no_such_file("tmpfile", "");
}

/* Only a standard stream can come here. Nothing of it needs to be released. */
int fclose(FILE *file)
{
    struct stream *stream = stream_of(file);
    __vellum_close(descriptor_of(stream));
    stream->closed = 1;
    return 0;
}

int remove(const char *path)
{
    no_such_file("remove", path);
    return -1;
}

int rename(const char *from, const char *to)
{
    (void)to;
    no_such_file("rename", from);
    return -1;
}

int fseek(FILE *file, long offset, int origin)
{
    (void)offset;
    (void)origin;
    return cannot_seek(file);
}

long ftell(FILE *file)
{
    return cannot_seek(file);
}

void rewind(FILE *file)
{
    cannot_seek(file);
    clearerr(file);
}
