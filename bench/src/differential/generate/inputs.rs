//! Inputs: how a program reads them, and how the driver gives them.

use super::super::program::Node;
use super::{Generator, line, place};

/// The functions by which programs read inputs.
pub(super) const DECLARATIONS: [&str; 11] = [
    "void reach_error(void);",
    "void __VERIFIER_assume(int condition);",
    "int __VERIFIER_nondet_int(void);",
    "unsigned __VERIFIER_nondet_uint(void);",
    "_Bool __VERIFIER_nondet_bool(void);",
    "unsigned char __VERIFIER_nondet_uchar(void);",
    "short __VERIFIER_nondet_short(void);",
    "long long __VERIFIER_nondet_longlong(void);",
    "void klee_make_symbolic(void *at, size_t bytes, const char *name);",
    "int klee_range(int first, int end, const char *name);",
    "void klee_assume(unsigned long condition);",
];

impl Generator {
    /// Reads about half of the bits, or all, into variables.
    pub(super) fn inputs(&mut self) -> Vec<Node> {
        let mut body = Vec::new();
        let count = 1 + self.random.below(3);
        for _ in 0..count {
            let bits = self.random.between(1, 5).min(self.bits);
            if bits == 0 {
                break;
            }
            self.bits -= bits;
            body.push(self.input(bits));
        }
        body
    }

    fn input(&mut self, bits: u32) -> Node {
        let name = self.name("in");
        let most = (1_u64 << bits) - 1;
        self.scope.inputs.push(name.clone());
        self.scope.places.push(place(name.clone(), false));
        let text = match self.random.below(6) {
            0 if bits == 1 => {
                format!("_Bool {name} = ⟪__VERIFIER_nondet_bool()⟫⟦native_input(0, 1)⟧;")
            }
            0 | 1 => format!(
                "unsigned char {name} = ⟪__VERIFIER_nondet_uchar() & {most}⟫⟦native_input(0, {most})⟧;"
            ),
            2 => format!(
                "unsigned {name} = ⟪__VERIFIER_nondet_uint() & {most}⟫⟦native_input(0, {most})⟧;"
            ),
            3 => self.ranged(&name, most as i64),
            4 => format!(
                "int {name} = ⟪klee_range(0, {}, \"{name}\")⟫⟦native_input(0, {most})⟧;",
                most + 1
            ),
            _ => format!(
                "unsigned char {name}⟪; klee_make_symbolic(&{name}, 1, \"{name}\"); klee_assume({name} <= {most});⟫⟦ = native_input(0, {most});⟧"
            ),
        };
        line(text)
    }

    /// An input of a range that may lie at the edge of its type.
    fn ranged(&mut self, name: &str, most: i64) -> String {
        let int = [-2_i64, 0, i64::from(i32::MAX) - most, i64::from(i32::MIN), 1000];
        let (ty, function, low, suffix) = match self.random.below(4) {
            0 => ("short", "short", self.random.pick(&[-2, i64::from(i16::MAX) - most, 0]), ""),
            1 => (
                "long long",
                "longlong",
                self.random.pick(&[-1, i64::MAX - most, 5_000_000_000]),
                "LL",
            ),
            _ => ("int", "int", self.random.pick(&int), ""),
        };
        let high = low + most;
        // The smallest number of a type has no literal.
        let low = if low == i64::from(i32::MIN) {
            format!("({} - 1)", low + 1)
        } else {
            format!("{low}{suffix}")
        };
        let range = format!("{name} >= {low} && {name} <= {high}{suffix}");
        format!(
            "{ty} {name} = ⟪__VERIFIER_nondet_{function}()⟫⟦native_input({low}, {high}{suffix})⟧;⟪ __VERIFIER_assume({range});⟫"
        )
    }

    /// One more bit of input, as an expression, if there is one.
    pub(super) fn input_bit(&mut self, times: u32) -> Option<Node> {
        self.bits = self.bits.checked_sub(times)?;
        Some(Node::expression("⟪__VERIFIER_nondet_bool()⟫⟦native_input(0, 1)⟧", vec![]))
    }
}
