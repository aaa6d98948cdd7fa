/*
 * <stdio.h> without printf and scanf, and <unistd.h>: what goes out, what comes in, what the streams say about
 * themselves.
 */
#include "check.h"

int rt__IO_getc(FILE *);
int rt__IO_putc(int, FILE *);

static void is_written(const char *expected, const char *by)
{
    const char *output = host_output();
    CHECK(strcmp(output, expected) == 0, "%s wrote %s", by, output);
}

static void output(void)
{
    host_output();
    CHECK(rt_puts("line") == 5, "puts");
    is_written("1>line\n", "puts");
    CHECK(rt_fputs("text", rt_stderr) >= 0 && rt_fputs_unlocked("", rt_stderr) >= 0, "fputs");
    is_written("2>text", "fputs");
    CHECK(rt_putchar('a') == 'a' && rt_putc('b', rt_stdout) == 'b' && rt_fputc(0x1e9, rt_stdout) == 0xe9, "putchar");
    is_written("1>ab\xe9", "putchar");
    rt_putchar_unlocked('a');
    rt_putc_unlocked('b', rt_stdout);
    rt_fputc_unlocked('c', rt_stdout);
    rt__IO_putc('d', rt_stdout);
    rt___overflow(rt_stdout, 'e');
    is_written("1>abcde", "putc's other names");
    CHECK(rt_fwrite("abcdef", 2, 3, rt_stdout) == 3 && rt_fwrite_unlocked("gh", 1, 2, rt_stdout) == 2, "fwrite");
    CHECK(rt_fwrite("abcdef", 0, 3, rt_stdout) == 0 && rt_fwrite("abcdef", 2, 0, rt_stdout) == 0, "fwrite of nothing");
    is_written("1>abcdefgh", "fwrite");
    rt_errno = ENOENT;
    rt_perror("name");
    rt_perror("");
    rt_perror(NULL);
    is_written("2>name: No such file or directory\nNo such file or directory\nNo such file or directory\n", "perror");
    rt_puts("1");
    rt_fputs("2", rt_stderr);
    rt_putchar('3');
    CHECK(rt_write(2, "4", 1) == 1 && rt_write(1, "56", 2) == 2, "write");
    is_written("1>1\n2>21>32>41>56", "both streams");
    rt_clearerr(rt_stdin);
    CHECK(rt_fputc('x', rt_stdin) == EOF && rt_ferror(rt_stdin) && rt_errno == EBADF, "output to stdin");
    CHECK(rt_fputs("x", rt_stdin) == EOF && rt_fwrite("x", 1, 1, rt_stdin) == 0, "output to stdin");
    rt_clearerr(rt_stdin);
    CHECK(rt_fprintf(rt_stdin, "x") == -1 && rt_ferror(rt_stdin), "printf to stdin");
    rt_clearerr(rt_stdin);
    CHECK(!rt_ferror(rt_stdin) && !rt_ferror_unlocked(rt_stdin), "clearerr");
    CHECK(rt_write(5, "x", 1) == -1 && rt_errno == EBADF, "write to an unknown descriptor");
    CHECK(rt_fflush(rt_stdout) == 0 && rt_fflush(NULL) == 0 && rt_fflush_unlocked(rt_stdout) == 0, "fflush");
    CHECK(rt_setvbuf(rt_stdout, NULL, _IONBF, 0) == 0 && rt_setvbuf(rt_stdout, NULL, 9, 0) != 0, "setvbuf");
    char buffer[BUFSIZ];
    rt_setbuf(rt_stdout, NULL);
    CHECK(rt_setvbuf(rt_stdout, buffer, _IONBF, sizeof buffer) == 0, "setvbuf without a buffer");
    CHECK(STOPS_BY(rt_setbuf(rt_stdout, buffer)) == STOP_UNSUPPORTED, "setbuf with a buffer");
    CHECK(STOPS_BY(rt_setvbuf(rt_stdout, buffer, _IOLBF, sizeof buffer)) == STOP_UNSUPPORTED, "setvbuf with a buffer");
    rt_setlinebuf(rt_stdout);
    rt_flockfile(rt_stdout);
    rt_funlockfile(rt_stdout);
    is_written("", "nothing");
}

static void input(void)
{
    char line[8];
    host_input("abcdefghijkl\nxy");
    rt_clearerr(rt_stdin);
    CHECK(rt_getchar() == 'a' && rt_getc(rt_stdin) == 'b' && rt_fgetc(rt_stdin) == 'c', "getchar");
    CHECK(rt_getchar_unlocked() == 'd' && rt_getc_unlocked(rt_stdin) == 'e', "getchar_unlocked");
    CHECK(rt_fgetc_unlocked(rt_stdin) == 'f', "fgetc_unlocked");
    CHECK(rt__IO_getc(rt_stdin) == 'g' && rt___uflow(rt_stdin) == 'h', "_IO_getc");
    CHECK(rt_ungetc('1', rt_stdin) == '1' && rt_ungetc('2', rt_stdin) == '2', "ungetc");
    CHECK(rt_getchar() == '2' && rt_getchar() == '1', "getchar after ungetc");
    CHECK(rt_fgets(line, 4, rt_stdin) == line && strcmp(line, "ijk") == 0, "fgets that is full");
    CHECK(rt_fgets(line, 8, rt_stdin) == line && strcmp(line, "l\n") == 0, "fgets of a line");
    CHECK(rt_fgets_unlocked(line, 8, rt_stdin) == line && strcmp(line, "xy") == 0, "fgets at the end");
    CHECK(rt_feof(rt_stdin) && rt_feof_unlocked(rt_stdin), "feof");
    CHECK(rt_fgets(line, 8, rt_stdin) == NULL && strcmp(line, "xy") == 0, "fgets behind the end");
    CHECK(rt_fgets(line, 1, rt_stdin) == line && line[0] == '\0', "fgets of one");
    CHECK(rt_ungetc('z', rt_stdin) == 'z' && !rt_feof(rt_stdin), "ungetc at the end");
    CHECK(rt_getchar() == 'z' && rt_getchar() == EOF, "getchar after that");
    CHECK(rt_ungetc(EOF, rt_stdin) == EOF, "ungetc of EOF");
    host_input("abcdefg");
    CHECK(rt_getchar() == 'a' || rt_feof(rt_stdin), "the end stays");
    rt_clearerr_unlocked(rt_stdin);
    CHECK(rt_fread(line, 2, 2, rt_stdin) == 2 && memcmp(line, "abcd", 4) == 0, "fread");
    CHECK(rt_fread_unlocked(line, 2, 2, rt_stdin) == 1 && memcmp(line, "efg", 3) == 0, "fread at the end");
    CHECK(rt_fread(line, 0, 2, rt_stdin) == 0, "fread of nothing");
    CHECK(rt_getc(rt_stdout) == EOF && rt_ferror(rt_stdout), "input from stdout");
    rt_clearerr(rt_stdout);
    host_input("12345");
    CHECK(rt_read(0, line, 3) == 3 && memcmp(line, "123", 3) == 0, "read");
    CHECK(rt_read(0, line, 3) == 2 && rt_read(0, line, 3) == 0, "read at the end");
    CHECK(rt_read(1, line, 3) == -1, "read from stdout");
}

static void lines(void)
{
    char *line = NULL;
    size_t size = 0;
    char text[400];
    memset(text, 'x', sizeof text);
    strcpy(text + 300, "\nshort\nlast");
    host_input(text);
    rt_clearerr(rt_stdin);
    CHECK(rt_getline(&line, &size, rt_stdin) == 301, "getline of a long line");
    CHECK(line[300] == '\n' && line[301] == '\0', "the end of a long line");
    CHECK(rt_getline(&line, &size, rt_stdin) == 6 && strcmp(line, "short\n") == 0, "getline of a short line");
    CHECK(rt_getdelim(&line, &size, 'a', rt_stdin) == 2 && strcmp(line, "la") == 0, "getdelim");
    CHECK(rt___getdelim(&line, &size, 's', rt_stdin) == 1 && strcmp(line, "s") == 0, "__getdelim");
    CHECK(rt_getline(&line, &size, rt_stdin) == 1 && strcmp(line, "t") == 0, "getline at the end");
    CHECK(rt_getline(&line, &size, rt_stdin) == -1 && strcmp(line, "t") == 0, "getline behind the end");
    char room[1] = "";
    char *given = room;
    size_t none = 0;
    rt_ungetc('a', rt_stdin);
    CHECK(rt_getline(&given, &none, rt_stdin) == 1 && given != room && none == 120, "getline with a size of 0");
    free(given);
    CHECK(rt_getline(NULL, &size, rt_stdin) == -1 && rt_errno == EINVAL, "getline without a place");
    free(line);
}

static void no_files(void)
{
    CHECK(rt_fopen("name", "r") == NULL && rt_errno == ENOENT, "fopen");
    CHECK(rt_fopen64("name", "r") == NULL && rt_freopen("name", "r", rt_stdin) == NULL, "freopen");
    CHECK(rt_popen("ls", "r") == NULL && rt_tmpfile() == NULL, "popen");
    CHECK(rt_fileno(rt_stdin) == 0 && rt_fileno(rt_stdout) == 1 && rt_fileno_unlocked(rt_stderr) == 2, "fileno");
    CHECK(rt_remove("name") == -1 && rt_rename("a", "b") == -1, "remove");
    CHECK(rt_fseek(rt_stdin, 0, SEEK_SET) == -1 && rt_ftell(rt_stdin) == -1 && rt_errno == ESPIPE, "fseek");
    rt_rewind(rt_stdin);
    CHECK(rt_isatty(1) == 0 && rt_errno == ENOTTY && rt_isatty(9) == 0 && rt_errno == EBADF, "isatty");
    CHECK(rt_close(9) == -1 && rt_errno == EBADF, "close");
    CHECK(rt_getpid() > 0 && rt_sleep(1000) == 0 && rt_usleep(1000) == 0, "sleep");
    CHECK(STOPS_BY(rt__exit(6)) == STOP_EXIT && host_status == 6, "_exit");
}

/* What glibc's inlined getc and putc would do with our streams. */
static void inlined_functions_work(void)
{
    FILE *streams[] = {rt_stdin, rt_stdout, rt_stderr};
    for (int i = 0; i < 3; i++) {
        CHECK(streams[i]->_IO_read_ptr >= streams[i]->_IO_read_end, "an inlined getc calls __uflow");
        CHECK(streams[i]->_IO_write_ptr >= streams[i]->_IO_write_end, "an inlined putc calls __overflow");
        CHECK(streams[i]->_fileno == i, "the descriptor is where glibc has it");
    }
    host_input("");
    rt_clearerr(rt_stdin);
    rt_getchar();
    CHECK((rt_stdin->_flags & _IO_EOF_SEEN) != 0, "an inlined feof sees the end");
    rt_fputc('x', rt_stdin);
    CHECK((rt_stdin->_flags & _IO_ERR_SEEN) != 0, "an inlined ferror sees an error");
    rt_clearerr(rt_stdin);
}

void test_stdio(void)
{
    output();
    input();
    lines();
    no_files();
    inlined_functions_work();
}

/* The last test: nothing can be read or written afterwards. */
void test_closed(void)
{
    char byte;
    CHECK(rt_close(0) == 0 && rt_close(0) == -1 && rt_errno == EBADF, "close twice");
    CHECK(rt_read(0, &byte, 1) == -1 && rt_errno == EBADF && rt_isatty(0) == 0, "read after close");
    CHECK(STOPS_BY(rt_getchar()) == STOP_UNSUPPORTED, "a stream whose descriptor was closed");
    CHECK(rt_fclose(rt_stdout) == 0, "fclose");
    CHECK(rt_write(1, "x", 1) == -1 && rt_close(1) == -1 && rt_dprintf(1, "x") == -1, "fclose closes the descriptor");
    CHECK(STOPS_BY(rt_fclose(rt_stdout)) == STOP_FAIL && STOPS_BY(rt_printf("x")) == STOP_FAIL, "use after fclose");
    CHECK(STOPS_BY(rt_fflush(rt_stdout)) == STOP_FAIL && rt_fflush(NULL) == 0, "fflush after fclose");
}
