//! Loops of all forms. They come to an end, or the program is not used.

use super::super::program::Node;
use super::{Array, Context, Generator, Place, line};

impl Generator {
    pub(super) fn one_loop(&mut self, context: Context) -> Node {
        let inner =
            Context { loops: context.loops + 1, may_break: true, may_continue: false, ..context };
        match self.random.below(17) {
            0..=2 => self.for_loop(inner),
            3 => self.while_loop(inner),
            4 => self.do_loop(inner),
            5 => self.jump_loop(inner),
            6 => self.endless_loop(inner),
            7 => self.memory_counter(inner),
            8 => self.address_counter(inner),
            9 => self.computed_entry(inner),
            10 => self.call_in_condition(inner),
            11 if context.loops == 0 => self.long_loop(),
            12 => self.input_loop(inner),
            _ => self.array_loop(),
        }
    }

    /// How often a loop goes on: few times.
    fn bound(&mut self) -> Node {
        match self.random.below(5) {
            0 => Node::expression(self.random.pick(&["1", "2", "3", "5"]), vec![]),
            1 => Node::expression("(@ & 3)", vec![self.input_value()]),
            2 => Node::expression("((unsigned)@ % 5u)", vec![self.value(1)]),
            3 => Node::expression("(int)(@ & 3)", vec![self.value(2)]),
            _ => Node::expression("(int)((@ & 1) + 2)", vec![self.input_value()]),
        }
    }

    /// The body of a loop; its counter can be read.
    fn body(&mut self, counter: &str, context: Context) -> Node {
        let outside = self.scope.clone();
        let template = counter.to_owned();
        self.scope.places.push(Place { template, holes: 0, writable: false, is_int: false });
        self.scope.inputs.push(counter.to_owned());
        let body = self.block(context, 2);
        self.scope = outside;
        body
    }

    fn counter(&mut self) -> (String, &'static str) {
        (
            self.name("i"),
            self.random.pick(&["int", "int", "unsigned", "short", "unsigned char", "long long"]),
        )
    }

    fn for_loop(&mut self, context: Context) -> Node {
        let (i, ty) = self.counter();
        let bound = self.bound();
        let body = self.body(&i, Context { may_continue: true, ..context });
        let template = match self.random.below(6) {
            0 => format!("for ({ty} {i} = 0; {i} <= @; {i} += 2) {{@}}"),
            1 => format!("for (int {i} = @; {i} > 0; {i}--) {{@}}"),
            2 => format!("for (unsigned {i} = @; {i}-- > 0;) {{@}}"),
            3 => format!("for (int {i} = 0, n{i} = @; {i} != n{i}; ++{i}) {{@}}"),
            _ => format!("for ({ty} {i} = 0; {i} < @; {i}++) {{@}}"),
        };
        Node::statement(template, vec![bound, body])
    }

    /// A block with a counter, the loop over it, and its body with the step at the end.
    fn counted(&mut self, context: Context, head: &str, foot: &str, with_bound: bool) -> Node {
        let (i, ty) = self.counter();
        let (bound, body) = (self.bound(), self.body(&i, context));
        let [head, foot] = [head, foot].map(|text| text.replace("$i", &i));
        let step =
            self.random.pick(&["$i++;", "$i += 1;", "++$i;", "$i = $i + 1;"]).replace("$i", &i);
        let mut statements = body.children;
        if self.random.chance(25) {
            let condition = self.condition();
            statements.insert(
                0,
                Node::statement(format!("if (@) {{ {step} continue; }}"), vec![condition]),
            );
        }
        statements.push(line(step));
        let declaration = line(format!("{ty} {i} = 0;"));
        let children = if with_bound {
            vec![bound, Node::block(statements)]
        } else {
            vec![Node::block(statements), bound]
        };
        let looped = Node::statement(format!("{head}{foot}"), children);
        Node::statement("{@}", vec![Node::block(vec![declaration, looped])])
    }

    fn while_loop(&mut self, context: Context) -> Node {
        self.counted(context, "while ($i < @) {@}", "", true)
    }

    fn do_loop(&mut self, context: Context) -> Node {
        self.counted(context, "do {@}", " while ($i < @);", false)
    }

    fn endless_loop(&mut self, context: Context) -> Node {
        let (i, ty) = self.counter();
        let (bound, body) = (self.bound(), self.body(&i, context));
        let out = Node::statement(format!("if (({i})++ >= @) break;"), vec![bound]);
        let head = self.random.pick(&["for (;;) {@}", "while (1) {@}"]);
        let looped = Node::statement(head, vec![Node::block([vec![out], body.children].concat())]);
        Node::statement("{@}", vec![Node::block(vec![line(format!("{ty} {i} = 0;")), looped])])
    }

    fn jump_loop(&mut self, context: Context) -> Node {
        let (i, ty) = self.counter();
        let label = self.name("again");
        // Nothing here is a loop to `break` and `continue`.
        let context = Context { may_break: false, may_continue: false, ..context };
        let (bound, body) = (self.bound(), self.body(&i, context));
        let statements = vec![
            line(format!("{ty} {i} = 0;")),
            line(format!("{label}:;")),
            Node::statement("{@}", vec![body]),
            Node::statement(format!("if (++{i} < @) goto {label};"), vec![bound]),
        ];
        Node::statement("{@}", vec![Node::block(statements)])
    }

    /// A counter that lies in memory, where the body may change it.
    fn memory_counter(&mut self, context: Context) -> Node {
        let places: Vec<Place> = self
            .scope
            .places
            .iter()
            .filter(|it| it.is_int && it.writable && it.holes == 0)
            .cloned()
            .collect();
        let index = self.random.below(places.len());
        let counter = places[index].template.clone();
        let (bound, body) = (self.bound(), self.body(&counter, context));
        Node::statement(
            format!("for ({counter} = 0; {counter} < @; ++{counter}) {{@}}"),
            vec![bound, body],
        )
    }

    fn address_counter(&mut self, context: Context) -> Node {
        let i = self.name("i");
        let (bound, body) = (self.bound(), self.body(&i, context));
        let mut statements = vec![line(format!("int {i} = 0, *p{i} = &{i};"))];
        statements.push(match self.random.below(3) {
            0 => Node::statement(format!("for (; *p{i} < @; ++*p{i}) {{@}}"), vec![bound, body]),
            1 => {
                let body =
                    Node::block([body.children, vec![line(format!("bump(&{i});"))]].concat());
                Node::statement(format!("do {{@}} while ({i} < @);"), vec![body, bound])
            }
            _ => Node::statement(format!("for (; {i} < @; bump(p{i})) {{@}}"), vec![bound, body]),
        });
        Node::statement("{@}", vec![Node::block(statements)])
    }

    /// A switch into the middle of a loop.
    fn computed_entry(&mut self, context: Context) -> Node {
        let i = self.name("i");
        let context = Context { may_break: false, may_continue: false, ..context };
        let (bound, value) = (self.bound(), self.value(1));
        let bodies: Vec<Node> =
            (0..3).map(|_| self.body(&i, Context { depth: 4, ..context })).collect();
        let [first, second, third] =
            bodies.try_into().unwrap_or_else(|_| unreachable!("three bodies"));
        let inner = [
            first.children,
            vec![line("case 1:;")],
            second.children,
            vec![line("case 2:;")],
            third.children,
        ];
        let looped = Node::statement(
            format!("do {{@}} while (--{i} > 0);"),
            vec![Node::block(inner.concat())],
        );
        let switch = Node::statement(
            "switch (@ & 3) {@}",
            vec![value, Node::block(vec![line("case 0:;"), looped])],
        );
        let declaration = Node::statement(format!("int {i} = @;"), vec![bound]);
        Node::statement("{@}", vec![Node::block(vec![declaration, switch])])
    }

    /// Calls in the header of a loop.
    fn call_in_condition(&mut self, context: Context) -> Node {
        let i = self.name("i");
        let (bound, body) = (self.bound(), self.body(&i, context));
        let head = match self.random.below(4) {
            0 => Node::statement(format!("while (advance(&{i}) <= @) {{@}}"), vec![bound, body]),
            1 => Node::statement(format!("do {{@}} while (advance(&{i}) < @);"), vec![body, bound]),
            2 => {
                let body =
                    [vec![line(format!("({i})++;")), line("nothing();")], body.children].concat();
                Node::statement(
                    format!("do {{@}} while ({i} < @);"),
                    vec![Node::block(body), bound],
                )
            }
            _ => Node::statement(
                format!("for (; (nothing(), {i} < @); {i} = advance(&{i})) {{@}}"),
                vec![bound, body],
            ),
        };
        Node::statement("{@}", vec![Node::block(vec![line(format!("int {i} = 0;")), head])])
    }

    /// Many iterations with a closed form, or nearly so.
    fn long_loop(&mut self) -> Node {
        let (i, sum) = (self.name("i"), self.name("s"));
        let many = self.random.pick(&["60", "100", "250", "300"]);
        let bound = match self.random.below(3) {
            0 => Node::expression(many, vec![]),
            1 => Node::expression(format!("(int)((@ & 3) * {many})"), vec![self.input_value()]),
            _ => Node::expression(format!("{many} + (int)(@ & 7)"), vec![self.input_value()]),
        };
        let (ty, step) = (
            self.random.pick(&["int", "unsigned", "unsigned char", "short"]),
            self.random.between(1, 3),
        );
        let change = match self.random.below(4) {
            0 => format!("{sum} += {step};"),
            1 => format!("{sum} += {i};"),
            2 => format!("{sum} ^= {i};"),
            _ => format!("if ({i} & 1) {sum} += {step};"),
        };
        let looped = Node::statement(
            format!("for (int {i} = 0; {i} < @; {i} += {step}) {{@}}"),
            vec![bound, Node::block(vec![line(change)])],
        );
        let number = self.random.below(40) * step as usize;
        let check = match self.random.below(3) {
            0 => line(format!("if ({sum} == {number}) reach_error();")),
            1 => Node::statement(
                format!("assert({sum} != {number} || @ != 3);"),
                vec![self.input_value()],
            ),
            _ => Node::statement(format!("@ = {sum};"), vec![self.target()]),
        };
        Node::statement(
            "{@}",
            vec![Node::block(vec![line(format!("{ty} {sum} = 0;")), looped, check])],
        )
    }

    /// Each iteration reads an input.
    fn input_loop(&mut self, context: Context) -> Node {
        let i = self.name("i");
        let most = self.random.between(2, 3);
        if context.loops > 1 {
            return self.for_loop(context);
        }
        let Some(bit) = self.input_bit(most) else { return self.for_loop(context) };
        let body = self.body(&i, context);
        Node::statement(
            format!("for (int {i} = 0; {i} < {most} && @; {i}++) {{@}}"),
            vec![bit, body],
        )
    }

    /// A loop over an array, within its bounds.
    fn array_loop(&mut self) -> Node {
        if self.scope.arrays.is_empty() {
            return self.assignment();
        }
        let Array { name, length, .. } = self.array();
        let i = self.name("i");
        let outside = self.scope.clone();
        self.scope.inputs.push(i.clone());
        let value = self.value(2);
        self.scope = outside;
        match self.random.below(5) {
            0 => Node::statement(
                format!("for (int {i} = 0; {i} < {length}; {i}++) {name}[{i}] = @;"),
                vec![value],
            ),
            1 => Node::statement(
                format!("for (int {i} = {length}; {i}-- > 0;) {name}[{i}] = @;"),
                vec![value],
            ),
            2 => {
                let bound = self.value(1);
                Node::statement(
                    format!(
                        "for (unsigned {i} = 0; {i} < (unsigned)@ % {}u; {i}++) {name}[{i}] ^= @;",
                        length + 1
                    ),
                    vec![bound, value],
                )
            }
            3 => Node::statement(
                format!(
                    "for (int {i} = 1; {i} < {length}; {i}++) {name}[{i}] = {name}[{i} - 1] ^ @;"
                ),
                vec![value],
            ),
            _ => Node::statement(
                format!(
                    "for (__typeof__({name}[0]) *{i} = {name}; {i} != {name} + {length}; {i}++) *{i} = one;"
                ),
                vec![],
            ),
        }
    }

    pub(super) fn array(&mut self) -> Array {
        let index = self.random.below(self.scope.arrays.len());
        self.scope.arrays[index].clone()
    }
}

/// What loops call.
pub(super) fn helpers() -> Vec<Node> {
    vec![
        line("static void bump(int *p) { ++*p; }"),
        line("static int advance(int *p) { return ++*p; }"),
        line("static void nothing(void) {}"),
        line(
            "static int by_value(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }",
        ),
    ]
}
