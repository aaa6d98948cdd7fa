//! The command line of this run, as a user would type it again.

use ir::diagnostic::is_invisible;

use crate::cli::arguments::CheckArguments;

/// Returns the command line of this run; with `--function all`, for the function that the arguments are about.
pub fn command(arguments: &CheckArguments) -> String {
    let typed = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    command_of(typed, arguments)
}

fn command_of(mut typed: impl Iterator<Item = String>, arguments: &CheckArguments) -> String {
    let mut words = vec!["vellum".to_owned()];
    while let Some(word) = typed.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        if !["--function", "--non-null", "--assume"].contains(&name) {
            words.push(quoted(&word));
            continue;
        }
        let value = value.or_else(|| typed.next()).unwrap_or_default();
        let value = match name {
            "--function" => Some(&arguments.function),
            // An option that does not apply to the function would be an error.
            "--non-null" => arguments.non_null.iter().find(|it| **it == value),
            _ => arguments.assume.iter().find(|it| **it == value),
        };
        words.extend(value.into_iter().flat_map(|value| [name.to_owned(), quoted(value)]));
    }
    words.join(" ")
}

/// Returns a word, quoted for a shell.
pub fn quoted(word: &str) -> String {
    if word.contains(is_invisible) {
        // The result is one line without control characters.
        let escaped: String = word.chars().map(escaped).collect();
        return format!("$'{escaped}'");
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,=+:@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// A character between `$'` and `'`.
fn escaped(c: char) -> String {
    match c {
        '\'' | '\\' => format!("\\{c}"),
        '\n' => "\\n".to_owned(),
        // Always three digits, because another digit may follow.
        c if is_invisible(c) => {
            c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\{byte:03o}")).collect()
        }
        c => c.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::arguments::{Arguments, Subcommand};

    #[test]
    fn a_command_for_one_function_of_all() {
        let line =
            "vellum check a.c --function=all --non-null p --assume=n>0 --assume m>0 --keep-going";
        let own = "vellum check a.c --function f --non-null p --assume n>0";
        let words = |line: &str| -> Vec<String> { line.split(' ').map(str::to_owned).collect() };
        let own = Arguments::try_parse_from(words(own)).unwrap();
        let Subcommand::Check(arguments) = own.subcommand else { panic!("it is a check") };
        assert_eq!(
            command_of(words(line).into_iter().skip(1), &arguments),
            "vellum check a.c --function f --non-null p --assume 'n>0' --keep-going"
        );
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("a.c"), "a.c");
        assert_eq!(quoted("n <= 10"), "'n <= 10'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("e\x1b[1m\n'\\é\u{9b}"), r"$'e\033[1m\n\'\\é\302\233'");
    }
}
