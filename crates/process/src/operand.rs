//! File names as arguments of other programs: so that no program takes one for an option or a response file.

use std::ffi::OsString;
use std::path::Path;

/// A file name as an argument: none that begins with `-` or `@`.
#[must_use]
pub fn operand(path: &Path) -> OsString {
    match path.as_os_str().as_encoded_bytes().first() {
        Some(b'-' | b'@') => Path::new(".").join(path).into(),
        _ => path.into(),
    }
}

/// Whether a compiler that is given this file hands a word to its own helpers that they take for a response file: gcc and clang
/// pass on the last component of the name of a source file alone.
#[must_use]
pub fn has_response_file_name(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"@"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_operand_is_an_option() {
        for (name, expected) in [
            ("-o.c", "./-o.c"),
            ("@x.c", "./@x.c"),
            ("@d/x.c", "./@d/x.c"),
            ("a @-.c", "a @-.c"),
            ("/@x.c", "/@x.c"),
            ("", ""),
        ] {
            assert_eq!(operand(Path::new(name)), expected);
        }
        assert!(has_response_file_name(Path::new("./a/@x.c")));
        assert!(!has_response_file_name(Path::new("@a/x.c")));
    }
}
