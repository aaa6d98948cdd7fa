//! Strings in arrays, with and without risk.

use super::super::program::Node;
use super::{Generator, line};

impl Generator {
    pub(super) fn local_strings(&mut self, body: &mut Vec<Node>) {
        for _ in 0..2 {
            let name = self.name("s");
            let (length, text) =
                self.random.pick(&[(4, "ab"), (8, "12x"), (6, "a1 b"), (8, "-42")]);
            body.push(line(format!("char {name}[{length}] = \"{text}\";")));
            self.scope.strings.push((name, length));
        }
    }

    fn string(&mut self) -> (String, usize) {
        let index = self.random.below(self.scope.strings.len());
        self.scope.strings[index].clone()
    }

    /// A string operation that is defined as long as the strings end within their arrays.
    pub(super) fn string_statement(&mut self) -> Vec<Node> {
        let ((a, length), (b, _)) = (self.string(), self.string());
        let last = length - 1;
        let node = match self.random.below(17) {
            9 => Node::statement(format!("@ = (int)strspn({a}, \"ab1\");"), vec![self.target()]),
            10 => Node::statement(format!("@ = (int)strcspn({a}, \"1x\");"), vec![self.target()]),
            11 => Node::statement(format!("@ = strpbrk({a}, \" x\") != 0;"), vec![self.target()]),
            12 => Node::statement(format!("@ = strstr({a}, \"b\") != 0;"), vec![self.target()]),
            13 => Node::statement(format!("@ = strrchr({a}, '1') == {a};"), vec![self.target()]),
            14 => Node::statement(
                format!("@ = memchr({a}, 'b', (unsigned)@ % {length}u) != 0;"),
                vec![self.target(), self.value(1)],
            ),
            15 => Node::statement(
                format!("snprintf({a}, {length}, \"%d\", (int)(@ & 7));"),
                vec![self.value(1)],
            ),
            16 => Node::statement(
                format!("{{ char *d = strdup({a}); ⟦ROOT(d);⟧if (d) @ = d[0]; free(d); }}"),
                vec![self.target()],
            ),
            0 => Node::statement(format!("@ = (int)strlen({a});"), vec![self.target()]),
            1 => Node::statement(format!("@ = strcmp({a}, {b}) < 0;"), vec![self.target()]),
            2 => Node::statement(format!("@ = atoi({a}) & 255;"), vec![self.target()]),
            3 => Node::statement(
                format!("@ = strchr({a}, \"ab1x\"[@ & 3]) != 0;"),
                vec![self.target(), self.value(1)],
            ),
            4 => Node::statement(
                format!("{a}[(unsigned)@ % {last}u] = \"a1 -\"[@ & 3];"),
                vec![self.value(1), self.value(1)],
            ),
            5 => Node::statement(format!("{a}[(unsigned)@ % {length}u] = 0;"), vec![self.value(1)]),
            6 => Node::statement(
                format!("{a}[0] = (char)toupper((unsigned char){a}[0] & 127);"),
                vec![],
            ),
            7 => Node::statement(
                format!("@ = strncmp({a}, {b}, @ & 3) == 0;"),
                vec![self.target(), self.value(1)],
            ),
            _ => Node::statement(
                format!("@ = (int)strnlen({a}, @ & 3);"),
                vec![self.target(), self.value(1)],
            ),
        };
        vec![node]
    }

    /// A string operation that may access memory outside of an array.
    pub(super) fn string_risk(&mut self) -> Node {
        let ((a, length), (b, _)) = (self.string(), self.string());
        match self.random.below(13) {
            8 => Node::statement(format!("sprintf({a}, \"%d\", (short)@);"), vec![self.value(1)]),
            9 => Node::statement(
                format!("snprintf({a}, (unsigned)@ % {}u, \"%x\", 0x12345678u + one);", length + 3),
                vec![self.value(1)],
            ),
            10 if a != b => Node::statement(
                format!("strncat({a}, {b}, (unsigned)@ % 6u);"),
                vec![self.value(1)],
            ),
            11 => Node::statement(
                format!("{{ char *t = @ ? {a} : \"text\"; *t = 'z'; }}"),
                vec![self.condition()],
            ),
            12 => Node::statement(
                format!("*strchr({a}, @ ? 'a' : '1') = 'b';"),
                vec![self.condition()],
            ),
            0 if a != b => Node::statement(format!("strcpy({a}, {b});"), vec![]),
            1 if a != b => Node::statement(format!("strcat({a}, {b});"), vec![]),
            2 => Node::statement(
                format!("memset({a}, 'b', (unsigned)@ % {}u);", length + 2),
                vec![self.value(1)],
            ),
            3 if a != b => Node::statement(
                format!("strncpy({a}, {b}, (unsigned)@ % {}u);", length + 3),
                vec![self.value(1)],
            ),
            4 => Node::statement(
                format!("{a}[{}] = @ ? 'c' : 0;", length - 1),
                vec![self.condition()],
            ),
            5 => Node::statement(
                format!("@ = (int)strlen({a} + ((unsigned)@ % {}u));", length + 2),
                vec![self.target(), self.value(1)],
            ),
            6 => Node::statement(format!("strcpy({a} + (@ & 3), {a});"), vec![self.value(1)]),
            _ => Node::statement(
                format!("{a}[(unsigned)@ % {}u] = '7';", length + 2),
                vec![self.value(1)],
            ),
        }
    }
}
