#!/bin/sh
# Builds runtime/ with the system's compiler, each name with the prefix rt_, and compares every function with the system's own.
# Needs only cc (gcc or clang with the address and undefined-behaviour sanitizers) and glibc. Prints "N passed, N failed".
set -eu
cd "$(dirname "$0")/.."
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT

grep -v '^#' names.txt >"$build/names"

# -Dname=rt_name for the runtime, and a declaration of each rt_name for the tests.
while read -r name file header; do
    printf '%s\n' "-D$name=rt_$name" >>"$build/renames"
    if [ "$header" != - ]; then
        printf 'extern __typeof__(%s) rt_%s;\n' "$name" "$name" >>"$build/rt.h"
    fi
done <"$build/names"

runtime_flags="-std=gnu11 -g -Wall -Wextra -Wconversion -Wno-psabi -fno-builtin -ffreestanding -I."
# Wrong formats and overlapping arguments are what some tests are about.
test_flags="-std=gnu11 -g -Wall -Wno-format -Wno-restrict -Wno-stringop-overflow -Wno-nonnull -fno-builtin -I$build"
sanitize="-fsanitize=address,undefined -fno-sanitize=nonnull-attribute -fno-sanitize-recover=undefined"

for file in *.c; do
    cc $runtime_flags $sanitize @"$build/renames" -c "$file" -o "$build/runtime_${file%.c}.o"
    cc $runtime_flags -c "$file" -o "$build/plain_${file%.c}.o"
    # The other data model: it must compile, even where there is nothing to link it with.
    cc $runtime_flags -m32 -fsyntax-only "$file"
done
for file in tests/*.c; do
    cc $test_flags $sanitize -c "$file" -o "$build/tests_$(basename "$file" .c).o"
done
cc $sanitize "$build"/runtime_*.o "$build"/tests_*.o -lm -o "$build/all"

# names.txt against what the files define.
for object in "$build"/plain_*.o; do
    file=$(basename "$object" .o)
    nm -g "$object" | awk -v file="${file#plain_}.c" 'NF == 3 { print $3, file }'
done | sort >"$build/defined"
awk '{ print $1, $2 }' "$build/names" | sort >"$build/listed"
if ! diff "$build/listed" "$build/defined"; then
    echo "names.txt differs from what the files define (< listed, > defined)"
    exit 1
fi

ASAN_OPTIONS=detect_leaks=0 "$build/all"
