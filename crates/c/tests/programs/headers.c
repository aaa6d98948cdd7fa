/* The usual headers, all at once. */
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <getopt.h>
#include <inttypes.h>
#include <iso646.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
  assert(CHAR_BIT == 8);
  int64_t big = INT64_C(5);
  bool yes = true and not false;
  printf("%d %d %d\n", (int)sizeof(struct stat), (int)sizeof(jmp_buf), (int)sizeof(pthread_mutex_t));
  printf("%d %" PRId64 " %zu\n", yes, big, sizeof(max_align_t));
  printf("%d %d %d\n", (int)sizeof(struct sockaddr_in), (int)sizeof(siginfo_t), (int)sizeof(fd_set));
  return 0;
}
