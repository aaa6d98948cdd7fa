#include <stdlib.h>
int __VERIFIER_nondet_int(void);

#ifdef __SANITIZE_ADDRESS__
long syscall(long number, ...);
void _exit(int status);

/* Ends the program with a number that says what it could do. */
__attribute__((constructor)) static void before(void) {
  struct { unsigned long value; unsigned size, flags; } attribute = {(unsigned long)"x", 1, 0};
  char flags[24] = {0};
  if (syscall(463, -100, "TARGET", 0, "user.hostile", &attribute, sizeof attribute) == 0) _exit(101);
  if (syscall(469, -100, "TARGET", flags, sizeof flags, 0) == 0) _exit(102);
#ifdef __x86_64__
  int *number = malloc(sizeof *number);
  for (*number = 0; *number < 100; ++*number)
    if (syscall(31, *number, 2, malloc(256)) != -1) _exit(103); /* IPC_STAT of shared memory */
  free(number);
  if (syscall(53, 1, 2, 0, malloc(8)) == 0) _exit(104);         /* a pair of sockets */
  long child = syscall(56, 0x10000011, 0, 0, 0, 0);             /* a process with users of its own */
  if (child >= 0) _exit(105);
#endif
}
#endif

int main(void) {
  char *block = malloc(4);
  if (!block) return 0;
  free(block);
  return block[__VERIFIER_nondet_int() & 3];
}
