/* Arrays, pointers, strings, multi-dimensional and variable-length arrays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>

static int grid[3][4] = {{1, 2}, {5, 6, 7, 8}, [2][1] = 10, 11};
static char text[] = "hello" " " "world";
static char fixed[3] = "abc";
static const char *names[] = {"zero", [3] = "three", "four", [1] = "one"};
static int ranges[10] = {[2 ... 4] = 7, [8] = 1};
static char matrix[][4] = {"ab", "cd", {'e', 'f'}};
static int *middle = &grid[1][2];
static char *tail = text + 6;
static int elided[2][2][2] = {1, 2, 3, {4}, 5, 6, 7};
static wchar_t wide[] = L"wide\u00e9";

static int total(int rows, int columns, int a[rows][columns]) {
  int sum = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) sum += a[i][j];
  return sum + (int)sizeof(a[0]);
}
static int first(int a[static 3]) { return a[0] + (int)sizeof a; }

int main(void) {
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) printf("%d ", grid[i][j]);
  printf("\n%s %d %c %d\n", text, (int)sizeof text, fixed[2], (int)sizeof names);
  for (int i = 0; i < 5; i++) printf("%s ", names[i] ? names[i] : "-");
  for (int i = 0; i < 10; i++) printf("%d ", ranges[i]);
  printf("%s %s %s %d\n", matrix[0], matrix[1], matrix[2], (int)sizeof matrix);
  printf("%d %s %ld\n", *middle, tail, (long)(middle - grid[0]));
  for (int i = 0; i < 8; i++) printf("%d ", ((int *)elided)[i]);
  printf("%d %d\n", (int)sizeof wide / (int)sizeof wide[0], wide[4]);
  int local[5] = {1, 2, 3}; int *p = local + 1, *q = &local[4];
  printf("%d %d %d %ld ", p[1], *(q - 1), 2[local], (long)(q - p)); printf("%d\n", *p++);
  printf("%d %d %d %d\n", p < q, p == q - 2, p != 0, !p);
  p += 2; *p-- = 42; *--p = 7; printf("%d %d %d\n", local[1], local[4], *p);
  char buffer[16] = "x"; strcpy(buffer + 1, "yz"); printf("%s %d\n", buffer, buffer[10]);
  int n = 4;
  int vla[n][n + 1];
  for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) vla[i][j] = i * j;
  printf("%d %d %d\n", total(n, n + 1, vla), (int)sizeof vla, (int)sizeof vla[0]);
  for (int k = 1; k < 4; k++) { char inner[k * 2]; memset(inner, k, sizeof inner); printf("%d:%d ", (int)sizeof inner, inner[k]); }
  int (*rows)[n + 1] = vla; rows++; printf("%d %d\n", rows[1][2], (int)sizeof *rows);
  typedef int vector[n]; vector v; n = 100; printf("%d %d\n", (int)sizeof v, (int)sizeof(int[n]));
  int *heap = malloc(3 * sizeof *heap); heap[2] = 5; printf("%d\n", *(heap + 2)); free(heap);
  char *al = __builtin_alloca(10); al[9] = 3; printf("%d\n", al[9]);
  printf("%d %d\n", first(local), "abc"[1]);
  int (*pa)[5] = &local; printf("%d %ld\n", (*pa)[0], (long)((char *)(pa + 1) - (char *)pa));
  void *vp = local; printf("%ld\n", (long)((vp + 4) - vp));
  int zero[3] = {}; printf("%d\n", zero[2]);
  long lp = (long)&local[2] - (long)local; printf("%ld\n", lp);
  return 0;
}
