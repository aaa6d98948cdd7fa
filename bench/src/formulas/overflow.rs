//! The overflow predicates of SMT-LIB 2.7, under names that every dialect can define.
//!
//! Vellum gets the predicate itself; the judges, which do not all know it, get its definition in the
//! standard.

use term::Sort;

/// A predicate at a width.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Overflow {
    /// The position in the table.
    row: usize,
    width: u32,
}

/// The name, the number of arguments, whether its meaning has a product of twice the width.
const TABLE: [(&str, usize, bool); 8] = [
    ("bvnego", 1, false),
    ("bvuaddo", 2, false),
    ("bvsaddo", 2, false),
    ("bvusubo", 2, false),
    ("bvssubo", 2, false),
    ("bvsdivo", 2, false),
    ("bvumulo", 2, true),
    ("bvsmulo", 2, true),
];

impl Overflow {
    /// The number of predicates; those with a product come last.
    pub const COUNT: usize = TABLE.len();
    /// The number of predicates without a product.
    pub const CHEAP: usize = 6;

    /// A predicate by its position in the table.
    pub fn new(row: usize, width: u32) -> Overflow {
        Overflow { row, width }
    }

    /// The number of arguments.
    pub fn arity(self) -> usize {
        TABLE[self.row].1
    }

    /// The name in a problem.
    pub fn name(self) -> String {
        format!("{}.{}", TABLE[self.row].0, self.width)
    }

    /// The definition by the predicate of the standard.
    pub fn by_name(self) -> String {
        let (operator, arity, _) = TABLE[self.row];
        self.definition(&format!("({operator} {})", ["a", "a b"][arity - 1]))
    }

    /// The definition by its meaning.
    pub fn by_meaning(self) -> String {
        let width = self.width;
        let least = format!("(concat #b1 (_ bv0 {}))", width.max(2) - 1);
        let least = if width == 1 { "#b1".to_owned() } else { least };
        let differs = |extend: &str, by: u32, operator: &str| {
            let extended = |name: &str| format!("((_ {extend} {by}) {name})");
            let exact = format!("({operator} {} {})", extended("a"), extended("b"));
            format!("(distinct {exact} {})", extended(&format!("({operator} a b)")))
        };
        self.definition(&match TABLE[self.row].0 {
            "bvnego" => format!("(= a {least})"),
            "bvuaddo" => differs("zero_extend", 1, "bvadd"),
            "bvsaddo" => differs("sign_extend", 1, "bvadd"),
            "bvusubo" => differs("zero_extend", 1, "bvsub"),
            "bvssubo" => differs("sign_extend", 1, "bvsub"),
            "bvsdivo" => format!("(and (= a {least}) (= (bvnot b) (_ bv0 {width})))"),
            "bvumulo" => differs("zero_extend", width, "bvmul"),
            _ => differs("sign_extend", width, "bvmul"),
        })
    }

    fn definition(self, body: &str) -> String {
        let sort = Sort::Bits(self.width);
        let parameters = match self.arity() {
            1 => format!("((a {sort}))"),
            _ => format!("((a {sort}) (b {sort}))"),
        };
        format!("(define-fun {} {parameters} Bool {body})", self.name())
    }
}
