//! Why a compiler made no program of a replay, from what it said.
//!
//! It does not know how compilers are called. `confirm` relies on a reason that a user can act on.

use process::Finished;

/// Headers of the C library that only programs of 32 bits miss where its headers for these are not installed.
const HEADERS_OF_32_BITS: [&str; 3] =
    ["gnu/stubs-32.h", "bits/libc-header-start.h", "bits/wordsize.h"];

/// Returns why there is no program to run.
pub fn reason(cc: &str, compiled: &Finished) -> String {
    match compiled.excess {
        Some(_) => format!("{cc} took too long"),
        None => reason_in(cc, &String::from_utf8_lossy(&compiled.errors)),
    }
}

fn reason_in(cc: &str, said: &str) -> String {
    if lacks_32_bits(said) {
        return "the libraries for programs of 32 bits are missing".to_owned();
    }
    if said.lines().any(lacks_sanitizer) {
        return format!("the sanitizers of {cc} are missing");
    }
    let first = said.lines().find(|line| is_error(line)).or_else(|| said.lines().next());
    format!("{cc} does not compile it: {}", first.unwrap_or_default())
}

/// A header is missing only if an error says so: notes name headers that were found.
fn lacks_32_bits(said: &str) -> bool {
    let of_header = |line: &str| {
        let missing = ["No such file", "file not found"].iter().any(|it| line.contains(it));
        missing && is_error(line) && HEADERS_OF_32_BITS.iter().any(|it| line.contains(it))
    };
    // A linker skips a library, and may find another one.
    let skipped = said.contains("skipping incompatible") && said.contains("cannot find");
    skipped || said.lines().any(of_header)
}

/// Words of a linker, and of a compiler. The names of sanitizers are in other messages too.
fn lacks_sanitizer(line: &str) -> bool {
    let missing = ["cannot find", "unable to find", "unrecognized", "unsupported", "No such file"];
    let sanitizers = ["asan", "ubsan", "sanitize"];
    missing.iter().any(|it| line.contains(it)) && sanitizers.iter().any(|it| line.contains(it))
}

fn is_error(line: &str) -> bool {
    let words = ["error: ", "undefined reference", "multiple definition", "cannot find"];
    words.iter().any(|it| line.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let missing = "the libraries for programs of 32 bits are missing";
        let header = "In file included from a.c:1:\n\
            /usr/include/stdio.h:28:10: fatal error: bits/libc-header-start.h: No such file or directory\n";
        let clang = "/usr/include/gnu/stubs.h:7:11: fatal error: 'gnu/stubs-32.h' file not found\n";
        let linker = "ld: skipping incompatible /usr/lib/libgcc.a when searching for -lgcc\n\
            ld: cannot find -lgcc: No such file or directory\n";
        for said in [header, clang, linker] {
            assert_eq!(reason_in("cc", said), missing);
        }
        let sanitizer = "ld: cannot find libasan_preinit.o: No such file or directory\n";
        assert_eq!(reason_in("cc", sanitizer), "the sanitizers of cc are missing");
    }

    #[test]
    fn an_error_in_the_program_is_said() {
        let conflict = "In file included from /usr/include/bits/libc-header-start.h:33,\n\
            \x20                from /usr/include/string.h:26,\n\
            \x20                from replay.c:12:\n\
            replay.c: In function 'strerror_r':\n\
            replay.c:62:5: error: conflicting types for 'strerror_r'\n\
            \x20  62 | int strerror_r() {\n";
        let expected =
            "cc does not compile it: replay.c:62:5: error: conflicting types for 'strerror_r'";
        assert_eq!(reason_in("cc", conflict), expected);
        let skipped = "ld: skipping incompatible /lib/libm.so when searching for -lm\n\
            ld: a.o: in function `main': a.c:3: undefined reference to `f'\n";
        let expected = "cc does not compile it: ld: a.o: in function `main': a.c:3: undefined reference to `f'";
        assert_eq!(reason_in("cc", skipped), expected);
        assert_eq!(reason_in("cc", ""), "cc does not compile it: ");
    }
}
