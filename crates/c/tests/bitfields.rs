//! Arithmetic on bit-fields of all widths agrees with gcc: random records, values and expressions, printed by the interpreter and by
//! a program that `cc` compiled.
//!
//! Members that are signed, or are promoted to `int`, hold small values, so that no sum of them overflows: overflow is
//! undefined, so a comparison would prove nothing.

mod support;

use std::fmt::Write as _;

use support::interp::{Stop, run};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }

    fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }
}

const TYPES: [(&str, u64, bool); 9] = [
    ("unsigned char", 8, false),
    ("short", 16, true),
    ("unsigned", 32, false),
    ("int", 32, true),
    ("unsigned long", 64, false),
    ("long", 64, true),
    ("unsigned long long", 64, false),
    ("long long", 64, true),
    ("_Bool", 1, false),
];

/// Generates a struct of four bit-fields with values, and the code that prints results of arithmetic on them.
fn record(random: &mut Random, index: u64, out: &mut String, main: &mut String) {
    let _ = write!(out, "struct r{index} {{");
    let mut fields = Vec::new();
    for number in 0..4 {
        let (ty, most, signed) = random.of(&TYPES);
        // Widths around that of `int`, where promotion changes, are frequent.
        let width = match random.below(3) {
            0 => most.min(30 + random.below(6)),
            _ => 1 + random.below(most),
        };
        // The negation of a narrow signed member may overflow.
        let width = if signed { width.max(8) } else { width };
        let _ = write!(out, " {ty} f{number} : {width};");
        fields.push((number, width, signed));
    }
    let _ = writeln!(out, " }} v{index};");
    for (number, width, signed) in &fields {
        let value = match signed {
            true => format!("{}", random.below(7) as i64 - 3),
            false if *width < 32 => format!("{}", random.below(1 << 20)),
            false => format!("{}ull", random.below(u64::MAX) << random.below(2)),
        };
        let _ = writeln!(main, "  v{index}.f{number} = {value}; /* {width} bits */");
    }
    for _ in 0..10 {
        let (a, wide, signed) = random.of(&fields);
        let (b, _, _) = random.of(&fields);
        let (x, y) = (format!("v{index}.f{a}"), format!("v{index}.f{b}"));
        let number = random.of(&["1", "1u", "3l", "2ull", "-1", "(short)5", "0x7fff"]);
        let is_small = wide < 32 || signed;
        // All ones would overflow in these.
        let is_near_int = (29..32).contains(&wide);
        let expression = match random.below(16) {
            0 => format!("{x} + {y}"),
            1 => format!("{x} - {y}"),
            2 => format!("({x} & 0xff) * ({y} & 0xff)"),
            3 => format!("{x} {} {number}", random.of(&["+", "-", "&", "|", "^", ">", "<", "=="])),
            4 => format!("{x} {} {y}", random.of(&["&", "|", "^", "<", ">", "<=", "==", "!="])),
            5 => format!("~{x}"),
            6 => format!("-{x}"),
            7 if !is_small => format!("{x} << {}", random.below(wide.min(40))),
            7 | 8 => format!("{x} >> {}", random.below(wide.min(31))),
            9 => format!("({x} ? {x} : {y}) + 1"),
            10 => format!("(0, {x}) + {number}"),
            11 => format!("sizeof({x} + {y}) * 100 + sizeof(+{x})"),
            12 if !is_near_int => format!("{x}{} + {number}", random.of(&["++", "--"])),
            13 if !is_near_int => format!("{}{x} + {number}", random.of(&["++", "--"])),
            14 if !is_near_int => {
                format!("({x} {} {number}) + 1", random.of(&["&=", "|=", "^=", "="]))
            }
            _ => format!("!{x} + ({x} && {y})"),
        };
        let _ = writeln!(main, "  printf(\"%llx\\n\", (unsigned long long)({expression}));");
    }
}

fn agrees_with_cc(seed: u64, records: u64) {
    let mut random = Random(seed);
    let (mut out, mut main) = (String::new(), String::new());
    for index in 0..records {
        record(&mut random, index, &mut out, &mut main);
    }
    let text =
        format!("int printf(const char *, ...);\n{out}int main(void) {{\n{main}  return 0;\n}}\n");
    let scratch = support::scratch(&format!("bit-fields-{seed}"));
    let path = scratch.join("program.c");
    std::fs::write(&path, &text).expect("the scratch directory is ours");
    let native = support::native(&path, &[], &scratch);
    let _ = std::fs::remove_dir_all(&scratch);
    let Some((expected, _)) = native else { return };
    let outcome = run(&support::module(&text, ir::DataModel::Lp64), 100_000_000);
    let ours = String::from_utf8_lossy(&outcome.output).into_owned();
    let theirs = String::from_utf8_lossy(&expected).into_owned();
    let lines = text.lines().filter(|line| line.contains("printf(\""));
    for ((ours, theirs), line) in ours.lines().zip(theirs.lines()).zip(lines) {
        assert_eq!(ours, theirs, "seed {seed}: {line}\n{out}");
    }
    assert_eq!(outcome.stop, Stop::Exit(0), "seed {seed}, after {} lines", ours.lines().count());
    assert_eq!(ours, theirs, "seed {seed}");
}

/// `BIT_FIELDS=1000` compares 1000 programs of 40 records.
#[test]
fn arithmetic_is_gccs() {
    let programs = std::env::var("BIT_FIELDS").ok().and_then(|count| count.parse().ok());
    (1..=programs.unwrap_or(6)).for_each(|seed| agrees_with_cc(seed, 40));
}
