/* Makes system calls that a confined program must not make, and prints of each whether it was refused as expected; then some calls
   that programs need. Numbers that the system's headers may lack are the same on all architectures. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char *what, int as_it_should_be, long result, int error) {
  if (as_it_should_be) printf("%s: as it should be\n", what);
  else printf("%s: %ld, %s\n", what, result, result == -1 ? strerror(error) : "done");
}

#define REFUSED(error, what, ...)                            \
  do {                                                       \
    errno = 0;                                               \
    long result = syscall(__VA_ARGS__);                      \
    say(what, result == -1 && errno == error, result, errno); \
  } while (0)
#define FORBIDDEN(name, ...) REFUSED(EPERM, #name, SYS_##name, __VA_ARGS__)
#define ALLOWED(what, ...)                   \
  do {                                       \
    long result = (__VA_ARGS__);             \
    say(what, result >= 0, result, errno);   \
  } while (0)

static void *nothing(void *given) { return given; }

int main(int count, char **words) {
  const char *outside = count > 1 ? words[1] : "outside";
  int library = open("/usr/lib", O_RDONLY | O_DIRECTORY);
  int own = open("own", O_RDWR | O_CREAT, 0600);
  long others = getppid();
  char memory[256] = {0};
  unsigned int flags = 0;
  setvbuf(stdout, NULL, _IONBF, 0);

  /* Attributes of files. */
  FORBIDDEN(setxattr, outside, "user.a", "x", 1, 0);
  FORBIDDEN(fsetxattr, own, "user.a", "x", 1, 0);
  struct { unsigned long value; unsigned size, flags; } attribute = {(unsigned long)"x", 1, 0};
  REFUSED(EPERM, "setxattrat", 463, AT_FDCWD, outside, 0, "user.a", &attribute, sizeof attribute);
  REFUSED(EPERM, "removexattrat", 466, AT_FDCWD, outside, 0, "user.a");
  REFUSED(EPERM, "open_tree_attr", 467, AT_FDCWD, outside, 0, 0, 0);
  REFUSED(EPERM, "file_setattr", 469, AT_FDCWD, outside, memory, 24, 0);
  FORBIDDEN(fchmodat, AT_FDCWD, outside, 0777);
  FORBIDDEN(utimensat, AT_FDCWD, outside, 0, 0);
  FORBIDDEN(ioctl, own, 0x40086602, &flags);   /* FS_IOC_SETFLAGS */
  FORBIDDEN(ioctl, own, 0x40046602, &flags);   /* FS_IOC32_SETFLAGS */
  FORBIDDEN(ioctl, own, 0x401c5820, memory);   /* FS_IOC_FSSETXATTR */
  FORBIDDEN(ioctl, own, 0x40087602, &flags);   /* FS_IOC_SETVERSION */
  FORBIDDEN(ioctl, library, 0x40047211, &flags); /* FAT_IOCTL_SET_ATTRIBUTES */
  FORBIDDEN(ioctl, 0, TIOCSTI, "x");
  FORBIDDEN(ioctl, own, 0x100000000 | 0x40086602, &flags); /* The kernel reads 32 bits. */

  /* Resources that are shared with other processes. */
  FORBIDDEN(shmget, 1, 4096, 01600);
  FORBIDDEN(shmat, 0, 0, 0);
  FORBIDDEN(shmdt, memory);
  FORBIDDEN(shmctl, 0, 0, 0); /* IPC_RMID */
  FORBIDDEN(semget, 1, 1, 01600);
  FORBIDDEN(semop, 0, memory, 1);
  FORBIDDEN(semtimedop, 0, memory, 1, 0);
  FORBIDDEN(semctl, 0, 0, 0);
  FORBIDDEN(msgget, 1, 01600);
  FORBIDDEN(msgsnd, 0, memory, 1, 0);
  FORBIDDEN(msgrcv, 0, memory, 1, 0, 0);
  FORBIDDEN(msgctl, 0, 0, 0);
  FORBIDDEN(mq_open, "queue", O_RDWR | O_CREAT, 0600, 0);
  FORBIDDEN(mq_unlink, "queue");
  FORBIDDEN(mq_timedsend, own, memory, 1, 0, 0);
  FORBIDDEN(mq_timedreceive, own, memory, 1, 0, 0);
  FORBIDDEN(mq_notify, own, 0);
  FORBIDDEN(mq_getsetattr, own, 0, 0);
  FORBIDDEN(memfd_create, "x", 0);

  /* The network: a socket of a pair can send datagrams to any named socket. */
  int pair[2];
  FORBIDDEN(socket, AF_UNIX, SOCK_DGRAM, 0);
  FORBIDDEN(socketpair, AF_UNIX, SOCK_DGRAM, 0, pair);
  FORBIDDEN(sendto, own, "x", 1, 0, memory, 0);
  FORBIDDEN(connect, own, memory, 2);

  /* Other processes. */
  cpu_set_t all;
  memset(&all, 0xff, sizeof all);
  int owner[2] = {1, (int)others};
  FORBIDDEN(kill, others, 0);
  FORBIDDEN(sched_setaffinity, others, sizeof all, &all);
  FORBIDDEN(sched_setscheduler, others, 0, memory);
  FORBIDDEN(sched_setparam, others, memory);
  FORBIDDEN(setpriority, 0, others, 1);
  FORBIDDEN(process_vm_writev, others, 0, 0, 0, 0, 0);
  FORBIDDEN(fcntl, own, F_SETOWN, others);
  FORBIDDEN(fcntl, own, F_SETOWN_EX, owner);
  FORBIDDEN(fcntl, own, F_SETSIG, SIGTERM);
  FORBIDDEN(fcntl, own, F_SETLEASE, F_WRLCK);

  /* Namespaces. */
  int namespaces[] = {CLONE_NEWUSER, CLONE_NEWNET, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWCGROUP};
  for (int i = 0; i < 7; i++) {
    errno = 0;
    long child = syscall(SYS_clone, namespaces[i] | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    say("clone", child == -1 && errno == EPERM, child, errno);
  }
  FORBIDDEN(unshare, CLONE_NEWUSER);
  unsigned long request[11] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
  errno = 0;
  long child = syscall(435, request, sizeof request); /* clone3 */
  if (child == 0) _exit(0);
  say("clone3", child == -1 && errno == ENOSYS, child, errno);

  /* Administration. */
#ifdef __x86_64__
  REFUSED(EPERM, "kexec_file_load", 320, -1, -1, 0, 0, 0);
  REFUSED(ENOSYS, "getpid of x32", 0x40000000 | SYS_getpid);
#endif

  /* Calls that are newer than the filter. */
  for (int number = 470; number < 480; number++) REFUSED(ENOSYS, "a new call", number, 0, 0, 0, 0, 0, 0);
  REFUSED(ENOSYS, "the last call", -1, 0, 0, 0, 0, 0, 0);

  /* Calls that programs need. */
  pthread_t thread;
  ALLOWED("thread", pthread_create(&thread, NULL, nothing, NULL) == 0 && pthread_join(thread, NULL) == 0 ? 0 : -1);
  child = fork();
  if (child == 0) _exit(7);
  int status = 0;
  ALLOWED("fork", waitpid((pid_t)child, &status, 0) == child && WEXITSTATUS(status) == 7 ? 0 : -1);
  pid_t spawned;
  char *shell[] = {"sh", "-c", "exit 3", NULL}, *environment[] = {NULL};
  ALLOWED("spawn", posix_spawn(&spawned, "/bin/sh", NULL, NULL, shell, environment) == 0 ? 0 : -1);
  ALLOWED("wait", waitpid(spawned, &status, 0) == spawned && WEXITSTATUS(status) == 3 ? 0 : -1);
  ALLOWED("affinity", sched_setaffinity(0, sizeof all, &all));
  ALLOWED("descriptor", fcntl(own, F_DUPFD_CLOEXEC, 10));
  errno = 0;
  say("isatty", !isatty(own) && errno == ENOTTY, -1, errno);
  ALLOWED("end", 0);
  return 0;
}
