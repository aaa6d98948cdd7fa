#!/usr/bin/env bash
# Judges the expectations of these programs by the sanitizers of the system's compiler, without Vellum.
#
#   judge.sh [-n RUNS] [-j JOBS] [-v VELLUM] [FILE.c or FOLDER ...]      all programs if none is named
#
# Each program is compiled with the address and undefined-behaviour sanitizers and a generated driver that defines
# the input functions of all dialects. Then it runs, for an unsafe program, on each of its `// input:` lines (see
# README.md), which must lead to a report of a marked kind at the marked line; and for every program on RUNS random
# inputs, small and extreme ones, which must not lead to any report that is not marked. An assumption that does not
# hold ends a run quietly. One line for each program:
#
#   confirmed   every marker was seen at its line; or: safe, and no run found anything
#   seen        it was seen that something is wrong, but not at which line (leaks, uninitialised values)
#   not seen    a marker of a kind that sanitizers are blind to; it rests on reasoning alone
#   compiled    expected to end in `unknown`; only compiled
#   WRONG       the program contradicts its expectation: the exit code is 1
#   DIFFERS     only with -v: `vellum run` contradicts the expectation: the exit code is 1
#
# How each thing is observed: out-of-bounds, use-after-*, double-free, invalid-free, library-misuse and crashes by the
# address sanitizer; arithmetic, shifts, null pointers, array lengths by the other; leaks by the leak sanitizer; not-freed by
# counting blocks; uninitialised by comparing a build that fills variables and blocks with zeros with one that fills
# them with a pattern.
#
# With -v, `vellum run` runs the same inputs as a second judge: it must report the same lines and kinds.
set -u
here=$(cd "$(dirname "$0")" && pwd)
runs=40 jobs=$(nproc) vellum= one=

while getopts n:j:v:1 option; do
  case $option in
    n) runs=$OPTARG ;;
    j) jobs=$OPTARG ;;
    v) vellum=$OPTARG ;;
    1) one=1 ;; # used by this script itself: judge the one file that is named
    *) sed -n '2,6p' "$0"; exit 2 ;;
  esac
done
shift $((OPTIND - 1))

# The kinds of which no line is known, and those that a sanitizer may not see at all.
without_line=' memory-leak not-freed uninitialised bad-call '
blind=' bad-call write-to-constant use-after-scope out-of-bounds overlapping-copy wild-pointer library-misuse '

driver() {
  cat <<'DRIVER'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define QUIET 77
#ifdef SANITIZED
void __sanitizer_print_stack_trace(void);
#define WEAK __attribute__((weak))
#else
#define __sanitizer_print_stack_trace() ((void)0)
#define WEAK
#endif

/* The next number of the input: of the list in JUDGE_INPUT, or random from JUDGE_SEED. */
static unsigned long long random_state;
static unsigned long long any_number(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state * 2685821657736338717ull;
}
static unsigned long long random_number(void) {
  unsigned long long choice = any_number() >> 33, number = any_number() >> 11;
  switch (choice % 10) {
  case 0: return (1ull << number % 64) - number / 64 % 3;
  case 1: return -(1ull << number % 64) + number / 64 % 3;
  case 2: return number * 2654435761u;
  case 3: return number % 256;
  case 4: return 32 + number % 95;
  default: return number % 14 - 2;
  }
}
unsigned long long judge_next(void) {
  static const char *rest;
  static int begun;
  char *end;
  if (!begun) {
    const char *seed = getenv("JUDGE_SEED");
    begun = 1;
    rest = getenv("JUDGE_INPUT");
    if (seed) {
      random_state = strtoull(seed, 0, 10) * 0x9e3779b97f4a7c15ull + 1;
      for (int i = 0; i < 8; i++) any_number();
    }
  }
  if (random_state) return random_number();
  unsigned long long value = rest ? strtoull(rest, &end, 0) : 0;
  if (rest) rest = end;
  return value;
}
static void quiet(int holds) {
  if (!holds) _exit(QUIET);
}
static void fail(const char *what) {
  fprintf(stderr, "driver: %s\n", what);
  __sanitizer_print_stack_trace();
  abort();
}

#define NONDET(name, type) \
  WEAK type __VERIFIER_nondet_##name(void) { return (type)judge_next(); }
#define NONDET_SHORT(name, type) \
  WEAK type nondet_##name(void) { return (type)judge_next(); }
NONDET(int, int) NONDET(uint, unsigned) NONDET(char, char) NONDET(uchar, unsigned char) NONDET(short, short)
NONDET(ushort, unsigned short) NONDET(long, long) NONDET(ulong, unsigned long) NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long) NONDET(size_t, size_t) NONDET(pointer, void *)
NONDET_SHORT(int, int) NONDET_SHORT(uint, unsigned) NONDET_SHORT(char, char) NONDET_SHORT(uchar, unsigned char)
WEAK _Bool __VERIFIER_nondet_bool(void) { return judge_next() & 1; }
WEAK _Bool nondet_bool(void) { return judge_next() & 1; }
WEAK void __VERIFIER_assume(int holds) { quiet(holds); }
WEAK void __CPROVER_assume(_Bool holds) { quiet(holds); }
WEAK void klee_assume(unsigned long holds) { quiet(holds != 0); }
WEAK int klee_int(const char *name) { return (int)judge_next(); }
WEAK int klee_range(int low, int high, const char *name) {
  long long value = (int)judge_next();
  if (random_state && (value < low || value >= high)) value = low + (long long)(any_number() >> 33) % (high - low);
  quiet(low <= value && value < high);
  return (int)value;
}
/* One number for 1, 2, 4 or 8 bytes, otherwise one for each byte. */
WEAK void klee_make_symbolic(void *block, size_t size, const char *name) {
  unsigned long long value;
  if (size == 1 || size == 2 || size == 4 || size == 8) {
    value = judge_next();
    memcpy(block, &value, size);
    return;
  }
  for (size_t i = 0; i < size; i++) ((unsigned char *)block)[i] = (unsigned char)judge_next();
}
WEAK void reach_error(void) { fail("error-call"); }
WEAK void __VERIFIER_error(void) { fail("error-call"); }
WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix) { fail("error-call"); }
WEAK void __CPROVER_assert(_Bool holds, const char *text) {
  if (!holds) fail("assertion");
}
WEAK void klee_assert(int holds) {
  if (!holds) fail("assertion");
}

#ifdef SANITIZED
/* Blocks are counted; under --malloc-may-fail an input decides for each call, 0 being failure. */
void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_realloc(void *, size_t);
void __real_free(void *);
static int live_blocks;
static int fails(void) { return getenv("JUDGE_MAY_FAIL") && judge_next() == 0; }
static void *counted(void *block) {
  live_blocks += block != 0;
  return block;
}
void *__wrap_malloc(size_t size) { return fails() ? 0 : counted(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? 0 : counted(__real_calloc(count, size)); }
void *__wrap_realloc(void *old, size_t size) {
  int frees = old && !size;
  if (!frees && fails()) return 0;
  void *block = __real_realloc(old, size);
  live_blocks += (block != 0) - (old != 0);
  return block;
}
void __wrap_free(void *block) {
  live_blocks -= block != 0;
  __real_free(block);
}
/* What functions left behind on the stack would hide leaks. */
static __attribute__((noinline)) void wipe_stack(void) {
  volatile char stack[16384];
  for (unsigned i = 0; i < sizeof stack; i++) stack[i] = 0;
}
int __real_main(int, char **, char **);
int __wrap_main(int argc, char **argv, char **environment) {
  int code = __real_main(argc, argv, environment);
  wipe_stack();
  return code;
}
__attribute__((destructor)) static void count_blocks(void) {
  if (getenv("JUDGE_COUNT") && live_blocks != 0) fprintf(stderr, "driver: not-freed\n");
}
/* A program that aborts ends, too. */
static void at_abort(int number) { count_blocks(); }
__attribute__((constructor)) static void watch_aborts(void) { signal(SIGABRT, at_abort); }
#endif
DRIVER
}

# Builds $exe from $file with further options; functions that nobody defines return an input.
build() {
  local exe=$1 flags name
  shift
  flags="-std=gnu11 -w -g -O0 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all"
  flags+=" -fno-sanitize=nonnull-attribute" # a null pointer with a length of 0 is allowed
  # Whoever does not ask for these goes on with what compilers make of them.
  case " $property " in
    '  ') ;;
    *) flags+=" -fwrapv"
      case " $property " in *' no-overflow '*) ;; *) flags+=" -fno-sanitize=signed-integer-overflow" ;; esac
      case " $property " in *' shifts '*) ;; *) flags+=" -fno-sanitize=shift" ;; esac
      case " $property " in *' other-rules '*) ;; *) flags+=" -fno-sanitize=vla-bound" ;; esac ;;
  esac
  flags+=" -fno-builtin -Wl,--wrap=main,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free"
  cc $flags "$@" "$file" "$temp/driver.o" -lm -o "$exe" 2>"$temp/link" && return 0
  : >"$temp/stubs.c"
  for name in $(sed -n "s/.*undefined reference to .\([A-Za-z0-9_]*\)'.*/\1/p" "$temp/link" | sort -u); do
    echo "unsigned long long judge_next(void); long $name() { return judge_next(); }" >>"$temp/stubs.c"
  done
  [ -s "$temp/stubs.c" ] || return 1
  cc $flags "$@" "$file" "$temp/driver.o" "$temp/stubs.c" -lm -o "$exe" 2>"$temp/link"
}

# What a run on standard error says: "LINE KIND", the line 0 if it is not known; nothing if all is well.
classify() {
  local ends=
  # Where nobody asks for these they only end the program.
  if [ -n "$property" ]; then
    case " $property " in *' assertions '*) ;; *) ends+=' assertion ' ;; esac
    case " $property " in *' unreach-call '*) ;; *) ends+=' error-call ' ;; esac
  fi
  awk -v file="$(basename "$file")" -v ends="$ends" '
    function at(text,   start) { # the line in a text like "/x/file.c:12"
      start = index(text, file ":")
      return start ? substr(text, start + length(file) + 1) + 0 : 0
    }
    function report(what) { if (kind == "" && !index(ends, " " what " ")) kind = what }
    kind == "" && /runtime error/ {
      line = at($0)
      sub(/.*runtime error/, "") # names of files have such words, too
      if (/overflow|cannot be represented/ && !/pointer/) report("signed-overflow")
      else if (/division by zero/) report("division-by-zero")
      else if (/shift exponent/) report("shift")
      else if (/null pointer/) report("null-dereference")
      else if (/out of bounds|insufficient space|overflowed/) report("out-of-bounds")
      else if (/unreachable/) report("unreachable-reached")
      else if (/variable length array/) report("array-length")
      else report("other:" $0)
    }
    kind == "" && /Assertion .* failed/ { report("assertion"); if (kind != "") line = at($0) }
    /^driver: / { report($2) }
    /ERROR: AddressSanitizer: / {
      if (/attempting double-free/) report("double-free")
      else if (/attempting free|bad-free/) report("invalid-free")
      else if (/buffer-(over|under)flow|negative-size-param|out-of-bounds/) report("out-of-bounds")
      else if (/heap-use-after-free|use-after-poison/) report("use-after-free")
      else if (/stack-use-after/) report("use-after-scope")
      else if (/param-overlap/) report("library-misuse")
      else if (/pc 0x000000000000/) report("bad-call")
      else if (/SEGV on unknown address 0x000000000/) report("null-dereference")
      else if (/SEGV/) report("crash")
      else if (/stack-overflow/) report("stack-overflow")
      else report("other:" $0)
    }
    /ERROR: LeakSanitizer/ { report("memory-leak"); exit }
    kind != "" && kind != "not-freed" && line == 0 && / in / { line = at($0) }
    END { if (kind != "") print line + 0, kind }
  ' "$1"
}

# Runs $exe on JUDGE_INPUT or JUDGE_SEED; sets $found to what classify says, $code to the exit code.
run() {
  local options="detect_stack_use_after_return=1:detect_leaks=1:allocator_may_return_null=1:handle_abort=0"
  options+=":max_malloc_fill_size=1000000:malloc_fill_byte=$fill:strict_string_checks=0"
  # Frames that are kept for reports would keep leaked blocks reachable.
  if [ -n "$property" ]; then options=${options/use_after_return=1/use_after_return=0}; fi
  {
    printf '%b' "$stdin" | ASAN_OPTIONS=$options UBSAN_OPTIONS=print_stacktrace=0 \
      timeout 20 "$1" "${arguments[@]}" >"$temp/out" 2>"$temp/err"
    code=$?
  } 2>/dev/null
  found=$(classify "$temp/err")
  if [ -z "$found" ] && [ $code -eq 124 ]; then found="0 timeout"; fi
  if [ -n "$property" ] && [ $code -eq 134 ]; then return; fi
  if [ -z "$found" ] && [ $code -gt 128 ]; then found="0 signal-$((code - 128))"; fi
}

# Whether what was found is marked; sets $marker to the line and the kind of the marker.
marked() {
  local line=${1%% *} kind=${1#* } at wanted
  for at in "${!markers[@]}"; do
    [ "$line" = "$at" ] || [ "$line" = 0 ] || continue
    for wanted in ${markers[$at]//,/ }; do
      marker="$at $wanted"
      # A crash says that something was wrong, not what.
      case $kind/$wanted in
        "$wanted/$wanted") return 0 ;;
        crash/wild-pointer | crash/write-to-constant | crash/bad-call | crash/out-of-bounds | crash/invalid-free) return 0 ;;
        null-dereference/wild-pointer) return 0 ;;
        out-of-bounds/subobject-overflow | out-of-bounds/pointer-overflow) return 0 ;;
      esac
    done
  done
  return 1
}

wrong() {
  echo "WRONG      $name: $*"
  exit 1
}

differs() {
  echo "DIFFERS    $name: $*"
  exit 1
}

# `vellum run` on the current input: its line and kind must be marked too.
second_opinion() {
  local line kind text
  printf '%b' "$stdin" | timeout 60 "$vellum" run "$file" "$temp/driver.c" $([ -s "$temp/stubs.c" ] && echo "$temp/stubs.c") \
    -- "${arguments[@]}" >"$temp/out" 2>"$temp/err"
  text=$(grep -m1 '^error: \|^driver: ' "$temp/err")
  line=$(awk -v file="$(basename "$file")" '{ at = index($0, "/" file ":") } at { print substr($0, at + length(file) + 2) + 0; exit }' "$temp/err")
  case $text in
    '') kind= ;;
    'driver: '*) kind=${text#driver: } ;;
    *'through a null pointer'*) kind=null-dereference ;;
    *'points to no object'*) kind=wild-pointer ;;
    *'of a block of'* | *'index is beyond any object'*) kind=out-of-bounds ;;
    *'index is outside of the array'*) kind=subobject-overflow ;;
    *'pointer arithmetic beyond'*) kind=pointer-overflow ;;
    *'memory that was freed before'*) kind=double-free ;;
    *'of memory that was freed'*) kind=use-after-free ;;
    *'whose scope was left'*) kind=use-after-scope ;;
    *'object that is constant'*) kind=write-to-constant ;;
    *'not from malloc'* | *'into the middle'*) kind=invalid-free ;;
    *'signed overflow'*) kind=signed-overflow ;;
    *'division by zero'*) kind=division-by-zero ;;
    *'shift by'*) kind=shift ;;
    *'must not be'*) kind=unreachable-reached ;;
    *'length is not positive'*) kind=array-length ;;
    *'assertion failed'*) kind=assertion ;;
    *'no function'*) kind=bad-call ;;
    *'never set'*) kind=uninitialised ;;
    *'overlaps it partly'*) kind=overlapping-copy ;;
    *overlap* | *'after fclose'* | *'is no character'*) kind=library-misuse ;;
    *) kind="other: $text" ;;
  esac
  opinion="${line:-0} $kind"
}

judge() {
  file=$1
  name=${file#"$here"/}
  temp=$(mktemp -d)
  trap 'rm -rf "$temp"' EXIT
  driver >"$temp/driver.c"
  : >"$temp/stubs.c"
  fill=170 stdin= arguments=() options=() inputs=()
  declare -gA markers=() confirmed=()
  local line text number=0 property= unknown=
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    case $line in
      '// input:'*) inputs+=("${line#// input:}") ;;
      '// args:'*) read -r -a arguments <<<"${line#// args:}" ;;
      '// stdin: '*) stdin=${line#// stdin: } ;;
      '// property: '*) property=${line#// property: } ;;
      '// options: '*) read -r -a options <<<"${line#// options: }" ;;
      '// expect: unknown '*) unknown=1 ;;
      *'//~ '*) markers[$number]=${line##*//~ } ;;
    esac
  done <"$file"
  export JUDGE_INPUT= JUDGE_SEED=
  unset JUDGE_SEED JUDGE_MAY_FAIL JUDGE_COUNT
  case " ${options[*]-} " in *' --malloc-may-fail '*) export JUDGE_MAY_FAIL=1 ;; esac
  if [ "$property" = valid-memcleanup ]; then export JUDGE_COUNT=1; fi
  cc -std=gnu11 -w -g -O0 -DSANITIZED -c "$temp/driver.c" -o "$temp/driver.o" || exit 2
  build "$temp/exe" -ftrivial-auto-var-init=pattern || wrong "does not compile: $(grep -m1 "error" "$temp/link")"
  if [ -n "$unknown" ]; then
    echo "compiled   $name"
    return
  fi
  local uninitialised=
  case " ${options[*]-} " in *' --check-uninitialised '*) uninitialised=1 ;; esac
  if [ -n "$uninitialised" ]; then build "$temp/zero" -ftrivial-auto-var-init=zero; fi

  [ "${#inputs[@]}" -gt 0 ] || inputs=("")
  if [ "${#markers[@]}" -gt 0 ]; then
    for input in "${inputs[@]}"; do
      export JUDGE_INPUT=$input
      run "$temp/exe"
      differ_check
      if [ -n "$found" ]; then
        marked "$found" || wrong "input '$input': $found is not marked"
        if [ "${found%% *}" = 0 ]; then
          confirmed[$marker]=${confirmed[$marker]:-seen}
        else
          confirmed[$marker]=confirmed
        fi
      fi
      if [ -n "$vellum" ] && [ "${#options[@]}" = 0 ] && [ -z "$property" ]; then
        second_opinion
        [ "$opinion" = "0 " ] && differs "input '$input': vellum run finds nothing"
        marked "$opinion" || differs "input '$input': vellum run says $opinion"
      fi
    done
  fi
  # Without inputs all runs are the same.
  grep -q 'nondet\|klee\|--symbolic\|--malloc-may-fail' "$file" || [ -s "$temp/stubs.c" ] || runs=1
  local seed passed=0
  for ((seed = 1; seed <= runs; seed++)); do
    export JUDGE_SEED=$seed
    case " ${options[*]-} " in
      *symbolic-args*) arguments=("$(random_text $((seed % 4)))") ;;
      *symbolic-stdin*) stdin=$(random_text 4) ;;
    esac
    run "$temp/exe"
    [ -z "$found" ] && differ_check
    [ $code = 77 ] || passed=$((passed + 1))
    if [ -n "$found" ]; then marked "$found" || wrong "seed $seed: $found is not marked"; fi
  done
  unset JUDGE_SEED
  if [ "${#markers[@]}" = 0 ]; then
    if [ -n "$vellum" ]; then
      export JUDGE_INPUT=${inputs[0]}
      second_opinion
      [ "${opinion#* }" = "" ] || differs "vellum run says $opinion"
    fi
    echo "confirmed  $name (safe; $passed of $runs runs within the assumptions)"
    return
  fi
  local verdict=confirmed at
  for at in "${!markers[@]}"; do
    for text in ${markers[$at]//,/ }; do
      case ${confirmed[$at $text]:-none} in
        confirmed) ;;
        seen)
          case $without_line in *" $text "*) ;; *) wrong "line $at: seen, but the line is not known: $(grep -m1 ERROR "$temp/err")" ;; esac
          [ "$verdict" = confirmed ] && verdict=seen
          ;;
        none)
          case $blind$without_line in *" $text "*) ;; *) wrong "line $at: $text is not seen with inputs '${inputs[*]}'" ;; esac
          verdict='not seen'
          ;;
      esac
    done
  done
  printf '%-10s %s (%s)\n' "$verdict" "$name" "$(for at in "${!markers[@]}"; do echo "$at ${markers[$at]}"; done | sort -n | paste -sd';')"
}

# A program that must not depend on uninitialised memory does the same whatever is in there.
differ_check() {
  [ -n "$uninitialised" ] || return
  local first=$found/$code
  fill=0 run "$temp/zero"
  if [ "$first" != "$found/$code" ]; then found="0 uninitialised"; else found=; fi
}

random_text() {
  local letters='abcxyz019 -+%/=' text= i
  for ((i = 0; i < $1; i++)); do text+=${letters:RANDOM % ${#letters}:1}; done
  printf '%s' "$text"
}

if [ -n "$one" ]; then
  judge "$1"
  exit
fi
[ $# -gt 0 ] || set -- "$here"/*/*.c
export LC_ALL=C
for file in "$@"; do find "$(realpath "$file")" -name "*.c"; done |
  xargs -d '\n' -n 1 -P "$jobs" "$0" -1 -n "$runs" ${vellum:+-v "$vellum"} | sort >"${TMPDIR:-/tmp}/judge.$$"
cat "${TMPDIR:-/tmp}/judge.$$"
awk '{ count[$1]++ } END { for (verdict in count) printf "%s: %d\n", verdict, count[verdict] }' "${TMPDIR:-/tmp}/judge.$$" | sort
! grep -q '^WRONG\|^DIFFERS' "${TMPDIR:-/tmp}/judge.$$"
result=$?
rm -f "${TMPDIR:-/tmp}/judge.$$"
exit $result
