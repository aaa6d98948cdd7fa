//! Risks: statements that violate a property for some inputs.

use super::super::program::Node;
use super::{Context, Generator};

/// Signed overflow, of a variable and a number that is not large. Compilers fold an expression of constants, and no
/// sanitizer checks it: there, the number is assigned to a variable first.
const OVERFLOWS: [&str; 14] = [
    "{ unsigned long long amount = @; # = 2147483640 + (int)(amount & 15); }",
    "{ unsigned long long amount = @; # = (-2147483647 - 1) - (int)(amount & 1); }",
    "{ unsigned long long amount = @; # = (int)(amount & 7) * 400000000; }",
    "# = # + (int)(@ & 2147483647);",
    "{ unsigned long long amount = @; # += 2147483600 + (int)(amount & 31); }",
    "# = -#;",
    "(#)++;",
    "--#;",
    "# *= (int)(@ & 65535);",
    "# = abs(#);",
    "{ unsigned long long amount = @; # = (int)((9223372036854775800LL + (long long)(amount & 15)) & 1); }",
    "# -= (int)(@ & 2147483647);",
    "# = # * #;",
    "# = 2147483647 - (int)(@ & 7) + (int)one;",
];

const DIVISIONS: [&str; 7] = [
    "# = 100 / (int)(@ & 3);",
    "# = 100 % (int)(@ & 3);",
    "# = # / #;",
    "# = (int)(1000u / (unsigned)@);",
    "# = # / (int)((@ & 1) - 1);",
    "# = # % (int)((@ & 1) - 1);",
    "# /= (int)(@ % 3);",
];

const SHIFTS: [&str; 7] = [
    "# = 1 << (int)((@ & 7) + 26);",
    "# = # << (@ & 3);",
    "# = (int)(1u << ((unsigned)@ % 34u));",
    "# = # >> (int)((@ & 7) - 1);",
    "# = (int)((1LL << ((@ & 7) + 58)) & 7);",
    "# <<= 1;",
    "# = (int)((unsigned)# >> (@ & 63));",
];

impl Generator {
    /// A risk, mostly under a condition.
    pub(super) fn risk(&mut self, context: Context) -> Vec<Node> {
        let nodes = self.bare_risk(context);
        match self.random.chance(65) {
            true => vec![Node::statement("if (@) {@}", vec![self.condition(), Node::block(nodes)])],
            false => nodes,
        }
    }

    fn bare_risk(&mut self, context: Context) -> Vec<Node> {
        match self.random.below(39) {
            35..=37 if !self.scope.inner.is_empty() => vec![self.inner_risk()],
            26 => vec![self.short_circuit()],
            27 if self.has_escaping => {
                vec![Node::statement(
                    "@ = *escaping((int)(@ & 7));",
                    vec![self.target(), self.value(1)],
                )]
            }
            28 => vec![self.variable_length()],
            29 => vec![self.counting_overflow()],
            30 => vec![self.record_risk()],
            31 => vec![self.wild_pointer()],
            0..=3 => vec![self.arithmetic_risk(&OVERFLOWS)],
            4..=5 => vec![self.arithmetic_risk(&DIVISIONS)],
            6..=7 => vec![self.arithmetic_risk(&SHIFTS)],
            8..=11 if !self.scope.arrays.is_empty() => vec![self.array_risk()],
            12..=15 if self.has_heap() => vec![self.heap_risk()],
            16..=17 | 32..=34 if !self.scope.strings.is_empty() => vec![self.string_risk()],
            18 => vec![self.pointer_risk()],
            19 => vec![self.scope_risk()],
            20 if !self.scope.arrays.is_empty() => vec![self.overlap_risk()],
            21 => vec![self.leak_risk()],
            22 if context.loops == 0 => vec![self.unreachable_risk()],
            23 => vec![self.guarded_division()],
            _ => self.check(),
        }
    }

    fn arithmetic_risk(&mut self, templates: &[&str]) -> Node {
        let template = self.random.pick(templates);
        let target = self.int_target();
        let mut children = Vec::new();
        for hole in template.matches(['#', '@']) {
            children.push(if hole == "#" { target.clone() } else { self.varying() });
        }
        Node::statement(template.replace('#', "@"), children)
    }

    /// An expression that no compiler folds: a folded one is not checked.
    fn varying(&mut self) -> Node {
        Node::expression("(@ ^ zero)", vec![self.value(1)])
    }

    /// An index that may be a little too large or too small.
    fn array_risk(&mut self) -> Node {
        let array = self.array();
        let (name, length) = (array.name, array.length);
        let over = length + (12 / array.size).min(3);
        let value = self.value(1);
        let index = self.value(1);
        let i = self.name("i");
        match self.random.below(8) {
            0 => Node::statement(format!("{name}[(unsigned)@ % {over}u] = @;"), vec![index, value]),
            1 => Node::statement(
                format!("@ = {name}[(unsigned)@ % {over}u];"),
                vec![self.target(), index],
            ),
            2 => Node::statement(
                format!("{name}[(int)((unsigned)@ % {over}u) - 1] = @;"),
                vec![index, value],
            ),
            3 => {
                let compare = self.random.pick(&["<", "<", "<="]);
                Node::statement(
                    format!(
                        "{{ int {i} = (unsigned)@ % {over}u; if ({i} {compare} {length}) {name}[{i}] = @; }}"
                    ),
                    vec![index, value],
                )
            }
            4 => Node::statement(
                format!(
                    "for (unsigned {i} = 0; {i} <= (unsigned)@ % {}u; {i}++) {name}[{i}] = @;",
                    length + 1
                ),
                vec![index, value],
            ),
            5 => Node::statement(
                format!("memset({name}, @, (unsigned)@ % {}u);", length * array.size + 3),
                vec![value, index],
            ),
            6 => Node::statement(
                format!(
                    "{{ __typeof__({name}[0]) *{i} = {name} + (unsigned)@ % {}u; *{i} = @; }}",
                    length + 1
                ),
                vec![index, value],
            ),
            _ => Node::statement(
                format!(
                    "for (int {i} = {length}; {i} >= (int)(@ & 1) - 1; {i}--) if ({i} < {length}) {name}[{i}] = @;"
                ),
                vec![index, value],
            ),
        }
    }

    fn pointer_risk(&mut self) -> Node {
        let p = self.name("p");
        let (condition, other) = (self.condition(), self.condition());
        match self.random.below(3) {
            0 => Node::statement(
                format!("{{ int *{p} = @ ? &g0 : 0; if (@) *{p} = 4; }}"),
                vec![condition, other],
            ),
            1 => Node::statement(
                format!("{{ int *{p} = @ ? &g0 : 0; if ({p} || @) g0 = *{p}; }}"),
                vec![condition, other],
            ),
            _ => Node::statement(
                format!("{{ int (*{p})(int *) = @ ? advance : 0; if ({p} && @) {p}(&g0); }}"),
                vec![condition, other],
            ),
        }
    }

    /// A risk in the second operand of `&&`, `||` and `?:`.
    fn short_circuit(&mut self) -> Node {
        let d = self.name("d");
        let template = self.random.pick(&[
            "if ($d != 0 && 24 / $d > 3) @ = 1;",
            "if ($d == 0 || 24 % $d == 1) @ = 2;",
            "@ = $d ? 24 / $d : 7;",
            "@ = $d >= 0 ? 1 << $d : 1;",
            "@ = ($d > 1 || $d < 0) && 24 / $d < 3;",
            "@ = $d < 3 && (int[3]){1, 2, 3}[$d] == 2;",
        ]);
        let rest = template.replace("$d", &d);
        Node::statement(
            format!("{{ int {d} = (int)(@ & 3) - (int)one; {rest} }}"),
            vec![self.value(1), self.target()],
        )
    }

    fn variable_length(&mut self) -> Node {
        let v = self.name("v");
        let (length, index) = (self.value(1), self.value(1));
        Node::statement(
            format!("{{ short {v}[(@ & 3) + 1]; {v}[(unsigned)@ % 5u] = 2; }}"),
            vec![length, index],
        )
    }

    /// A counter that may reach the end of its type.
    fn counting_overflow(&mut self) -> Node {
        let i = self.name("i");
        let (first, many) = (self.value(1), self.value(1));
        match self.random.below(3) {
            0 => Node::statement(
                format!(
                    "{{ int {i} = 2147483640 + (int)(@ & 3); for (int n = (int)(@ & 7); n > 0; n--) {i}++; }}"
                ),
                vec![first, many],
            ),
            1 => Node::statement(
                format!(
                    "for (int {i} = 2147483645 - (int)(@ & 1); {i} > 0; {i} += 1 + (int)(@ & 1)) g0 ^= 1;"
                ),
                vec![first, many],
            ),
            _ => Node::statement(
                format!(
                    "{{ int {i} = (int)(@ & 7) + 1; for (int n = (int)(@ & 7); n >= 0; n--) {i} *= 16; }}"
                ),
                vec![first, many],
            ),
        }
    }

    /// A structure through a pointer that may be null, or beside an array of structures.
    fn record_risk(&mut self) -> Node {
        let q = self.name("q");
        match self.random.below(3) {
            0 => Node::statement(
                format!("{{ struct rec x{q} = {{1}}, *{q} = @ ? &x{q} : 0; {q}->y = (short)@; }}"),
                vec![self.condition(), self.value(1)],
            ),
            1 => Node::statement(
                format!("{{ struct rec x{q} = {{1}}, *{q} = @ ? &x{q} : 0, c = *{q}; g0 = c.x; }}"),
                vec![self.condition()],
            ),
            _ => Node::statement(
                format!(
                    "{{ struct {{ int a; short b; }} {q}[2] = {{{{1, 2}}, {{3, 4}}}}; @ = {q}[(unsigned)@ % 3u].b; }}"
                ),
                vec![self.target(), self.value(1)],
            ),
        }
    }

    /// An index that leaves an array within a larger object.
    fn inner_risk(&mut self) -> Node {
        let index = self.random.below(self.scope.inner.len());
        let (template, holes) = self.scope.inner[index].clone();
        let indices = (0..holes).map(|_| self.value(1)).collect();
        let (place, value) = (Node::expression(template, indices), self.value(1));
        match self.random.chance(60) {
            true => Node::statement("@ = @;", vec![place, value]),
            false => Node::statement("@ = @;", vec![self.target(), place]),
        }
    }

    fn wild_pointer(&mut self) -> Node {
        let p = self.name("p");
        Node::statement(
            format!("{{ int *{p} = @ ? &g0 : (int *)16; if (@) *{p} = 1; }}"),
            vec![self.condition(), self.condition()],
        )
    }

    /// A dangling pointer to a variable whose scope has ended.
    fn scope_risk(&mut self) -> Node {
        let p = self.name("p");
        let children = vec![self.condition(), self.target()];
        Node::statement(
            format!(
                "{{ int *{p} = &g0; {{ int w{p} = 3; if (@) {p} = &w{p}; *{p} = 5; }} @ = *{p}; }}"
            ),
            children,
        )
    }

    fn overlap_risk(&mut self) -> Node {
        let array = self.array();
        let (name, bytes) = (array.name, array.size * array.length);
        let (from, count) = (self.value(1), self.value(1));
        Node::statement(
            format!("memcpy({name}, (char *){name} + (unsigned)@ % {bytes}u, @ & 1);"),
            vec![from, count],
        )
    }

    fn leak_risk(&mut self) -> Node {
        let p = self.name("p");
        let condition = self.condition();
        match self.random.below(3) {
            0 => Node::statement(
                format!("{{ char *{p} = malloc(3); ⟦ROOT({p});⟧if (@) free({p}); }}"),
                vec![condition],
            ),
            1 => Node::statement(
                format!(
                    "{{ char *{p} = malloc(3); ⟦ROOT({p});⟧if ({p}) {p}[@ & 3] = 1; free({p}); }}"
                ),
                vec![condition],
            ),
            _ => Node::statement(
                format!(
                    "{{ char *{p} = malloc(2), *q{p} = {p}; ⟦ROOT({p}); ROOT(q{p});⟧if (@) {p} = 0; free({p}); }}"
                ),
                vec![condition],
            ),
        }
    }

    fn unreachable_risk(&mut self) -> Node {
        Node::statement("if (@ == 5) __builtin_unreachable();", vec![self.value(1)])
    }

    /// A division behind a guard that is correct, or nearly correct.
    fn guarded_division(&mut self) -> Node {
        let d = self.name("d");
        let guard = self.random.pick(&["!= 0", "> 0", ">= 0", "!= 1"]);
        let (value, target) = (self.value(1), self.target());
        Node::statement(
            format!("{{ int {d} = (int)(@ & 7) - 2; if ({d} {guard}) @ = 12 / {d}; }}"),
            vec![value, target],
        )
    }
}
