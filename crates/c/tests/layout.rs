//! Sizes, alignments, offsets and positions of bit-fields agree with gcc, for both data models.
//!
//! Random records are compiled with `cc -S`, which needs no libraries, so that `-m32` works wherever gcc does; the assembler text has
//! the bytes of every object.

mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

use ir::DataModel;

/// A small deterministic generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

const INTEGERS: [(&str, u64); 11] = [
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 32),
    ("long long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
];
const OTHERS: [&str; 11] = [
    "float",
    "double",
    "long double",
    "void *",
    "int (*)(int)",
    "enum shade",
    "enum small",
    "enum narrow",
    "LESS",
    "MORE",
    "LESS *",
];

const PREAMBLE: &str = "enum shade { DARK = 1, LIGHT }; enum small { TINY = -1, HUGE = 200 } __attribute__((packed));\n\
     enum narrow { ONE, TWO } __attribute__((mode(QI)));\n\
     typedef int LESS __attribute__((aligned(2))); typedef short MORE __attribute__((aligned(16)));\n";

/// Generates the attribute of a member.
fn attribute(random: &mut Random, aligned: u64, packed: u64) -> String {
    let mut text = String::new();
    if random.chance(aligned) {
        let _ = write!(text, " __attribute__((aligned({})))", 1 << random.below(5));
    }
    if random.chance(packed) {
        text.push_str(" __attribute__((packed))");
    }
    text
}

/// Generates a record and the objects that show its layout.
fn record(random: &mut Random, index: u64, out: &mut String) {
    let keyword = if random.chance(20) { "union" } else { "struct" };
    let pack = random.chance(15).then(|| 1 << random.below(4));
    if let Some(pack) = pack {
        let _ = writeln!(out, "#pragma pack(push, {pack})");
    }
    let mut attributes = String::new();
    if random.chance(20) {
        attributes.push_str(" __attribute__((packed))");
    }
    if random.chance(15) {
        let _ = write!(attributes, " __attribute__((aligned({})))", 1 << random.below(6));
    }
    let _ = writeln!(out, "{keyword} r{index} {{");
    let (mut fields, mut bit_fields) = (Vec::new(), Vec::new());
    for number in 0..1 + random.below(7) {
        let name = format!("f{number}");
        let member = match random.below(10) {
            0..=4 => {
                let (ty, bits) = INTEGERS[random.below(INTEGERS.len() as u64) as usize];
                let width = random.below(bits + 1);
                if width == 0 {
                    format!("{ty} : 0")
                } else if random.chance(10) {
                    format!("{ty} : {width}")
                } else {
                    bit_fields.push(name.clone());
                    format!("{ty} {name} : {width}{}", attribute(random, 5, 5))
                }
            }
            5..=6 => {
                fields.push(name.clone());
                let (ty, _) = INTEGERS[random.below(INTEGERS.len() as u64) as usize];
                format!("{ty} {name}{}", attribute(random, 15, 15))
            }
            7 => {
                fields.push(name.clone());
                format!("{} {name}[{}]", INTEGERS[random.below(10) as usize].0, random.below(4))
            }
            8 if index > 0 => {
                fields.push(name.clone());
                format!("RECORD{} {name}", random.below(index))
            }
            _ => {
                fields.push(name.clone());
                match OTHERS[random.below(OTHERS.len() as u64) as usize] {
                    "int (*)(int)" => format!("int (*{name})(int)"),
                    ty => format!("{ty} {name}"),
                }
            }
        };
        let _ = writeln!(out, "  {member};");
    }
    let _ = writeln!(out, "}}{attributes};\ntypedef {keyword} r{index} RECORD{index};");
    if pack.is_some() {
        let _ = writeln!(out, "#pragma pack(pop)");
    }
    let _ = write!(
        out,
        "unsigned long size{index}[] = {{sizeof(RECORD{index}), _Alignof(RECORD{index})"
    );
    for field in &fields {
        let _ = write!(out, ", __builtin_offsetof(RECORD{index}, {field})");
        let _ = write!(out, ", __alignof__(((RECORD{index} *)0)->{field})");
    }
    let _ = writeln!(out, "}};");
    for field in &bit_fields {
        let _ = writeln!(out, "RECORD{index} bits{index}_{field} = {{.{field} = -1}};");
    }
}

fn objects_of_cc(text: &str, model: DataModel) -> Option<BTreeMap<String, Vec<u8>>> {
    let directory = support::scratch(&format!("layout-{model}"));
    let path = directory.join("layout.c");
    std::fs::write(&path, text).ok()?;
    let flag = if model == DataModel::Lp64 { "-m64" } else { "-m32" };
    let output =
        Command::new("cc").args(["-S", "-w", "-O0", "-o", "-", flag]).arg(&path).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let _ = std::fs::remove_dir_all(&directory);
    let mut objects: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut current = None;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Some(label) = line.strip_suffix(':') {
            current = Some(label.to_owned());
            continue;
        }
        let mut words = line.split_whitespace();
        let (Some(directive), Some(argument), Some(name)) = (words.next(), words.next(), &current)
        else {
            continue;
        };
        let width = match directive {
            ".byte" => 1,
            ".value" => 2,
            ".long" => 4,
            ".quad" => 8,
            ".zero" => {
                let count: usize = argument.parse().ok()?;
                objects.entry(name.clone()).or_default().extend(vec![0; count]);
                continue;
            }
            _ => continue,
        };
        let value: i128 = argument.parse().ok()?;
        objects.entry(name.clone()).or_default().extend(&value.to_le_bytes()[..width]);
    }
    Some(objects)
}

fn compare(model: DataModel, seed: u64, count: u64) {
    let mut text = PREAMBLE.to_owned();
    let mut random = Random(seed);
    for index in 0..count {
        record(&mut random, index, &mut text);
    }
    let Some(expected) = objects_of_cc(&text, model) else {
        return;
    };
    let module = support::module(&text, model);
    let mut compared = 0;
    for global in &module.globals {
        let mut bytes = global.bytes.clone();
        bytes.resize(global.size as usize, 0);
        let Some(theirs) = expected.get(&global.name) else {
            continue;
        };
        compared += 1;
        if bytes != *theirs {
            let digits = |c: char| c.is_ascii_digit();
            let index: String = global
                .name
                .chars()
                .skip_while(|c| !digits(*c))
                .take_while(|c| digits(*c))
                .collect();
            let from = text.find(&format!(" r{index} {{")).unwrap_or(0);
            let context = &text[from.saturating_sub(30)..(from + 900).min(text.len())];
            panic!(
                "{model} seed {seed}, {}: {bytes:?} instead of {theirs:?}\n{context}",
                global.name
            );
        }
    }
    assert!(compared as u64 >= count);
}

/// Returns the number of files of 80 records to compare; `LAYOUTS=100` compares more.
fn programs() -> u64 {
    std::env::var("LAYOUTS").ok().and_then(|count| count.parse().ok()).unwrap_or(6)
}

#[test]
fn lp64_is_gcc() {
    (1..=programs()).for_each(|seed| compare(DataModel::Lp64, seed, 80));
}

#[test]
fn ilp32_is_gcc() {
    (1..=programs()).for_each(|seed| compare(DataModel::Ilp32, seed, 80));
}

/// Checks facts without a compiler.
#[test]
fn known_facts_of_ilp32() {
    let text = "struct a { char c; long long l; }; struct b { char c; double d; }; struct d { char c; long double l; };\n\
                unsigned facts[] = {sizeof(long), sizeof(void *), sizeof(long double), sizeof(struct a), sizeof(struct b),\n\
                sizeof(struct d), sizeof(__builtin_va_list), sizeof(sizeof(int))};";
    let module = support::module(text, DataModel::Ilp32);
    let words: Vec<u8> = module.globals[0].bytes.iter().step_by(4).copied().collect();
    assert_eq!(words, [4, 4, 12, 12, 12, 16, 4, 4]);
}
