//! Merging beside an exploration path by path, as a user sees it: the same verdict and the same findings, whichever exploration
//! reaches them first. `programs.rs` and `random_programs.rs` test that the verdicts are correct.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod reports;

use serde_json::Value;

fn check(program: &str, options: &[&str]) -> Value {
    reports::report("merging", program, options)
}

#[test]
fn where_it_saves_very_much_merging_is_first() {
    let report = check("checks-safe.c", &[]);
    assert_eq!(report["verdict"], "true");
    assert_eq!(report["statistics"]["first"], "merging");
    assert_eq!(report["statistics"]["paths"], 1);
    let apart = check("checks-safe.c", &["--merge", "never"]);
    assert_eq!(apart["statistics"]["paths"], 4096);
    assert_eq!(apart["statistics"]["first"], Value::Null);
}

#[test]
fn where_it_is_dear_it_costs_a_part() {
    let report = check("places-safe.c", &[]);
    assert_eq!(report["verdict"], "true");
    assert_eq!(report["statistics"]["first"], "path by path");
    let apart = check("places-safe.c", &["--merge", "never"]);
    assert_eq!(report["statistics"]["paths"], apart["statistics"]["paths"]);
    let queries = |report: &Value| report["statistics"]["solver"]["queries"].as_u64().unwrap();
    assert!(queries(&report) > queries(&apart), "the queries of attempts are counted");
}

#[test]
fn small_programs_are_explored_path_by_path() {
    let report = check("early-return-unsafe.c", &[]);
    assert_eq!(report["statistics"]["first"], Value::Null);
}

#[test]
fn whoever_is_first_the_finding_can_be_run() {
    for options in [&["--confirm"][..], &["--confirm", "--keep-going"]] {
        let report = check("checks-unsafe.c", options);
        assert_eq!(report["verdict"], "false");
        let findings = report["findings"].as_array().unwrap();
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0]["kind"], "assertion");
        assert_eq!(findings[0]["confirmed"], true);
    }
}

#[test]
fn the_same_each_time() {
    let once = check("places-safe.c", &[]);
    let again = check("places-safe.c", &[]);
    for part in ["paths", "instructions", "states", "first"] {
        assert_eq!(once["statistics"][part], again["statistics"][part], "{part}");
    }
    assert_eq!(once["statistics"]["solver"]["queries"], again["statistics"]["solver"]["queries"]);
}

#[test]
fn limits_hold_for_both() {
    let report = check("checks-safe.c", &["--memory-limit", "20"]);
    assert_ne!(report["verdict"], "false");
    let report = check("checks-safe.c", &["--max-paths", "3"]);
    assert_eq!(report["verdict"], "unknown");
}
