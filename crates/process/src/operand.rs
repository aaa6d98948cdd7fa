//! File names as arguments: no program may take a file name for an option or a response file.

use std::ffi::OsString;
use std::path::Path;

/// Returns a file name as an argument that does not begin with `-` or `@`.
#[must_use]
pub fn operand(path: &Path) -> OsString {
    match path.as_os_str().as_encoded_bytes().first() {
        Some(b'-' | b'@') => Path::new(".").join(path).into(),
        _ => path.into(),
    }
}

/// Returns whether a compiler passes the name of this file on to one of its helper programs in a form that the helper
/// takes for a response file. gcc and clang pass on only the last component of a source file's name.
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
