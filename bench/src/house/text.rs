//! Rust source as text without comments, literals and tests, and the paths that it names.
//!
//! Knows as much of the syntax as the layout of `rustfmt` makes necessary: a parser would be more than the measurements need.

/// Returns the text with comments and the contents of literals blanked. Lines stay lines.
pub fn without_literals(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < characters.len() {
        let end = literal_end(&characters, at);
        if end == at {
            out.push(characters[at]);
            at += 1;
        } else {
            out.extend(characters[at..end].iter().map(|&c| if c == '\n' { c } else { ' ' }));
            at = end;
        }
    }
    out
}

/// Returns the end of the comment or literal that starts at `at`; `at` itself where none does.
fn literal_end(text: &[char], at: usize) -> usize {
    let is = |offset: usize, c: char| text.get(at + offset) == Some(&c);
    let inside_word = at > 0 && is_word(text[at - 1]);
    match text[at] {
        '/' if is(1, '/') => find(text, at, &['\n']),
        '/' if is(1, '*') => find(text, at + 2, &['*', '/']) + 2,
        '"' => quoted_end(text, at + 1, '"'),
        'r' if !inside_word => raw_end(text, at),
        'b' if !inside_word && is(1, 'r') => match raw_end(text, at + 1) {
            end if end == at + 1 => at,
            end => end,
        },
        // Any other quote starts a lifetime.
        '\'' if is(1, '\\') || is(2, '\'') => quoted_end(text, at + 1, '\''),
        _ => at,
    }
    .min(text.len())
}

fn find(text: &[char], from: usize, wanted: &[char]) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    rest.windows(wanted.len()).position(|it| it == wanted).map_or(text.len(), |it| from + it)
}

fn quoted_end(text: &[char], mut at: usize, quote: char) -> usize {
    while at < text.len() && text[at] != quote {
        at += if text[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

fn raw_end(text: &[char], at: usize) -> usize {
    let hashes = text[at + 1..].iter().take_while(|&&c| c == '#').count();
    if text.get(at + 1 + hashes) != Some(&'"') {
        return at;
    }
    let mut closing = vec!['"'];
    closing.resize(hashes + 1, '#');
    find(text, at + hashes + 2, &closing) + closing.len()
}

/// Removes the items under `#[cfg(test)]` from a text without literals.
pub fn without_tests(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("#[cfg(test)]") {
        out.push_str(before);
        let end = after.find(['{', ';']).unwrap_or(after.len());
        rest = match after[end..].starts_with('{') {
            true => &after[end + block(&after[end..]).len()..],
            false => after.get(end + 1..).unwrap_or_default(),
        };
    }
    out + rest
}

/// Returns the block in braces that a text starts with.
pub fn block(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return &text[..=at];
        }
    }
    text
}

pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the words of a text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty())
}

/// Returns the word that a text starts with.
pub fn word(text: &str) -> &str {
    &text[..text.find(|c: char| !is_word(c)).unwrap_or(text.len())]
}

/// Returns what follows each occurrence of a word in a text.
pub fn after_word<'a>(text: &'a str, wanted: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(wanted).filter_map(move |(at, _)| {
        let after = &text[at + wanted.len()..];
        let alone = !text[..at].ends_with(is_word) && !after.starts_with(is_word);
        alone.then_some(after)
    })
}

/// Returns the paths that a use tree such as `a::{b, c::D}` stands for, each as its segments.
pub fn use_tree(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start();
    if text.starts_with('{') {
        let inside = block(text);
        let inside = inside.strip_prefix('{').unwrap_or(inside);
        let inside = inside.strip_suffix('}').unwrap_or(inside);
        return branches(inside).into_iter().flat_map(use_tree).collect();
    }
    let segment = word(text);
    if segment.is_empty() {
        return vec![Vec::new()];
    }
    let ends = match text[segment.len()..].strip_prefix("::") {
        Some(rest) => use_tree(rest),
        None => vec![Vec::new()],
    };
    ends.into_iter().map(|end| [vec![segment.to_owned()], end].concat()).collect()
}

/// Splits at the commas that are in no inner braces.
fn branches(text: &str) -> Vec<&str> {
    let (mut all, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                all.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    all.push(&text[start..]);
    all.retain(|branch| !branch.trim().is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blanked() {
        let text = "a /* { */ \"}\\\"\" '{' 'b r#\"x\"{\"# // }\nc";
        let words: Vec<String> = words(&without_literals(text)).map(str::to_owned).collect();
        assert_eq!(words, ["a", "b", "c"]);
        assert!(!without_literals(text).contains(['{', '}']));
    }

    #[test]
    fn tests_are_left_out() {
        let text = "a #[cfg(test)] mod t { b { } } c #[cfg(test)] mod d; e";
        assert_eq!(words(&without_tests(text)).collect::<Vec<_>>(), ["a", "c", "e"]);
    }

    #[test]
    fn use_trees_are_taken_apart() {
        let paths = use_tree("a::{b, c::{D, E}}::");
        let paths: Vec<String> = paths.iter().map(|path| path.join("::")).collect();
        assert_eq!(paths, ["a::b", "a::c::D", "a::c::E"]);
    }
}
