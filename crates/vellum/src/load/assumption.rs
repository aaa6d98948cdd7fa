//! `--assume`: C expressions that hold when the function that is checked is called.
//!
//! This file inserts them as a statement at the start of the function's body, where they see the parameters like any other C code;
//! line markers make errors in them point to the option. They hold for the outermost call only, not for recursive calls. The
//! search for the body uses brackets and names alone.

use std::path::PathBuf;

use c::Diagnostic;

use crate::cli::exit::Exit;
use crate::cli::stream::Stream;
use crate::load::sources::Shown;

/// The name of the file in errors about an expression.
const OPTION: &str = "--assume";

/// An assumption about the call of a function.
#[derive(Clone)]
pub struct Assumption {
    /// The function.
    pub function: String,
    /// The C expression that holds at the call.
    pub expression: String,
}

/// A reason why an assumption cannot be made.
#[derive(Clone)]
pub enum Misfit {
    /// No file has a body of the function.
    NoBody,
    /// Several files have a body of a function of that name.
    Several,
    /// The expression does not compile in the function: a name is unknown, or a type does not fit.
    Wrong(Diagnostic),
}

/// An assumption that cannot be made.
pub struct NotAssumed {
    /// Which.
    pub assumption: Assumption,
    /// Why.
    pub why: Misfit,
}

impl NotAssumed {
    /// Returns the expression, and the reason in a few words.
    pub fn message(&self) -> String {
        let why = match &self.why {
            Misfit::NoBody => "no body of it was found",
            Misfit::Several => "several files have one of that name",
            Misfit::Wrong(diagnostic) => &diagnostic.message,
        };
        format!("{} ({why})", self.assumption.expression)
    }

    /// Reports it as an error.
    pub fn refuse(&self) -> Exit {
        match &self.why {
            Misfit::NoBody => {
                let function = &self.assumption.function;
                Stream::Errors
                    .line(&format!("vellum: --assume: no body of '{function}' was found"));
                Exit::Usage
            }
            Misfit::Several => {
                let function = &self.assumption.function;
                Stream::Errors
                    .line(&format!("vellum: --assume: several files have a function '{function}'"));
                Exit::Usage
            }
            Misfit::Wrong(diagnostic) => {
                Shown::default().show_all(std::slice::from_ref(diagnostic));
                Exit::BadInput
            }
        }
    }
}

impl Assumption {
    /// Puts the assumption, one of several that are numbered, into the text that defines the function.
    ///
    /// # Errors
    /// If there is not one such text.
    pub fn insert_into(
        &self,
        number: usize,
        texts: &mut [Vec<u8>],
        files: &[PathBuf],
    ) -> Result<(), Misfit> {
        let mut bodies = texts.iter_mut().zip(files).filter_map(|(text, file)| {
            body_start(text, self.function.as_bytes()).map(|at| (text, file, at))
        });
        let Some((text, file, at)) = bodies.next() else { return Err(Misfit::NoBody) };
        if bodies.next().is_some() {
            return Err(Misfit::Several);
        }
        let (name, line, column) = place(text, at, &file.display().to_string());
        let mut new = text[..at].to_vec();
        new.extend_from_slice(self.statement(number).as_bytes());
        new.extend_from_slice(format!("\n# {line} \"{name}\"\n").as_bytes());
        new.extend(std::iter::repeat_n(b' ', column));
        new.extend_from_slice(&text[at..]);
        *text = new;
        Ok(())
    }

    /// Returns an error if the expression has side effects, such as an assignment: `=` is soon typed for `==`.
    pub fn changes_something(&self) -> Option<Diagnostic> {
        let text = self.expression.as_bytes();
        let mut at = 0;
        while at < text.len() {
            let next = after_token(text, at);
            if let Some(operator) = changing_operator(&text[..at], &text[at..]) {
                let hint = if operator == "=" { "; is '==' meant?" } else { "" };
                let message =
                    format!("an assumption must not have side effects, as '{operator}' has{hint}");
                let (file, line, column) = place(text, at, OPTION);
                let location = c::SourceLoc::new(file, line as u32, column as u32 + 1);
                let severity = c::Severity::Error;
                return Some(Diagnostic { severity, location, message, notes: Vec::new() });
            }
            at = next;
        }
        None
    }

    /// Returns the statement, on lines of its own. Line markers give each assumption a file of its own.
    fn statement(&self, number: usize) -> String {
        format!(
            "\n{{ int __vellum_outermost(void); void __vellum_assume(_Bool); \
             unsigned long vellum_bytes(const void *); if (__vellum_outermost()) \
             __vellum_assume((\n# 1 \"{OPTION} {number}\"\n{}\n) != 0); }}",
            self.expression
        )
    }
}

/// Returns the number of the assumption that a diagnostic is about, and removes it from the name of the file.
pub fn number_in(diagnostic: &mut Diagnostic) -> Option<usize> {
    let number = diagnostic.location.file.strip_prefix(OPTION)?.strip_prefix(' ')?.parse().ok()?;
    diagnostic.location.file = OPTION.to_owned();
    Some(number)
}

/// Removes the number of an assumption from the name of a file.
pub fn without_number(file: &mut String) {
    if file.strip_prefix(OPTION).is_some_and(|rest| rest.starts_with(' ')) {
        OPTION.clone_into(file);
    }
}

/// Returns the operator between two texts, if it begins here and changes its operand.
fn changing_operator(before: &[u8], text: &[u8]) -> Option<&'static str> {
    let last = before.last().copied().unwrap_or(b' ');
    let shift = before.ends_with(b"<<") || before.ends_with(b">>");
    match text {
        [b'+', b'+', ..] => Some("++"),
        [b'-', b'-', ..] => Some("--"),
        [b'=', b'=', ..] => None,
        [b'=', ..] if shift || !b"=!<>".contains(&last) => Some("="),
        _ => None,
    }
}

/// The first byte after the brace that opens the body of a function.
fn body_start(text: &[u8], function: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (0, 0u32);
    while at < text.len() {
        let next = after_token(text, at);
        match text[at] {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ if depth == 0 && &text[at..next] == function => {
                if let Some(start) = brace_after_parameters(text, next) {
                    return Some(start);
                }
            }
            _ => {}
        }
        at = next;
    }
    None
}

/// The first byte of the body, if what follows a name are parameters and a body.
fn brace_after_parameters(text: &[u8], from: usize) -> Option<usize> {
    let (mut at, mut depth, mut parameters) = (from, 0u32, false);
    while at < text.len() {
        let next = after_token(text, at);
        match text[at] {
            b'(' => {
                depth += 1;
                parameters = true;
            }
            // The declarator of a function that returns a pointer to a function is in brackets.
            b')' => depth = depth.saturating_sub(1),
            b'{' if depth == 0 && parameters => return Some(next),
            b'{' | b'}' => return None,
            b';' | b'=' | b',' if depth == 0 => return None,
            first if !parameters && !first.is_ascii_whitespace() && first != b'#' => return None,
            _ => {}
        }
        at = next;
    }
    None
}

/// Where the next token begins: names, literals, comments and line markers are one each, and so is any other
/// byte.
fn after_token(text: &[u8], at: usize) -> usize {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let until = |what: &[u8]| {
        let rest = &text[at..];
        let found = rest.windows(what.len()).skip(1).position(|window| window == what);
        found.map_or(text.len(), |found| at + 1 + found + what.len())
    };
    match text[at] {
        b'#' if at == 0 || text[at - 1] == b'\n' => until(b"\n"),
        b'/' if text[at..].starts_with(b"//") => until(b"\n"),
        b'/' if text[at..].starts_with(b"/*") => until(b"*/"),
        quote @ (b'"' | b'\'') => {
            let mut end = at + 1;
            while end < text.len() && text[end] != quote {
                end += if text[end] == b'\\' { 2 } else { 1 };
            }
            (end + 1).min(text.len())
        }
        first if is_name(&first) => at + text[at..].iter().take_while(|byte| is_name(byte)).count(),
        _ => at + 1,
    }
}

/// The file, the line and the column of a byte, by the line markers before it.
fn place(text: &[u8], at: usize, file: &str) -> (String, u64, usize) {
    let (mut name, mut line) = (file.to_owned(), 1);
    let mut start = 0;
    for (index, byte) in text[..at].iter().enumerate() {
        if *byte != b'\n' {
            continue;
        }
        let marker = std::str::from_utf8(&text[start..index]).ok().and_then(marker);
        match marker {
            Some((number, other)) => {
                line = number;
                name = other.unwrap_or(name);
            }
            None => line += 1,
        }
        start = index + 1;
    }
    (name, line, at - start)
}

/// The line and the file of a line marker.
fn marker(line: &str) -> Option<(u64, Option<String>)> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest[..digits].parse().ok()?;
    let name = rest[digits..].split('"').nth(1).map(str::to_owned);
    Some((number, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_found() {
        let body = |text: &str| body_start(text.as_bytes(), b"f").map(|at| text[at..].to_owned());
        assert_eq!(body("int f(int a) { return a; }").as_deref(), Some(" return a; }"));
        assert_eq!(body("int f(int); int g(void) { return f(1); }"), None);
        assert_eq!(body("int (*f(void))(int)\n{ }").as_deref(), Some(" }"));
        assert_eq!(body("/* f() { */ int x = '{'; void f(void) {}").as_deref(), Some("}"));
        assert_eq!(body("void f(int a) __attribute__((noinline)) {}").as_deref(), Some("}"));
        assert_eq!(body("int g(int f) { return f; }"), None);
        assert_eq!(body("char *s = \"f() {\";"), None);
        assert_eq!(body("int f"), None);
    }

    #[test]
    fn assignments_are_no_assumptions() {
        let message = |expression: &str| {
            let function = "f".to_owned();
            let it = Assumption { function, expression: expression.to_owned() };
            it.changes_something().map(|it| (it.location.column, it.message))
        };
        for fine in ["a == b", "a <= b && b >= c", "a != '='", "a - -b", "a /* = */ > 0", "!a"] {
            assert_eq!(message(fine), None, "{fine}");
        }
        for (wrong, column) in
            [("a = b", 3), ("a += 1", 4), ("a <<= 1", 5), ("i++ < 3", 2), ("--i", 1)]
        {
            assert_eq!(message(wrong).map(|(at, _)| at), Some(column), "{wrong}");
        }
        assert!(message("p = 0").is_some_and(|(_, words)| words.ends_with("is '==' meant?")));
    }

    #[test]
    fn places_follow_line_markers() {
        let text = b"# 7 \"a.h\"\nint x;\nvoid f(void) {}\n";
        let at = body_start(text, b"f").unwrap();
        assert_eq!(place(text, at, "a.c"), ("a.h".to_owned(), 8, 14));
    }
}
