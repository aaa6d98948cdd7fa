//! What sanitizers, assertions and replays print, as reports with a kind and a place.
//!
//! The words are those of AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer of both gcc
//! and clang.

use ir::diagnostic::visible;

/// A report of a sanitizer, an assertion or a replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The kinds of finding that it can be.
    pub kinds: &'static [&'static str],
    /// The reporter, and its words.
    pub words: String,
    /// The innermost place in the program: file and line.
    pub place: Option<(String, u32)>,
}

impl Report {
    /// Whether the program called a function that no replay has.
    pub fn is_missing_function(&self) -> bool {
        self.words.starts_with("the replay: a call of ")
    }

    /// Whether the program read more inputs than the replay has.
    pub fn is_end_of_inputs(&self) -> bool {
        self.kinds.is_empty() && self.words.ends_with("the inputs are used up")
    }

    /// Returns the report for a reader.
    pub fn text(&self) -> String {
        match &self.place {
            Some((file, line)) => format!("{} at {}:{line}", self.words, visible(file)),
            None => self.words.clone(),
        }
    }
}

/// Words of AddressSanitizer, and the kinds of findings that they can be.
const ADDRESS: [(&str, &[&str]); 18] = [
    ("heap-buffer-overflow", &["out-of-bounds"]),
    ("stack-buffer-overflow", &["out-of-bounds"]),
    ("stack-buffer-underflow", &["out-of-bounds"]),
    ("dynamic-stack-buffer-overflow", &["out-of-bounds"]),
    ("global-buffer-overflow", &["out-of-bounds"]),
    ("negative-size-param", &["out-of-bounds"]),
    ("unknown-crash", &["out-of-bounds"]),
    ("heap-use-after-free", &["use-after-free"]),
    ("stack-use-after-scope", &["use-after-scope"]),
    ("stack-use-after-return", &["use-after-scope"]),
    ("attempting double-free", &["double-free"]),
    ("attempting free on address which was not malloc()-ed", &["invalid-free"]),
    ("bad-free", &["invalid-free"]),
    ("memcpy-param-overlap", &["library-misuse", "overlapping-copy"]),
    ("strcpy-param-overlap", &["library-misuse"]),
    ("strcat-param-overlap", &["library-misuse"]),
    // A crash does not tell which violation it is.
    (
        "SEGV",
        &[
            "null-dereference",
            "wild-pointer",
            "write-to-constant",
            "bad-call",
            "out-of-bounds",
            "invalid-free",
        ],
    ),
    ("FPE", &["division-by-zero", "signed-overflow"]),
];

/// Words of UndefinedBehaviorSanitizer, and the kinds of findings that they can be; the first match counts.
const UNDEFINED: [(&str, &[&str]); 16] = [
    ("signed integer overflow", &["signed-overflow"]),
    ("division by zero", &["division-by-zero"]),
    ("shift exponent", &["shift"]),
    ("left shift of", &["shift", "signed-overflow"]),
    ("outside the range of representable values", &["float-to-int"]),
    ("cannot be represented in type", &["signed-overflow"]),
    ("null pointer", &["null-dereference"]),
    ("out of bounds for type", &["out-of-bounds", "subobject-overflow"]),
    ("insufficient space", &["out-of-bounds"]),
    ("unreachable", &["unreachable-reached"]),
    ("reached the end of a value-returning", &["unreachable-reached"]),
    ("variable length array bound", &["array-length"]),
    ("incorrect function type", &["bad-call"]),
    ("pointer index expression", &["out-of-bounds", "pointer-overflow"]),
    ("addition of unsigned offset", &["out-of-bounds", "pointer-overflow"]),
    ("subtraction of unsigned offset", &["out-of-bounds", "pointer-overflow"]),
];

/// Returns all reports in the standard error of a program. `own` tells whether a file is of the program; a report inside of
/// the function `skipped` has the place of its call.
pub fn read(text: &str, own: &dyn Fn(&str) -> bool, skipped: Option<&str>) -> Vec<Report> {
    let mut reports = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let place = || {
            let frames = lines[index + 1..].iter().skip_while(|line| frame(line).is_none());
            let frames = frames.map_while(|line| frame(line));
            let mut own =
                frames.filter(|(function, file, _)| own(file) && Some(*function) != skipped);
            own.next().map(|(_, file, line)| (base(file).to_owned(), line))
        };
        if let Some((at, words)) = line.split_once(": runtime error: ") {
            let kinds = UNDEFINED.iter().find(|it| words.contains(it.0)).map_or(&[][..], |it| it.1);
            let words = format!("UndefinedBehaviorSanitizer: {words}");
            let place = location(at).map(|(file, line)| (base(file).to_owned(), line));
            reports.push(Report { kinds, words, place });
        } else if let Some((_, words)) = line.split_once("ERROR: AddressSanitizer: ") {
            // A call through a pointer that points to no function leaves no frame of the caller.
            let hint = lines[index + 1..].iter().take(3).any(|line| {
                line.contains("pc points to the zero page") || line.contains("Maybe a wild jump")
            });
            if words.starts_with("SEGV") && hint {
                let words = "AddressSanitizer: SEGV after a wild jump".to_owned();
                reports.push(Report { kinds: &["bad-call"], words, place: None });
                continue;
            }
            let known = ADDRESS.iter().find(|it| words.starts_with(it.0));
            let (words, kinds) = match known {
                Some((name, kinds)) => (*name, *kinds),
                None => (words.split(" (").next().unwrap_or(words), &[][..]),
            };
            let words = format!("AddressSanitizer: {words}");
            reports.push(Report { kinds, words, place: place() });
        } else if line.contains(" leak of ") && line.ends_with("allocated from:") {
            let words = format!("LeakSanitizer: {}", line.trim_end_matches(" allocated from:"));
            let kinds = &["memory-leak", "not-freed"];
            reports.push(Report { kinds, words, place: place() });
        } else if let Some((before, assertion)) = line.split_once(": Assertion `") {
            // `program: file.c:12: function: Assertion ...`
            let place = before.split(": ").find_map(location);
            let place = place.map(|(file, line)| (base(file).to_owned(), line));
            let words = format!("Assertion `{assertion}");
            reports.push(Report { kinds: &["assertion"], words, place });
        } else if let Some(words) = line.strip_prefix("replay: ") {
            let kinds: &[&str] = match words {
                "assertion failed" => &["assertion"],
                words if words.starts_with("call of ") => &["error-call"],
                _ => &[],
            };
            let place = if kinds.is_empty() { None } else { place() };
            reports.push(Report { kinds, words: format!("the replay: {words}"), place });
        }
    }
    reports
}

/// A line of a trace of the stack: function, file and line.
fn frame(line: &str) -> Option<(&str, &str, u32)> {
    let rest = line.trim_start().strip_prefix('#')?;
    let (number, rest) = rest.split_once(' ')?;
    number.parse::<u32>().ok()?;
    // Frames without a place count as frames, but belong to no function.
    let Some((_, named)) = rest.split_once(" in ") else { return Some(("", "", 0)) };
    let (function, at) = named.split_once(' ').unwrap_or((named, ""));
    let (file, line) = location(at).unwrap_or(("", 0));
    Some((function, file, line))
}

/// `file:line` or `file:line:column`.
fn location(text: &str) -> Option<(&str, u32)> {
    let (rest, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    match rest.rsplit_once(':') {
        Some((file, line)) if line.parse::<u32>().is_ok() => Some((file, line.parse().ok()?)),
        _ => Some((rest, last)),
    }
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(text: &str) -> Vec<(String, Vec<&'static str>)> {
        let reports = read(text, &|file| file.ends_with("/a.c"), Some("reach_error"));
        reports.into_iter().map(|it| (it.text(), it.kinds.to_vec())).collect()
    }

    #[test]
    fn address_sanitizer() {
        let text = "=================\n==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1 at pc 0x2\n\
                    READ of size 4 at 0x1 thread T0\n    #0 0x1 in __interceptor_memcpy ../x.cpp:12\n    \
                    #1 0x2 in main /x y/a.c:12\n    #2 0x3 in start (/lib/libc.so.6+0x1)\n\nfreed by\n    #0 0x1 in f /x y/a.c:3\n";
        let words = "AddressSanitizer: heap-use-after-free at a.c:12".to_owned();
        assert_eq!(read_all(text), [(words, vec!["use-after-free"])]);
        let text = "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n==7==Hint: pc points to the zero page.\n";
        assert_eq!(read_all(text)[0].1, ["bad-call"]);
        let text = "==7==ERROR: AddressSanitizer: odd (more)\n";
        assert_eq!(read_all(text), [("AddressSanitizer: odd".to_owned(), vec![])]);
    }

    #[test]
    fn leaks_and_undefined_behaviour() {
        let text = "/x/a.c:7:3: runtime error: left shift of negative value -1\n";
        let words = "UndefinedBehaviorSanitizer: left shift of negative value -1 at a.c:7";
        assert_eq!(read_all(text), [(words.to_owned(), vec!["shift", "signed-overflow"])]);
        let text = "Direct leak of 4 byte(s) in 1 object(s) allocated from:\n    #0 0x1 in malloc (x.so+0x1)\n    \
                    #1 0x1 in f /x/a.c:3:9\n\nSUMMARY: AddressSanitizer: 4 byte(s) leaked\n";
        let words = "LeakSanitizer: Direct leak of 4 byte(s) in 1 object(s) at a.c:3";
        assert_eq!(read_all(text), [(words.to_owned(), vec!["memory-leak", "not-freed"])]);
    }

    #[test]
    fn assertions_and_replays() {
        let text = "p: /x/a.c:9: main: Assertion `x > 0' failed.\n";
        assert_eq!(read_all(text)[0].0, "Assertion `x > 0' failed. at a.c:9");
        let text = "replay: call of reach_error\n    #0 0x1 in reach_error /x/a.c:2\n    #1 0x1 in main /x/a.c:8\n";
        let words = "the replay: call of reach_error at a.c:8".to_owned();
        assert_eq!(read_all(text), [(words, vec!["error-call"])]);
        let text = "replay: the inputs are used up\n    #1 0x1 in main /x/a.c:8\n";
        assert_eq!(read_all(text), [("the replay: the inputs are used up".to_owned(), vec![])]);
    }
}
