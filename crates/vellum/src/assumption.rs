//! `--assume`: C expressions that hold when the function that is checked is called.
//!
//! They are put into the program as a statement at the start of the function's body, so that they are C like the
//! rest and see the parameters; line markers make errors in them point to the option. In calls within the function
//! nothing is assumed. The body is found by looking at brackets and names alone.

use std::path::PathBuf;

use ir::{Function, Module};

use crate::diagnostics::Stream;
use crate::exit::Exit;

/// What is assumed.
pub struct Assumption {
    /// Of which function.
    pub function: String,
    /// All of these hold.
    pub expressions: Vec<String>,
}

/// A parameter that an expression mentions and that a function does not have: then it says nothing of that function.
/// What is no parameter of any function is not looked at: it is for the compiler to know.
pub fn missing_parameter(module: &Module, function: &str, expression: &str) -> Option<String> {
    let has = |function: &Function, name: &str| function.params.iter().any(|it| it.name == name);
    let own = module.function_named(function).map(|id| module.function(id))?;
    let is_global = |name: &str| module.globals.iter().any(|global| global.name == name);
    let is_parameter = |name: &str| {
        module.functions.iter().any(|it| it.body.is_some() && has(it, name)) && !is_global(name)
    };
    names(expression).into_iter().find(|name| is_parameter(name) && !has(own, name))
}

/// The names in an expression, but for those of fields.
fn names(expression: &str) -> Vec<String> {
    let text = expression.as_bytes();
    let (mut at, mut found, mut field) = (0, Vec::new(), false);
    while at < text.len() {
        let next = after_token(text, at);
        let first = text[at];
        if (first.is_ascii_alphabetic() || first == b'_') && !field {
            found.push(String::from_utf8_lossy(&text[at..next]).into_owned());
        }
        if !first.is_ascii_whitespace() {
            field = first == b'.' || text[..next].ends_with(b"->");
        }
        at = next;
    }
    found
}

impl Assumption {
    /// Puts the assumption into the text that defines the function.
    ///
    /// # Errors
    /// If no text does.
    pub fn insert_into(&self, texts: &mut [Vec<u8>], files: &[PathBuf]) -> Result<(), Exit> {
        for (text, file) in texts.iter_mut().zip(files) {
            if let Some(at) = body_start(text, self.function.as_bytes()) {
                let (name, line, column) = place(text, at, &file.display().to_string());
                let mut new = text[..at].to_vec();
                new.extend_from_slice(self.statement().as_bytes());
                new.extend_from_slice(format!("\n# {line} \"{name}\"\n").as_bytes());
                new.extend(std::iter::repeat_n(b' ', column));
                new.extend_from_slice(&text[at..]);
                *text = new;
                return Ok(());
            }
        }
        let message = format!("vellum: --assume: no body of '{}' was found", self.function);
        Stream::Errors.line(&message);
        Err(Exit::Usage)
    }

    /// The statement, on lines of their own.
    fn statement(&self) -> String {
        let mut text = String::from(
            "\n{ int __vellum_outermost(void); void __vellum_assume(_Bool); \
             unsigned long vellum_bytes(const void *); if (__vellum_outermost()) {",
        );
        for expression in &self.expressions {
            text.push_str(&format!("__vellum_assume((\n# 1 \"--assume\"\n{expression}\n) != 0);"));
        }
        text + "} }"
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
            // A function that returns a pointer to a function stands in brackets itself.
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
    fn names_are_not_those_of_fields() {
        assert_eq!(names("n <= 10 && p->next != q . first"), ["n", "p", "q"]);
        assert_eq!(names("\"a b\"[0] - >c"), ["c"]);
    }

    #[test]
    fn places_follow_line_markers() {
        let text = b"# 7 \"a.h\"\nint x;\nvoid f(void) {}\n";
        let at = body_start(text, b"f").unwrap();
        assert_eq!(place(text, at, "a.c"), ("a.h".to_owned(), 8, 14));
    }
}
