//! Directives that are left after preprocessing: line markers, `#line`, and pragmas.

use ir::FileId;

use super::Lexer;

impl Lexer<'_> {
    pub(super) fn directive(&mut self) {
        let (start, position) = (self.at, self.position());
        self.skip_to_line_end();
        let line = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        let rest = line[1..].trim();
        if rest.is_empty() {
            return;
        }
        let marker = rest.strip_prefix("line").unwrap_or(rest).trim_start();
        if marker.starts_with(|c: char| c.is_ascii_digit()) {
            self.line_marker(marker);
        } else if let Some(pragma) = rest.strip_prefix("pragma") {
            self.pragma(pragma.trim());
        } else if !rest.starts_with("ident") {
            let word = rest.split_whitespace().next().unwrap_or("");
            let message = format!("the text is not preprocessed: it has the directive #{word}");
            self.out.errors.push((position, message));
        }
    }

    /// `41 "file" flags`: the *next* line is line 41 of that file.
    fn line_marker(&mut self, marker: &str) {
        let digits = marker.find(|c: char| !c.is_ascii_digit()).unwrap_or(marker.len());
        let Ok(line) = marker[..digits].parse::<u32>() else {
            self.error("the line marker has no line number");
            return;
        };
        if let Some(name) = quoted(&marker[digits..]) {
            let known = self.out.files.iter().position(|file| *file == name);
            self.file = FileId::new(known.unwrap_or_else(|| {
                self.out.files.push(name);
                self.out.files.len() - 1
            }));
        }
        // The newline that ends the marker increments the line.
        self.line = line.wrapping_sub(1);
        if self.peek(0) == Some(b'\n') {
            self.at += 1;
            self.line = line;
            self.line_start = self.at;
        }
    }

    fn pragma(&mut self, pragma: &str) {
        let Some(arguments) = pragma.strip_prefix("pack") else {
            return;
        };
        let arguments = arguments.trim().trim_start_matches('(').trim_end_matches(')');
        let mut words =
            arguments.split(',').map(str::trim).filter(|word| !word.is_empty()).peekable();
        let Some(first) = words.peek().copied() else {
            self.set_pack(None);
            return;
        };
        match first {
            "push" => self.pack_stack.push(self.pack),
            "pop" => {
                let previous = self.pack_stack.pop().flatten();
                self.set_pack(previous);
            }
            _ => {}
        }
        if let Some(value) = words.filter_map(|word| word.parse::<u64>().ok()).next_back() {
            self.set_pack((value != 0 && value.is_power_of_two()).then_some(value));
        }
    }

    fn set_pack(&mut self, pack: Option<u64>) {
        self.pack = pack;
        self.out.packs.push((self.out.tokens.len(), pack));
    }
}

/// Returns the first text in quotes with its escapes resolved: compilers escape unusual characters in file names as in string literals.
fn quoted(text: &str) -> Option<String> {
    let mut rest = &text.as_bytes()[text.find('"')? + 1..];
    let mut name = Vec::new();
    loop {
        let (&byte, after) = rest.split_first()?;
        rest = after;
        match byte {
            b'"' => return Some(String::from_utf8_lossy(&name).into_owned()),
            b'\\' => name.push(escaped(&mut rest)?),
            byte => name.push(byte),
        }
    }
}

/// Returns the byte that an escape sequence stands for.
fn escaped(rest: &mut &[u8]) -> Option<u8> {
    let is_octal = |byte: &&u8| (b'0'..=b'7').contains(*byte);
    let digits = rest.iter().take(3).take_while(is_octal).count();
    let (taken, after) = rest.split_at_checked(digits.max(1))?;
    *rest = after;
    Some(match taken {
        [b'n'] => b'\n',
        [b't'] => b'\t',
        [b'r'] => b'\r',
        [b'a'] => 7,
        [b'b'] => 8,
        [b'v'] => 11,
        [b'f'] => 12,
        [byte] if digits == 0 => *byte,
        octal => octal.iter().fold(0u8, |all, it| all.wrapping_mul(8) | (it - b'0')),
    })
}
