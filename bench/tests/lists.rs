//! Tests that the generated programs of lists are valid, and that they have what attacks a prover.

use bench::c_programs::{Judge, generate_lists};

/// The number of programs.
const PROGRAMS: u64 = 40;

/// The judge sees programs of both kinds, and few that it cannot execute. Without a tool there is no report, so this executes
/// the programs with one that always answers `unknown`.
#[test]
fn programs_are_valid_and_some_violate_properties() {
    let folder = std::env::temp_dir().join(format!("vellum-lists-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files in between");
    let tool = folder.join("tool");
    let script = "#!/bin/sh\necho '{\"verdict\": \"unknown\", \"findings\": [], \"reason\": \"no answer\"}'\n";
    std::fs::write(&tool, script).expect("the folder is there");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&tool, executable).expect("the file is there");
    let judge = Judge::new(&tool, &[], &folder).expect("a compiler with sanitizers");
    let (mut safe, mut violating) = (0, 0);
    for seed in 1..=PROGRAMS {
        let judged = judge.compare(&generate_lists(seed));
        let judged = judged.unwrap_or_else(|what| panic!("program {seed}: {what}"));
        safe += u64::from(judged.is_safe == Some(true));
        violating += u64::from(judged.is_safe == Some(false));
    }
    std::fs::remove_dir_all(folder).expect("the folder is there");
    assert!(safe > PROGRAMS / 3, "{safe} of {PROGRAMS} programs are safe");
    assert!(violating > PROGRAMS / 5, "{violating} of {PROGRAMS} programs violate a property");
}
