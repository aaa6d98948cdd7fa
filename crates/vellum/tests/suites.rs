//! Tests as the regression suites of other tools describe them: `bench --bin suites` reads them, and `vellum check` knows every flag
//! that it maps their options to.

use std::path::Path;
use std::time::Duration;

use bench::checking;
use bench::suites::{Comparison, Suite, descriptions, read};

const PROGRAM: &str = "\
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint();
    int *p = malloc(sizeof *p);
#ifdef CAREFUL
    if (!p) return 0;
#endif
    *p = 1;
    assert(n < LIMIT || n >= LIMIT);
    if (sizeof(long) == 8 && n == 77) assert(*p == WANTED);
    free(p);
    return 0;
}
";

/// The name of a test, whose it is, its options, its verdict, and how ours compares.
const TESTS: [(&str, Suite, &str, &str, Comparison); 4] = [
    ("same", Suite::Cbmc, "-DCAREFUL -DLIMIT=5 -DWANTED=1", "SUCCESSFUL", Comparison::Same),
    ("null", Suite::Esbmc, "-DLIMIT=5 -D WANTED=1 --overflow-check", "FAILED", Comparison::Same),
    (
        "narrow",
        Suite::Cbmc,
        "--32 --no-standard-checks --unwind 4 -DLIMIT=5 -DWANTED=2",
        "SUCCESSFUL",
        Comparison::Same,
    ),
    (
        "leak",
        Suite::Esbmc,
        "-DLIMIT=5 -DWANTED=1 --force-malloc-success --memory-leak-check --ub-shift-check",
        "SUCCESSFUL",
        Comparison::Same,
    ),
];

#[test]
fn descriptions_of_other_tools_are_compared() {
    let folder = std::env::temp_dir().join(format!("vellum-suites-{}", std::process::id()));
    for (name, _, options, verdict, _) in &TESTS {
        let folder = folder.join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("main.c"), PROGRAM).unwrap();
        let text = format!("CORE\nmain.c\n{options}\n^VERIFICATION {verdict}$\n");
        std::fs::write(folder.join("test.desc"), text).unwrap();
    }
    let found = descriptions(&folder).unwrap();
    assert_eq!(found.len(), TESTS.len());
    let vellum = Path::new(env!("CARGO_BIN_EXE_vellum"));
    for (name, suite, .., expected) in TESTS {
        let description = folder.join(name).join("test.desc");
        let text = std::fs::read_to_string(&description).unwrap();
        let test = read(suite, &description, &text).unwrap();
        let run = checking::check(vellum, &test.flags, &test.files, Duration::from_secs(60));
        assert_eq!(test.compared(&run.said), expected, "{name}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}
