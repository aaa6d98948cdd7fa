//! Columns in the file before preprocessing.
//!
//! Line markers give the line of a token, but not its column: macros and comments shift what follows
//! them. So the tokens of a preprocessed line are aligned with the tokens of the original line by their longest
//! common subsequence. The others come from a macro, and get the column of its name. Positions are only for
//! reports: a wrong one affects nothing else.

use std::collections::BTreeMap;

use ir::FileId;

use super::{Lexed, Lexer};
use crate::token::{Kind, P, Token};

/// The main file is the first one; headers keep their columns.
const FILE: FileId = FileId(0);

/// The maximal number of comparisons for a line.
const MOST_COMPARISONS: usize = 1 << 20;

impl Lexed {
    /// Sets the columns of the tokens of a file, from its text before preprocessing.
    pub(crate) fn take_columns_of(&mut self, original: &[u8]) {
        // Both use one table of names, so that tokens can be compared.
        let lexer = Lexer::new(original, &self.files[0], std::mem::take(&mut self.names));
        let original = lexer.lexed();
        self.names = original.names;
        let there = by_line(&original.tokens);
        for (line, here) in by_line(&self.tokens) {
            let Some(there) = there.get(&line) else { continue };
            let there: Vec<&Token> = there.iter().map(|&index| &original.tokens[index]).collect();
            let kinds: Vec<&Kind> = here.iter().map(|&index| &self.tokens[index].kind).collect();
            for (index, column) in here.into_iter().zip(columns(&kinds, &there)) {
                self.tokens[index].position.column = column;
            }
        }
    }
}

/// Groups tokens by line, in order.
fn by_line(tokens: &[Token]) -> BTreeMap<u32, Vec<usize>> {
    let mut lines: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.position.file == FILE && token.kind != Kind::Eof {
            lines.entry(token.position.line).or_default().push(index);
        }
    }
    lines
}

/// Returns the columns of the tokens of a line, from the original tokens of the line, of which there is at least one.
fn columns(here: &[&Kind], there: &[&Token]) -> Vec<u32> {
    let partners = partners(here, there);
    let mut is_partner = vec![false; there.len()];
    partners.iter().flatten().for_each(|&index| is_partner[index] = true);
    let mut next = there.len();
    let mut columns = vec![0; here.len()];
    for (column, partner) in columns.iter_mut().zip(&partners).rev() {
        next = partner.unwrap_or(next);
        // The name of a macro is an original token without a partner.
        let is_gone = |&index: &usize| {
            matches!(there[index].kind, Kind::Ident(_) | Kind::Keyword(_)) && !is_partner[index]
        };
        let from = partner.or_else(|| (0..next).rev().find(is_gone));
        *column = there[from.unwrap_or(next.saturating_sub(1))].position.column;
    }
    columns
}

/// Returns for each token of a line its partner among the original tokens: a longest common subsequence.
fn partners(here: &[&Kind], there: &[&Token]) -> Vec<Option<usize>> {
    // The expansion of a macro may have semicolons within its brackets, which do not match those that end statements of the line.
    let (depths_here, depths_there) =
        (depths(here.iter().copied()), depths(there.iter().map(|token| &token.kind)));
    let same = |i: usize, j: usize| {
        *here[i] == there[j].kind
            && (*here[i] != Kind::Punct(P::Semicolon) || depths_here[i] == depths_there[j])
    };
    let shorter = here.len().min(there.len());
    let front = (0..shorter).take_while(|&i| same(i, i)).count();
    let (last_here, last_there) = (here.len() - 1, there.len() - 1);
    let back = (0..shorter - front).take_while(|&i| same(last_here - i, last_there - i)).count();
    let mut partners: Vec<Option<usize>> = vec![None; here.len()];
    (0..front).for_each(|i| partners[i] = Some(i));
    (0..back).for_each(|i| partners[last_here - i] = Some(last_there - i));
    // The rest is aligned by dynamic programming: for each pair the longest common subsequence of what follows.
    let (rows, width) = (here.len() - front - back, there.len() - front - back);
    if rows * width > MOST_COMPARISONS {
        return partners;
    }
    let mut most = vec![0u32; (rows + 1) * (width + 1)];
    for i in (0..rows).rev() {
        for j in (0..width).rev() {
            most[i * (width + 1) + j] = match same(front + i, front + j) {
                true => most[(i + 1) * (width + 1) + j + 1] + 1,
                false => most[(i + 1) * (width + 1) + j].max(most[i * (width + 1) + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < rows && j < width {
        if same(front + i, front + j) {
            partners[front + i] = Some(front + j);
            (i, j) = (i + 1, j + 1);
        } else if most[(i + 1) * (width + 1) + j] >= most[i * (width + 1) + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    partners
}

/// Returns the nesting depth of brackets at each token, counted from the start of the line.
fn depths<'a>(kinds: impl Iterator<Item = &'a Kind>) -> Vec<i32> {
    let mut depth = 0;
    kinds
        .map(|kind| {
            match kind {
                Kind::Punct(P::LParen | P::LBracket | P::LBrace) => depth += 1,
                Kind::Punct(P::RParen | P::RBracket | P::RBrace) => depth -= 1,
                _ => {}
            }
            depth
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::lex;

    /// Returns the columns of the tokens of a text, from its original.
    fn columns(original: &str, preprocessed: &str) -> Vec<u32> {
        let mut lexed = lex(preprocessed.as_bytes(), "t.c");
        lexed.take_columns_of(original.as_bytes());
        let tokens = lexed.tokens.iter().filter(|token| token.position.file.0 == 0);
        let mut columns: Vec<u32> = tokens.map(|token| token.position.column).collect();
        columns.pop();
        columns
    }

    #[test]
    fn comments_do_not_move_anything() {
        assert_eq!(columns("/* x */ x /* y */ = 1;", "  x = 1;"), [9, 19, 21, 22]);
    }

    #[test]
    fn what_a_macro_is_given_stays_where_it_is_and_the_rest_is_where_its_name_is() {
        let (original, preprocessed) = ("y = ADD(a, b) + SUB(c, d);", "y = ((a)+(b)) + ((c)-(d));");
        let columns = columns(original, preprocessed);
        let names: Vec<(char, u32)> = preprocessed
            .chars()
            .filter(|it| *it != ' ')
            .zip(columns)
            .filter(|(it, _)| !"()".contains(*it))
            .collect();
        let (add, sub) = (5, 17);
        let expected = [
            ('y', 1),
            ('=', 3),
            ('a', 9),
            ('+', add),
            ('b', 12),
            ('+', 15),
            ('c', 21),
            ('-', sub),
            ('d', 24),
            (';', 26),
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn semicolons_within_a_macro_do_not_end_its_statement() {
        let (original, preprocessed) =
            ("AS(a); AS(b);", "({ if (a) ; else f(1); }); ({ if (b) ; else f(2); });");
        let columns = columns(original, preprocessed);
        // `f` of the first, of the second.
        assert_eq!((columns[8], columns[24]), (1, 8));
        assert_eq!((columns[15], columns[31]), (6, 13));
    }

    #[test]
    fn a_macro_without_arguments_a_line_that_is_not_there_and_nothing() {
        assert_eq!(columns("f(LIMIT, 1);", "f(100, 1);"), [1, 2, 3, 8, 10, 11, 12]);
        assert_eq!(columns("#define A x\n  A = 1;", "\nx = 1;"), [3, 5, 7, 8]);
        assert_eq!(columns("", "  x;"), [3, 4]);
        assert_eq!(columns("x;\n# 7 \"h.h\"\n", "# 7 \"h.h\"\n  y;\n# 1 \"t.c\"\n    x;"), [1, 2]);
    }
}
