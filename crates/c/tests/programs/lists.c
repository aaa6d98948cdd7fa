/* A linked list, a tree and a hash table on the heap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; int key; char name[12]; };
struct tree { struct tree *left, *right; int key; };
static struct node *buckets[7];

static struct node *push(struct node *head, int key) {
  struct node *n = malloc(sizeof *n);
  n->next = head; n->key = key; strcpy(n->name, "node"); n->name[4] = 'a' + key % 26; n->name[5] = 0;
  return n;
}
static struct node *reverse(struct node *list) {
  struct node *out = NULL;
  while (list) { struct node *next = list->next; list->next = out; out = list; list = next; }
  return out;
}
static struct tree *insert(struct tree *t, int key) {
  if (!t) { t = calloc(1, sizeof *t); t->key = key; return t; }
  if (key < t->key) t->left = insert(t->left, key); else t->right = insert(t->right, key);
  return t;
}
static void walk(const struct tree *t, int depth) { if (t) { walk(t->left, depth + 1); printf("%d@%d ", t->key, depth); walk(t->right, depth + 1); } }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void sort(int *a, int n, int (*cmp)(const void *, const void *)) {
  for (int i = 1; i < n; i++) for (int j = i; j > 0 && cmp(&a[j - 1], &a[j]) > 0; j--) { int t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; }
}
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 5; i++) list = push(list, i * 3);
  list = reverse(list);
  for (struct node *n = list; n; n = n->next) printf("%d %s ", n->key, n->name);
  struct node **link = &list; while (*link && (*link)->key != 6) link = &(*link)->next;
  struct node *gone = *link; *link = gone->next; free(gone);
  int length = 0; for (struct node *n = list; n; n = n->next) length++;
  printf("%d\n", length);
  struct tree *t = NULL; int keys[] = {5, 2, 8, 1, 9, 3};
  for (int i = 0; i < 6; i++) t = insert(t, keys[i]);
  walk(t, 0); printf("\n");
  sort(keys, 6, compare); for (int i = 0; i < 6; i++) printf("%d ", keys[i]);
  for (int i = 0; i < 20; i++) buckets[i * i % 7] = push(buckets[i * i % 7], i);
  for (int i = 0; i < 7; i++) { int n = 0; for (struct node *b = buckets[i]; b; b = b->next) n += b->key; printf("%d ", n); }
  printf("\n");
  return length;
}
