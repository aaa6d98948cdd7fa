/* Atomic operations, in one thread. */
#include <stdatomic.h>
#include <stdio.h>

struct pair { int x, y; };
_Atomic int a;
atomic_uint b = ATOMIC_VAR_INIT(3);
_Atomic(long) c;
atomic_flag flag = ATOMIC_FLAG_INIT;
_Atomic struct pair pair;
_Atomic(int *) pointer;

static void standard(void) {
  int old, expected = 7;
  atomic_store(&a, 4); a += 2; a++;
  old = (int)atomic_fetch_add(&b, 2); printf("%d %d %u\n", atomic_load(&a), old, b);
  old = atomic_compare_exchange_strong(&a, &expected, 9); printf("%d %d %d\n", old, a, expected);
  old = atomic_compare_exchange_weak(&a, &expected, 11); printf("%d %d %d\n", old, a, expected);
  old = atomic_flag_test_and_set(&flag); printf("%d ", old);
  old = atomic_flag_test_and_set(&flag); printf("%d\n", old);
  atomic_flag_clear(&flag);
  printf("%ld ", atomic_exchange(&c, 5L)); printf("%ld\n", c);
  atomic_thread_fence(memory_order_seq_cst); atomic_init(&a, 1);
  old = atomic_fetch_or_explicit(&a, 6, memory_order_relaxed); printf("%d %d\n", old, a);
  old = atomic_fetch_xor(&a, 1) + atomic_fetch_and(&a, 2) + atomic_fetch_sub(&a, 1); printf("%d %d\n", old, a);
  printf("%d\n", atomic_is_lock_free(&a) ? 1 : 0);
}

static void gnu(void) {
  int v, n = 3, o, *p = &n, list[4] = {1, 2, 3, 4}; char byte = 0;
  __atomic_load(&a, &v, 5); __atomic_store(&a, &n, 5); __atomic_exchange(&a, &v, &o, 5); printf("%d %d %d\n", v, a, o);
  o = __sync_val_compare_and_swap(&n, 3, 8); printf("%d %d\n", o, n);
  o = __sync_lock_test_and_set(&n, 1); printf("%d %d\n", o, n);
  __sync_lock_release(&n); __sync_synchronize(); printf("%d\n", n);
  o = __atomic_fetch_nand(&n, 5, 5); printf("%d %d\n", o, n);
  p = list; printf("%d", *__atomic_fetch_add(&p, sizeof *p, 5)); printf("%d", *__atomic_add_fetch(&p, sizeof *p, 5)); printf("%d\n", *__atomic_sub_fetch(&p, 8, 5));
  o = __atomic_test_and_set(&byte, 5); printf("%d %d ", o, byte); __atomic_clear(&byte, 5); printf("%d\n", byte);
  v = 0; o = __atomic_compare_exchange_n(&n, &v, 6, 0, 5, 5); printf("%d %d\n", o, v);
  o = __atomic_compare_exchange_n(&n, &v, 6, 0, 5, 5); printf("%d %d\n", o, n);
  printf("%d %d\n", __atomic_always_lock_free(4, 0), __atomic_load_n(&n, 5)); __atomic_store_n(&n, 2, 5); printf("%d\n", __atomic_exchange_n(&n, 4, 5));
}

int main(void) {
  standard(); gnu();
  struct pair q = {1, 2}, r; pair = q; r = pair; printf("%d\n", r.y);
  int x = 4; pointer = &x; printf("%d\n", *pointer);
  return 0;
}
