//! Long runs: several workers, checkpoints and going on from them after a kill, and a limit on memory. All of
//! them say what an undisturbed run of one worker says.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// A folder with a program in it, and whether states are merged; it goes with the test.
struct Folder(PathBuf, &'static str);

impl Folder {
    fn new(name: &str, text: &str) -> Folder {
        let name = format!("vellum-long-runs-{}-{name}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name), "never");
        std::fs::create_dir_all(&folder.0).unwrap();
        std::fs::write(folder.0.join("a.c"), text).unwrap();
        folder
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command
            .args(["check", "a.c", "--keep-going", "--format", "json", "--merge", self.1])
            .args(options);
        command.current_dir(&self.0).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn check(&self, options: &[&str]) -> Value {
        report(&self.command(options).output().unwrap())
    }

    /// What is said of a run that is refused.
    fn refused(&self, options: &[&str]) -> String {
        let output = self.command(options).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// What is to be the same: inputs are some that take the path, and may be others.
fn essence(report: &Value) -> Value {
    let findings = report["findings"].as_array().unwrap().iter();
    let findings: Vec<[&Value; 3]> =
        findings.map(|it| [&it["kind"], &it["location"], &it["path"]]).collect();
    serde_json::json!({
        "verdict": report["verdict"], "reason": report["reason"], "assumed": report["assumed"],
        "findings": findings, "paths": report["statistics"]["paths"],
    })
}

/// Sorts some unknown numbers: a path for each order, a leak, an overflow and a failed assertion.
fn sorting(count: u32) -> String {
    format!(
        "#include <assert.h>
        #include <stdlib.h>
        int __VERIFIER_nondet_int(void);
        int main(void) {{
            int a[{count}], swaps = 0;
            for (int i = 0; i < {count}; i++) a[i] = __VERIFIER_nondet_int();
            int *copy = malloc(sizeof a);
            for (int i = 0; i < {count}; i++)
                for (int j = 0; j + 1 < {count} - i; j++)
                    if (a[j] > a[j + 1]) {{
                        int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t;
                        swaps++;
                    }}
            assert(swaps != 5);
            if (swaps == 2) return a[0] + 1;
            if (swaps != 3) free(copy);
            return 0;
        }}"
    )
}

#[test]
fn any_number_of_workers_says_the_same() {
    let folder = Folder::new("jobs", &sorting(4));
    let alone = folder.check(&[]);
    assert_eq!(alone["findings"].as_array().unwrap().len(), 3);
    for jobs in ["2", "3"] {
        assert_eq!(essence(&folder.check(&["--jobs", jobs])), essence(&alone), "{jobs}");
    }
    assert!(folder.refused(&["--function", "all", "--checkpoint", "c"]).contains("all functions"));
}

/// With several workers no states are merged, whatever `--merge` says.
#[test]
fn merging_gives_way_to_workers_and_checkpoints() {
    let mut folder = Folder::new("merge", &sorting(4));
    let kinds = |report: &Value| -> Vec<Value> {
        let findings = report["findings"].as_array().unwrap().iter();
        findings.map(|it| serde_json::json!([it["kind"], it["location"]])).collect()
    };
    let expected = kinds(&folder.check(&[]));
    folder.1 = "joins";
    assert_eq!(kinds(&folder.check(&["--jobs", "2"])), expected);
    for paths in ["1", "2", "3", "1000"] {
        let resumed = folder.file("c").exists().then_some(["--resume", "c"]);
        let options = ["--checkpoint", "c", "--max-paths", paths];
        let all: Vec<&str> = options.into_iter().chain(resumed.into_iter().flatten()).collect();
        let report = folder.check(&all);
        if paths == "1000" {
            assert_eq!(kinds(&report), expected);
        }
    }
}

#[test]
fn a_limit_holds_over_all_workers() {
    let folder = Folder::new("paths", &sorting(4));
    let report = folder.check(&["--jobs", "3", "--max-paths", "7"]);
    assert_eq!(report["statistics"]["paths"], 7);
    let report =
        folder.check(&["--jobs", "2", "--property", "division-by-zero", "--max-paths", "7"]);
    assert_eq!(report["verdict"], "unknown");
    assert!(report["reason"].as_str().unwrap().starts_with("paths"));
}

/// Starts a run, kills it after a time, and says what it said if it was over before.
/// The last query is about the factors of a prime, and no solver answers it in time.
#[test]
fn what_was_found_stays_found_when_the_time_is_up() {
    let text = "#include <assert.h>
        int __VERIFIER_nondet_int(void);
        unsigned long __VERIFIER_nondet_ulong(void);
        int main(void) {
            unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
            assert(a != 5);
            int next = __VERIFIER_nondet_int() + 1;
            if ((a > 1) & (b > 1) & (a >> 32 == 0) & (b >> 32 == 0) & (a * b == 2305843009213693951))
                return next;
            return 0;
        }";
    let report = Folder::new("found", text).check(&["--time-limit", "2"]);
    assert_eq!(report["findings"].as_array().unwrap().len(), 2);
    assert_eq!(report["verdict"], "false");
}

fn killed_after(mut child: Child, time: Duration) -> Option<Output> {
    thread::sleep(time);
    if child.try_wait().unwrap().is_some() {
        return Some(child.wait_with_output().unwrap());
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

#[test]
fn a_run_that_is_killed_again_and_again_says_the_same() {
    let folder = Folder::new("kill", &sorting(5));
    let expected = essence(&folder.check(&[]));
    for jobs in ["1", "2"] {
        let file = folder.file(jobs);
        let mut kills = 0;
        let output = loop {
            let mut options = vec!["--jobs", jobs, "--checkpoint", jobs];
            options.extend(["--checkpoint-every", "0.02"]);
            if file.exists() {
                options.extend(["--resume", jobs]);
            }
            let child = folder.command(&options).spawn().unwrap();
            // The time is arbitrary, and increases with each attempt, so that the test terminates on a slow machine too. The first is
            // too short for any machine.
            let time = u64::from(child.id()) % 7 + 40 * kills;
            match killed_after(child, Duration::from_millis(time)) {
                Some(output) => break output,
                None => kills += 1,
            }
        };
        assert!(kills > 0);
        assert_eq!(essence(&report(&output)), expected, "after {kills} kills");
        // What is finished is not done again.
        let again = folder.check(&["--resume", jobs]);
        assert_eq!(essence(&again), expected);
        assert_eq!(again["statistics"]["rebuilt_states"], 0);
    }
}

#[test]
fn a_run_that_is_stopped_goes_on() {
    let folder = Folder::new("stop", &sorting(4));
    let expected = essence(&folder.check(&[]));
    folder.check(&["--max-paths", "9", "--checkpoint", "c", "--search", "dfs"]);
    let report = folder.check(&["--resume", "c", "--checkpoint", "c", "--jobs", "2"]);
    assert_eq!(essence(&report), expected);
}

#[test]
fn undefined_behaviour_is_not_forgotten() {
    let text = "int n(void);
int main(void) {
    int bits = 7 / n();
    for (int i = 0; i < 4; i++)
        bits = 2 * bits + (n() > 0);
    return bits;
}
";
    let folder = Folder::new("undefined", text);
    let property = ["--property", "unreach-call"];
    let check = |options: &[&str]| folder.check(&[&property, options].concat());
    let expected = essence(&check(&["--search", "dfs"]));
    assert!(expected["reason"].as_str().unwrap().starts_with("undefined: division-by-zero"));
    check(&["--max-paths", "2", "--checkpoint", "c", "--search", "dfs"]);
    let report = check(&["--resume", "c", "--jobs", "2"]);
    assert_eq!(essence(&report), expected);
}

#[test]
fn a_file_that_does_not_fit_is_refused() {
    let folder = Folder::new("refused", &sorting(3));
    folder.check(&["--max-paths", "2", "--checkpoint", "good"]);
    let good = std::fs::read(folder.file("good")).unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.file(name), bytes).unwrap();
    for at in [0, good.len() / 3, good.len() - 9] {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        write("bad", &bytes);
        let said = folder.refused(&["--resume", "bad"]);
        assert!(said.contains("damaged") || said.contains("not a checkpoint"), "{said}");
    }
    for length in [0, 10, good.len() / 2, good.len() - 1] {
        write("short", &good[..length]);
        let said = folder.refused(&["--resume", "short"]);
        assert!(said.contains("incomplete") || said.contains("not a checkpoint"), "{said}");
    }
    assert!(folder.refused(&["--resume", "a.c"]).contains("not a checkpoint"));
    assert!(folder.refused(&["--resume", "nothing"]).contains("cannot resume from nothing"));
    assert!(folder.refused(&["--checkpoint", "no/such/folder"]).contains("cannot write"));
    let said = folder.refused(&["--resume", "good", "--malloc-may-fail"]);
    assert!(
        said.contains("malloc-may-fail false; the options here are malloc-may-fail true"),
        "{said}"
    );
    write("a.c", sorting(4).as_bytes());
    assert!(folder.refused(&["--resume", "good"]).contains("another program"));
}

/// The most memory of a run, in megabytes.
fn peak(report: &Value) -> u64 {
    report["statistics"]["memory"]["peak_bytes"].as_u64().unwrap() >> 20
}

#[test]
fn a_limit_on_memory_changes_nothing_but_the_memory() {
    let folder = Folder::new("memory", FORKING);
    let free = folder.check(&["--search", "bfs"]);
    for (jobs, limit) in
        [("1", peak(&free) * 3 / 4), ("1", peak(&free) / 2), ("2", peak(&free) * 3 / 4)]
    {
        let most = limit.to_string();
        let options = ["--search", "bfs", "--jobs", jobs, "--memory-limit", &most];
        let report = folder.check(&options);
        assert_eq!(essence(&report), essence(&free));
        assert!(report["statistics"]["rebuilt_states"].as_u64().unwrap() > 10);
        assert!(peak(&report) <= limit, "{} of {limit}", peak(&report));
    }
}

/// Forks a lot, and every state has something of its own to keep.
const FORKING: &str = "int __VERIFIER_nondet_int(void);
    int main(void) {
        int kept[200], taken = 0, sum = 0;
        for (int i = 0; i < 200; i++) kept[i] = i;
        for (int i = 0; i < 10; i++) {
            int x = __VERIFIER_nondet_int();
            if (x > i) {
                taken++;
                for (int j = 0; j < 200; j++) kept[j] = x ^ kept[j];
            }
        }
        if (taken == 10) return 1 / (kept[3] - kept[3]);
        for (int j = 0; j < 200; j++) sum ^= kept[j];
        return sum & 1;
    }";

#[test]
fn a_path_that_needs_more_than_the_limit_is_cut() {
    let text = "#include <stdlib.h>
        int __VERIFIER_nondet_int(void);
        int main(void) {
            int x = __VERIFIER_nondet_int();
            if (x == 7) return 1 / (x - 7);
            if (x > 3)
                for (;;) { char *p = malloc(1 << 20); for (int i = 0; i < 1 << 20; i += 64) p[i] = 1; }
            return 0;
        }";
    let folder = Folder::new("cut", text);
    let options = ["--memory-limit", "100", "--property", "division-by-zero,valid-deref"];
    for jobs in ["1", "2"] {
        let report = folder.check(&[&options[..], &["--jobs", jobs]].concat());
        assert_eq!(report["verdict"], "false", "the rest is still explored");
        // Those who watch may be late on a busy machine, but not by much.
        assert!(peak(&report) < 200, "{}", peak(&report));
    }
    let text = text.replace("return 1 / (x - 7)", "return 1");
    let folder = Folder::new("cut-alone", &text);
    let report = folder.check(&["--memory-limit", "100", "--property", "valid-deref"]);
    assert_eq!(report["verdict"], "unknown");
    assert!(report["reason"].as_str().unwrap().starts_with("memory"), "{}", report["reason"]);
}

#[test]
fn no_checkpoint_is_left_half_written() {
    let folder = Folder::new("whole", &sorting(3));
    folder.check(&["--checkpoint", "c"]);
    let names = std::fs::read_dir(&folder.0).unwrap();
    let names: Vec<_> = names.map(|it| it.unwrap().file_name()).collect();
    assert!(
        !names.iter().any(|name| Path::new(name).extension().is_some_and(|it| it == "unfinished"))
    );
    assert_eq!(names.len(), 2);
}
