//! A generated program as a tree of text, so that the reduction needs no knowledge of C.
//!
//! A node is a template with a hole (`@`) for each child. A program has two texts with the same lines: one that is checked,
//! and one that is compiled and run. What is in `⟪...⟫` is only in the former, what is in `⟦...⟧` only in the latter.

/// The syntactic class of a node in C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A statement, or a declaration, or a whole function: something on lines of its own.
    Statement,
    /// Statements, one after the other.
    Block,
    /// An expression of an arithmetic type.
    Expression,
}

/// A part of a program.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub sort: Sort,
    /// Its text, with a hole for each child. That of a block is empty.
    pub template: String,
    /// What fills the holes.
    pub children: Vec<Node>,
}

/// The reader of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// The tool that is tested.
    Vellum,
    /// The system's compiler.
    Native,
}

impl Node {
    /// A statement.
    #[must_use]
    pub fn statement(template: impl Into<String>, children: Vec<Node>) -> Node {
        Node { sort: Sort::Statement, template: template.into(), children }
    }

    /// Statements.
    #[must_use]
    pub fn block(children: Vec<Node>) -> Node {
        Node { sort: Sort::Block, template: String::new(), children }
    }

    /// An expression.
    #[must_use]
    pub fn expression(template: impl Into<String>, children: Vec<Node>) -> Node {
        Node { sort: Sort::Expression, template: template.into(), children }
    }

    /// The text of it.
    #[must_use]
    pub fn text(&self, reader: Reader) -> String {
        let mut text = String::new();
        self.write(reader, 0, &mut text);
        text
    }

    fn write(&self, reader: Reader, depth: usize, text: &mut String) {
        if self.sort == Sort::Block {
            for child in &self.children {
                text.push_str(&"    ".repeat(depth));
                child.write(reader, depth, text);
                text.push('\n');
            }
            return;
        }
        let mut children = self.children.iter();
        // Whether the text that follows is for the reader.
        let mut shown = true;
        for letter in self.template.chars() {
            match letter {
                '⟪' => shown = reader == Reader::Vellum,
                '⟦' => shown = reader == Reader::Native,
                '⟫' | '⟧' => shown = true,
                '@' => {
                    let child = children.next().expect("a template has a hole for each child");
                    match child.sort {
                        Sort::Block => {
                            text.push('\n');
                            child.write(reader, depth + 1, text);
                            text.push_str(&"    ".repeat(depth));
                        }
                        _ if shown => child.write(reader, depth, text),
                        _ => {}
                    }
                }
                letter if shown => text.push(letter),
                _ => {}
            }
        }
        debug_assert!(
            children.next().is_none(),
            "a template has a hole for each child: {}",
            self.template
        );
    }
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// All of it: a block of declarations and functions.
    pub tree: Node,
    /// The globals that the program may change, and those that may hold pointers.
    pub globals: Vec<String>,
}

impl Program {
    /// Returns the text that Vellum checks.
    #[must_use]
    pub fn text(&self) -> String {
        self.tree.text(Reader::Vellum)
    }

    /// Returns the text that is compiled and run: the same lines, with what the driver needs.
    #[must_use]
    pub fn native_text(&self) -> String {
        let text = self.tree.text(Reader::Native);
        let globals: String = self
            .globals
            .iter()
            .map(|name| format!("{{(void *)&{name}, sizeof {name}}}, "))
            .collect();
        format!(
            "#include \"native.h\"\n#line 1 \"program\"\n{text}\
             struct native_global native_globals[] = {{{globals}{{0, 0}}}};\n\
             const unsigned native_global_count = {};\n",
            self.globals.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_texts_have_the_same_lines() {
        let one = Node::expression("⟪input()⟫⟦native()⟧", vec![]);
        let body = Node::block(vec![Node::statement("x = @;", vec![one.clone()])]);
        let node = Node::block(vec![Node::statement("if (@) {@}", vec![one, body])]);
        assert_eq!(node.text(Reader::Vellum), "if (input()) {\n    x = input();\n}\n");
        assert_eq!(node.text(Reader::Native), "if (native()) {\n    x = native();\n}\n");
    }
}
