//! Functions of the program.

use super::super::program::Node;
use super::{Context, Generator, line, loops, place};

impl Generator {
    pub(super) fn functions(&mut self) {
        self.top.extend(loops::helpers());
        if self.random.chance(40) {
            self.top.push(line("static void demand(int holds) { if (!holds) reach_error(); }"));
            self.has_demand = true;
        }
        if self.random.chance(25) {
            self.top.push(line(
                "static int count(int a, int b) { static int c = 1; ⟦STATIC(c);⟧if (a & 1) c = (c + (b & 7)) & 15; return c; }",
            ));
            self.scope.functions.push("count".into());
        }
        if self.random.chance(20) {
            self.top.push(line("static int *escaping(int v) { int x = v, *p = (v & 3) ? &g0 : &x; *p = v; return p; }"));
            self.has_escaping = true;
        }
        for _ in 0..self.random.below(3) {
            let function = self.function();
            self.top.push(function);
        }
        if self.random.chance(20) {
            self.top.push(line("static int power(int base, int n) { return n <= 0 ? 1 : (int)((unsigned)base * (unsigned)power(base, n - 1)); }"));
            self.scope.functions.push("power3".into());
            self.top
                .push(line("static int power3(int base, int n) { return power(base, n & 3); }"));
        }
        if self.random.chance(15) {
            self.top.push(line("static int odd(int n, int d);"));
            self.top.push(line(
                "static int even(int n, int d) { return n <= 0 ? d : odd(n - 1, d ^ 1); }",
            ));
            self.top.push(line(
                "static int odd(int n, int d) { return n <= 0 ? !d : even(n - 1, d ^ 2); }",
            ));
            self.top.push(line("static int parity(int a, int b) { return even(a & 7, b); }"));
            self.scope.functions.push("parity".into());
        }
        if self.random.chance(15) {
            self.top.push(line("static struct rec pack(int x, int y) { struct rec r = {x, {0}, y & 7, 0, (short)y, 0}; return r; }"));
            self.top.push(line("static int packed(int x, int y) { struct rec r = pack(x, y); return r.x ^ r.low; }"));
            self.scope.functions.push("packed".into());
        }
        if self.random.chance(15) {
            self.top.push(line("static unsigned total(int n, ...) { va_list l; unsigned s = 0; va_start(l, n); while (n-- > 0) s += va_arg(l, int); va_end(l); return s; }"));
            self.top.push(line("static int total2(int a, int b) { return (int)total(2, a, b); }"));
            self.scope.functions.push("total2".into());
        }
        if self.scope.functions.len() > 1 && self.random.chance(40) {
            let [a, b] = [0, 1].map(|i| self.scope.functions[i].clone());
            let choice = format!("int (*f)(int, int) = (a & 1) ? {a} : {b};");
            self.top.push(line(format!(
                "static int chosen(int a, int b) {{ {choice} return f(a, b); }}"
            )));
            self.scope.functions.push("chosen".into());
        }
    }

    /// A call of a function of the program. Functions change globals: nothing else in the statement reads or writes them in an
    /// order that C leaves open.
    pub(super) fn call(&mut self) -> Node {
        let index = self.random.below(self.scope.functions.len());
        let name = self.scope.functions[index].clone();
        let targets = self.scope.places.iter().filter(|it| it.writable && it.holes == 0);
        let targets: Vec<String> = targets
            .map(|it| it.template.clone())
            .filter(|it| !self.scope.inputs.contains(it))
            .collect();
        let target = match targets.is_empty() {
            true => "one".to_owned(),
            false => targets[self.random.below(targets.len())].clone(),
        };
        Node::statement(format!("{target} = {name}(@, @);"), vec![self.value(1), self.value(1)])
    }

    /// A function of two numbers, with parts of the program in it.
    fn function(&mut self) -> Node {
        let name = self.name("f");
        let outside = self.scope.clone();
        for parameter in ["a", "b"] {
            self.scope.places.push(place(parameter, true));
        }
        self.scope.inputs = vec!["a".into(), "b".into()];
        let body = self.block(Context { depth: 2, ..Context::default() }, 3);
        let result = self.value(2);
        self.scope = outside;
        let end = Node::statement("return (int)@;", vec![result]);
        self.scope.functions.push(name.clone());
        let body = Node::block([body.children, vec![end]].concat());
        Node::statement(format!("static int {name}(int a, int b) {{@}}"), vec![body])
    }
}
