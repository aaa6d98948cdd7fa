//! Runs the front end on mutated files until the time limit, and stops at the first text that breaks it or takes long.
//!
//! `mutate SECONDS [--seed N] FILE...`. The current text is always in `mutated.c` of the temporary directory,
//! so that it is there after a stack overflow too.

#[path = "../tests/support/survive.rs"]
mod survive;

use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The time limit for one text.
const LONG: Duration = Duration::from_secs(5);

/// Words to insert, besides those of the files.
const WORDS: [&str; 48] = [
    "0",
    "1",
    "-1",
    "0x7fffffff",
    "0x80000000",
    "0xffffffffffffffffULL",
    "1e308",
    "1.0f",
    "'a'",
    "\"s\"",
    "L\"w\"",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "&&",
    "...",
    ":",
    "?",
    "=",
    "struct",
    "union",
    "enum",
    "typedef",
    "static",
    "extern",
    "inline",
    "const",
    "_Atomic",
    "__int128",
    "long double",
    "_Bool",
    "sizeof",
    "typeof",
    "void",
    "switch",
    "case",
    "goto",
    "__attribute__((packed))",
    "__builtin_va_arg",
    "({",
    "})",
];

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    let seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(10);
    let mut random = Random(1);
    if arguments.next_if(|argument| argument == "--seed").is_some() {
        random.0 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    }
    let files: Vec<Vec<u8>> = arguments.filter_map(|path| std::fs::read(path).ok()).collect();
    if files.is_empty() {
        eprintln!("mutate SECONDS [--seed N] FILE...");
        return ExitCode::FAILURE;
    }
    let kept = std::env::temp_dir().join(format!("mutated-{}.c", random.0));
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut runs, mut accepted, mut longest) = (0, 0, Duration::ZERO);
    while Instant::now() < end {
        let text = mutate(&files, &mut random);
        if let Err(error) = std::fs::write(&kept, &text) {
            eprintln!("{}: {error}", kept.display());
            return ExitCode::FAILURE;
        }
        let start = Instant::now();
        let result = std::panic::catch_unwind(|| survive::survive(&text).module.is_some());
        let time = start.elapsed();
        match result {
            Ok(module) if time < LONG => accepted += u64::from(module),
            _ => {
                println!("{} after {runs} texts, {time:?}", kept.display());
                return ExitCode::FAILURE;
            }
        }
        runs += 1;
        longest = longest.max(time);
    }
    let _ = std::fs::remove_file(&kept);
    println!("{runs} texts, {accepted} of them accepted; the longest took {longest:?}");
    ExitCode::SUCCESS
}

/// Changes a few words or lines of a file, some of them to those of another file.
fn mutate(files: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let text = String::from_utf8_lossy(&files[random.below(files.len())]).into_owned();
    let other = String::from_utf8_lossy(&files[random.below(files.len())]).into_owned();
    let lines = random.below(4) == 0;
    let (mut pieces, others) =
        if lines { (by_line(&text), by_line(&other)) } else { (by_word(&text), by_word(&other)) };
    for _ in 0..1 + random.below(8) {
        let at = random.below(pieces.len());
        let known = random.below(3) == 0;
        let new = if known {
            WORDS[random.below(WORDS.len())]
        } else {
            others[random.below(others.len())]
        };
        match random.below(6) {
            0 => {
                pieces.remove(at);
            }
            1 => pieces.insert(at, new),
            2 => pieces[at] = new,
            3 => {
                let to = random.below(pieces.len());
                pieces.swap(at, to);
            }
            4 => {
                let piece = pieces[at];
                let copies = 1 << random.below(9);
                pieces.splice(at..at, std::iter::repeat_n(piece, copies));
            }
            _ => {
                let end = (at + random.below(40)).min(pieces.len());
                let part: Vec<&str> = pieces[at..end].to_vec();
                let to = random.below(pieces.len());
                pieces.splice(to..to, part);
            }
        }
        if pieces.is_empty() {
            break;
        }
    }
    let mut bytes = pieces.concat().into_bytes();
    if random.below(20) == 0 {
        let length = bytes.len();
        bytes.truncate(random.below(length));
    }
    if random.below(20) == 0 && !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] = random.below(256) as u8;
    }
    bytes
}

fn by_line(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.is_empty() { vec![""] } else { lines }
}

/// Splits a text into words and single characters, with blanks.
fn by_word(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut previous = None;
    for (at, c) in text.char_indices() {
        if previous.is_some_and(|p| !(is_word(p) && is_word(c))) {
            pieces.push(&text[start..at]);
            start = at;
        }
        previous = Some(c);
    }
    pieces.push(&text[start..]);
    pieces
}
