//! Random options of `vellum check`, and the properties that they select.

use crate::random::Random;

/// Options of one check.
#[derive(Clone, Debug)]
pub struct Options {
    /// The selected properties; none stands for the default ones.
    pub properties: Vec<&'static str>,
    /// Whether all findings are reported.
    pub keep_going: bool,
    /// Whether allocations may fail.
    pub allocations_may_fail: bool,
    /// Everything else.
    pub others: Vec<String>,
}

/// Properties that are checked by default.
const USUAL: [&str; 10] = [
    "valid-deref",
    "valid-free",
    "valid-memtrack",
    "no-overflow",
    "division-by-zero",
    "shifts",
    "assertions",
    "unreach-call",
    "other-rules",
    "bounds",
];

/// Properties that are selected one by one.
const SINGLE: [&[&str]; 14] = [
    &["valid-deref"],
    &["valid-free"],
    &["valid-memtrack"],
    &["valid-memcleanup"],
    &["no-overflow"],
    &["division-by-zero"],
    &["shifts"],
    &["assertions"],
    &["unreach-call"],
    &["other-rules"],
    &["bounds"],
    &["initialised"],
    &["valid-deref", "valid-free", "valid-memtrack"],
    &["unreach-call", "assertions", "valid-memcleanup"],
];

const MODELS: [&str; 7] = [
    "segments",
    "arrays",
    "planes",
    "planes-naive",
    "separation",
    "timestamps",
    "timestamps-naive",
];

impl Options {
    /// The default options.
    #[must_use]
    pub fn usual() -> Options {
        Options {
            properties: Vec::new(),
            keep_going: false,
            allocations_may_fail: false,
            others: Vec::new(),
        }
    }

    /// Returns the options with which a program is checked: the default ones, and sets of random ones.
    #[must_use]
    pub fn of_program(seed: u64, sets: usize) -> Vec<Options> {
        // Other random numbers than those of the program.
        let mut random = Random::new(seed ^ 0x6f70_7469_6f6e_7300);
        let mut all = vec![Options::usual()];
        all.extend((0..sets).map(|_| Options::random(&mut random)));
        all
    }

    /// Random options.
    pub fn random(random: &mut Random) -> Options {
        let mut options = Options::usual();
        if random.chance(60) {
            options.properties = random.pick(&SINGLE).to_vec();
        }
        options.keep_going = random.chance(60);
        options.allocations_may_fail = random.chance(15);
        let mut add =
            |name: &str, value: &str| options.others.extend([name.to_owned(), value.to_owned()]);
        let groups: [(&str, usize, &[&str]); 8] = [
            ("--memory", 50, &MODELS),
            ("--merge", 40, &["never", "joins", "auto"]),
            ("--loops", 40, &["unroll", "compact"]),
            ("--proofs", 30, &["off", "only"]),
            ("--heap", 20, &["uber", "lazier", "lazy"]),
            ("--jobs", 25, &["2"]),
            ("--search", 30, &["dfs", "bfs", "random", "coverage"]),
            ("--data-model", 30, &["ilp32"]),
        ];
        for (name, percent, values) in groups {
            if random.chance(percent) {
                add(name, random.pick(values));
            }
        }
        if random.chance(20) {
            options.others.push("--no-promote".to_owned());
        }
        options
    }

    /// Whether a property is selected.
    #[must_use]
    pub fn asks(&self, property: &str) -> bool {
        match self.properties.is_empty() {
            true => USUAL.contains(&property),
            false => self.properties.contains(&property),
        }
    }

    /// Whether types have other sizes than those of the system's compiler.
    #[must_use]
    pub fn has_other_sizes(&self) -> bool {
        self.others.iter().any(|it| it == "--data-model")
    }

    /// The words of the command line.
    #[must_use]
    pub fn flags(&self) -> Vec<String> {
        let mut flags = self.others.clone();
        if !self.properties.is_empty() {
            flags.extend(["--property".to_owned(), self.properties.join(",")]);
        }
        let switches =
            [(self.keep_going, "--keep-going"), (self.allocations_may_fail, "--malloc-may-fail")];
        flags.extend(
            switches.into_iter().filter(|(is_on, _)| *is_on).map(|(_, flag)| flag.to_owned()),
        );
        flags
    }
}
