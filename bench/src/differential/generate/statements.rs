//! Statements without risks, except where risks are inserted.

use super::super::program::Node;
use super::{Context, Generator, line};

impl Generator {
    /// Some statements that belong together.
    pub(super) fn statements(&mut self, context: Context) -> Vec<Node> {
        if self.risks > 0 && self.random.chance(18) {
            self.risks -= 1;
            return self.risk(context);
        }
        if context.depth < 4 && self.random.chance(40) {
            return vec![self.compound(context)];
        }
        match self.random.below(20) {
            0 => self.check(),
            1 if context.may_break => {
                vec![Node::statement("if (@) break;", vec![self.condition()])]
            }
            2 if context.may_continue => {
                vec![Node::statement("if (@) continue;", vec![self.condition()])]
            }
            3 | 4 if self.has_heap() => self.heap_statement(context),
            5 | 6 if !self.scope.strings.is_empty() => self.string_statement(),
            7 if context.loops == 0 => self.copy_statement(),
            8 if context.loops == 0 && self.random.chance(20) => self.way_out(),
            9 | 10 if !self.scope.functions.is_empty() => vec![self.call()],
            _ => vec![self.assignment()],
        }
    }

    /// A block of statements within another.
    pub(super) fn block(&mut self, context: Context, most: usize) -> Node {
        let outside = self.scope.clone();
        let mut statements = Vec::new();
        for _ in 0..1 + self.random.below(most) {
            statements.extend(self.statements(context));
        }
        self.scope = outside;
        Node::block(statements)
    }

    pub(super) fn assignment(&mut self) -> Node {
        let (target, value) = (self.target(), self.value(2));
        if self.random.chance(15) {
            return self.rare_assignment(target, value);
        }
        let operator = self.random.pick(&["=", "=", "=", "^=", "|=", "&="]);
        match self.random.below(12) {
            0 => Node::statement("*(@ ? &zero : &g0) = @;", vec![self.condition(), value]),
            1 => Node::statement("one = !!@;", vec![value]),
            _ => Node::statement(format!("@ {operator} @;"), vec![target, value]),
        }
    }

    fn rare_assignment(&mut self, target: Node, value: Node) -> Node {
        let t = self.name("t");
        match self.random.below(9) {
            0 => Node::statement(
                format!("@ = ({{ int {t} = (short)@; {t} ^ 3; }});"),
                vec![target, value],
            ),
            1 => Node::statement("@ = (int[]){5, 6, 7, 8}[@ & 3];", vec![target, value]),
            2 => Node::statement(
                "@ = _Generic(@, int: 1, unsigned: 2, long long: 3, default: 4);",
                vec![target, value],
            ),
            3 => {
                Node::statement("@ = (int)sizeof(+@) + (int)_Alignof(short);", vec![target, value])
            }
            4 => Node::statement("@ = (union word){.w = (unsigned)@}.b[1];", vec![target, value]),
            5 => {
                Node::statement("@ = ((struct rec){.x = 3, .y = (short)@}).y;", vec![target, value])
            }
            6 => Node::statement(
                "@ = (unsigned char)((short)one + (signed char)@);",
                vec![target, value],
            ),
            7 => Node::statement("@ = (_Bool)(@ & 6) + !@;", vec![target, value.clone(), value]),
            _ => Node::statement("@ = \"abcdefgh\"[@ & 7];", vec![target, value]),
        }
    }

    /// An assertion, or a call of `reach_error` under a condition. The assertion often holds.
    pub(super) fn check(&mut self) -> Vec<Node> {
        let condition = match self.random.below(3) {
            0 => {
                let (value, mask) = (self.value(2), self.random.pick(&[1, 3, 7, 15]));
                let number = self.random.below(mask + 1);
                Node::expression(format!("(@ & {mask}) == {number}"), vec![value])
            }
            // Compilers do not know the value of `one`: they would remove a comparison that never holds, with its operands.
            1 => Node::expression("(@ & 3) > 3 * one", vec![self.value(2)]),
            _ => Node::expression("((unsigned)@ & 255u) == 200u", vec![self.value(2)]),
        };
        if self.has_demand && self.random.chance(30) {
            return vec![Node::statement("demand(!(@));", vec![condition])];
        }
        let template = self.random.pick(&[
            "if (@) reach_error();",
            "assert(!(@));",
            "if (@) assert(0);",
            "if (@) { reach_error(); }",
        ]);
        vec![Node::statement(template, vec![condition])]
    }

    /// An early exit of the program.
    fn way_out(&mut self) -> Vec<Node> {
        let template = self.random.pick(&[
            "if (@) exit(1);",
            "if (@) abort();",
            "if (@) return 1;",
            "__VERIFIER_assume(!(@));",
            "__VERIFIER_assume(@ || one);",
        ]);
        vec![Node::statement(template, vec![self.condition()])]
    }

    fn compound(&mut self, context: Context) -> Node {
        let inner = context.deeper();
        match self.random.below(10) {
            0..=2 => {
                let (condition, then) = (self.condition(), self.block(inner, 2));
                match self.random.chance(50) {
                    true => Node::statement("if (@) {@}", vec![condition, then]),
                    false => {
                        let otherwise = self.block(inner, 2);
                        Node::statement("if (@) {@} else {@}", vec![condition, then, otherwise])
                    }
                }
            }
            3 => self.switch(inner),
            4 => self.forward_jump(inner),
            5 => {
                let name = self.name("t");
                let first = self.value(2);
                let outside = self.scope.clone();
                self.scope.places.push(super::place(name.clone(), true));
                let rest = self.block(inner, 2);
                self.scope = outside;
                let declaration = Node::statement(format!("int {name} = @;"), vec![first]);
                Node::statement(
                    "{@}",
                    vec![Node::block([vec![declaration], rest.children].concat())],
                )
            }
            _ if context.loops < 2 => self.one_loop(inner),
            _ => self.assignment(),
        }
    }

    fn switch(&mut self, context: Context) -> Node {
        // A `break` within ends the switch and not a loop: nothing depends on which.
        let inner = Context { may_break: true, ..context };
        let mut body = Vec::new();
        for case in 0..3 {
            let label = match case {
                2 if self.random.chance(60) => "default:".to_owned(),
                1 if self.random.chance(30) => "case 2 ... 3:".to_owned(),
                2 => "case -1:".to_owned(),
                case => format!("case {case}:"),
            };
            body.push(line(label));
            body.extend(self.block(inner, 1).children);
            if self.random.chance(70) {
                body.push(line("break;"));
            }
        }
        body.push(line(";"));
        let value = self.value(2);
        Node::statement("switch (@ & 3) {@}", vec![value, Node::block(body)])
    }

    fn forward_jump(&mut self, context: Context) -> Node {
        let label = self.name("skip");
        let (condition, inner) = (self.condition(), self.block(context, 2));
        let jump = Node::statement(format!("if (@) goto {label};"), vec![condition]);
        let rest = Node::statement("{@}", vec![inner]);
        Node::statement("{@}", vec![Node::block(vec![jump, rest, line(format!("{label}:;"))])])
    }

    /// A copy of memory, or a fill, within bounds.
    fn copy_statement(&mut self) -> Vec<Node> {
        if self.scope.arrays.is_empty() {
            return vec![self.assignment()];
        }
        let array = self.array();
        let (name, bytes) = (array.name, array.size * array.length);
        let half = bytes / 2;
        let node = match self.random.below(6) {
            4 if array.is_int => line(format!("qsort({name}, {}, 4, by_value);", array.length)),
            5 if array.is_int => Node::statement(
                format!("@ = bsearch(&g0, {name}, (unsigned)@ % 2u, 4, by_value) != 0;"),
                vec![self.target(), self.value(1)],
            ),
            0 => Node::statement(
                format!("memset({name}, @, @ & {});", bytes.next_power_of_two() / 2 - 1),
                vec![self.value(1), self.value(1)],
            ),
            1 => Node::statement(
                format!("memmove((char *){name} + (@ & 1), {name}, (unsigned)@ % {bytes}u);"),
                vec![self.value(1), self.value(1)],
            ),
            2 => Node::statement(
                format!("memcpy({name}, (char *){name} + {half}, (unsigned)@ % {}u);", half + 1),
                vec![self.value(1)],
            ),
            _ => Node::statement(
                format!("@ = memcmp({name}, (char *){name} + {half}, {half}) < 0;"),
                vec![self.target()],
            ),
        };
        vec![node]
    }
}
