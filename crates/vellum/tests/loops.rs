//! Loop summaries, as a user sees them: replayed paths, the reasons in the statistics, and
//! unrolling. `programs.rs` and `random_programs.rs` test that the verdicts are correct.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod reports;

use serde_json::Value;

fn check(program: &str, options: &[&str]) -> Value {
    reports::report("loops", program, options)
}

#[test]
fn a_path_with_a_loop_in_one_step_can_be_repeated() {
    for program in ["late-unsafe.c", "content-unsafe.c", "steps-unsafe.c", "wrap-unsafe.c"] {
        let report = check(program, &[]);
        let finding = &report["findings"][0];
        let path = finding["path"].as_str().unwrap();
        assert!(path.contains('{'), "{program}: {path}");
        let again = &check(program, &["--path", path])["findings"][0];
        for part in ["kind", "location"] {
            assert_eq!(finding[part], again[part], "{program}: {path}");
        }
    }
}

#[test]
fn the_trace_says_that_a_loop_goes_round() {
    let path = check("late-unsafe.c", &[])["findings"][0]["path"].as_str().unwrap().to_owned();
    let report = check("late-unsafe.c", &["--path", &path]);
    let events = report["trace"].as_array().unwrap();
    assert!(events.iter().any(|event| event["event"] == "iterations"), "{events:?}");
}

#[test]
fn findings_that_come_late_are_confirmed() {
    let report = check("late-unsafe.c", &["--confirm"]);
    assert_eq!(report["findings"][0]["confirmed"], true, "{report}");
}

#[test]
fn statistics_say_why_a_loop_does_not_fit() {
    let report = check("alias-safe.c", &[]);
    let loops = report["statistics"]["loops"].as_array().unwrap();
    let misfits = loops.iter().flat_map(|it| it["unrolled"].as_array().unwrap());
    let places: Vec<&str> = misfits.map(|it| it["at"].as_str().unwrap()).collect();
    assert!(!places.is_empty());
    assert!(places.iter().all(|place| place.contains("alias-safe.c:")), "{places:?}");
}

#[test]
fn round_by_round_no_loop_is_done_in_one_step() {
    let report = check("two-bounds-unsafe.c", &["--loops", "unroll"]);
    assert_eq!(report["verdict"], "false");
    assert!(!report["findings"][0]["path"].as_str().unwrap().contains('{'));
    assert_eq!(report["statistics"]["loops"], serde_json::json!([]));
}
