//! Limits hold from the first byte read to the last line printed: every command ends at all on inputs that would take minutes
//! or gigabytes, says which limit it was, and never says `true`.
//!
//! The only bound on time is sixty times the limit, because the machine may be busy.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A process that has not ended by now violates its limit.
const LONGEST: Duration = Duration::from_secs(60);

/// A folder with files in it; it goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let name = format!("vellum-limits-{}-{name}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&folder.0).unwrap();
        for (name, text) in files {
            std::fs::write(folder.0.join(name), text).unwrap();
        }
        folder
    }

    /// Runs Vellum, which must end.
    fn run(&self, words: &[&str]) -> Output {
        self.ended(self.command(words).spawn().unwrap())
    }

    /// Returns a command of Vellum.
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(words).current_dir(&self.0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Waits for the end of Vellum, which must come.
    fn ended(&self, mut child: Child) -> Output {
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if start.elapsed() > LONGEST {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("it does not end in {}", self.0.display());
            }
            thread::sleep(Duration::from_millis(5));
        }
        child.wait_with_output().unwrap()
    }

    /// Runs a command that must end with a code, and gives what it says.
    fn says(&self, code: i32, words: &[&str]) -> String {
        let output = self.run(words);
        let text =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {text}");
        text.into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A list of numbers, long enough to keep the front end busy.
fn long_list(count: u32) -> String {
    let mut text = "int a[] = {".to_owned();
    for number in 0..count {
        let _ = write!(text, "{number},");
    }
    text + "};\nint main(void) { return a[0]; }\n"
}

#[test]
fn the_front_end_has_the_time_and_the_memory_of_the_run() {
    let folder = Folder::new("list", &[("a.c", &long_list(2_000_000))]);
    for command in ["check", "run", "ir", "test"] {
        let mut words = vec![command, "a.c", "--time-limit", "100ms"];
        words.extend(["--out", "tests"].iter().filter(|_| command == "test"));
        assert!(folder.says(5, &words).contains("(--time-limit) was reached"), "{command}");
    }
    let text = folder.says(5, &["check", "a.c", "--time-limit", "0.1", "--format", "json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["verdict"], "unknown");
    assert!(report["reason"].as_str().unwrap().starts_with("time: "), "{text}");
    assert!(folder.says(5, &["check", "a.c", "--memory-limit", "100MB"]).contains(": memory: "));
}

/// The interpreter of `vellum run` and the exploration poll the flag of the warden.
#[test]
fn programs_without_an_end_are_stopped() {
    // An access out of bounds that comes very late: there is neither an end nor a proof.
    let text = "int main(void) {
            int a[1] = {0};
            for (unsigned long i = 1;; i = i * 6364136223846793005 + 1)
                if (i == 7) return a[i];
        }\n";
    let folder = Folder::new("endless", &[("a.c", text)]);
    assert!(
        folder
            .says(5, &["run", "a.c", "--time-limit", "300ms"])
            .contains("(--time-limit) was reached")
    );
    let words = ["check", "a.c", "--time-limit", "300ms", "--loops", "unroll"];
    assert!(folder.says(5, &words).contains(": time: "));
    let words = ["check", "a.c", "--time-limit", "0.3s", "--function", "all"];
    assert!(folder.says(5, &words).contains("time: "));
    let words = ["compare", "a.c", "--time-limit", "0.3s", "--memory", "segments,planes"];
    assert!(folder.says(5, &words).contains("time: "));
}

/// A copy of a large struct is one instruction, which does not poll a flag.
#[test]
fn a_single_instruction_does_not_outlast_the_limit() {
    let text = "struct s { char a[256 << 20]; };
        struct s x, y;
        int main(void) {
            for (;;) {
                x.a[3]++;
                y = x;
                x = y;
            }
        }\n";
    let folder = Folder::new("struct", &[("a.c", text)]);
    let text = folder.says(5, &["check", "a.c", "--time-limit", "1", "--checkpoint", "c"]);
    assert!(text.contains(": time: "), "{text}");
    assert!(folder.0.join("c").is_file(), "the checkpoint is written");
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 2, "and nothing else is left");
}

/// A decoder reads bits, codes and copies from unknown bytes. A summary of its loops would consist of very many cases.
#[test]
fn a_loop_that_is_hard_to_summarise_does_not_outlast_the_limit() {
    let folder = Folder::new("decoder", &[("a.c", DECODER)]);
    let words = ["check", "a.c", "--function", "unpack", "--non-null", "all", "--time-limit", "1"];
    assert!(folder.says(5, &words).contains(": time: "));
}

/// Whoever compiles or runs a replay may take as long as it likes.
#[test]
fn a_confirmation_does_not_outlast_the_limit() {
    let text = "int __VERIFIER_nondet_int(void);
        int main(void) { int a[2] = {0}; return a[__VERIFIER_nondet_int() & 3]; }\n";
    let compiler = "#!/bin/sh\nexec sleep 1000\n";
    let folder = Folder::new("confirm", &[("a.c", text), ("slow", compiler)]);
    let slow = folder.0.join("slow");
    std::fs::set_permissions(&slow, std::fs::Permissions::from_mode(0o755)).unwrap();
    let words = ["check", "a.c", "--confirm", "--time-limit", "2"];
    let output = folder.ended(folder.command(&words).env("CC", &slow).spawn().unwrap());
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(10), "{text}");
    assert!(text.contains("1 finding"), "{text}");
}

/// Ctrl-C while one of several functions is checked: what was found before is in the table.
#[test]
fn an_interrupt_keeps_what_is_known_of_all_functions() {
    let text = "int quick(int *p) { return *p; }
        int endless(void) {
            int a[1] = {0};
            for (unsigned long i = 1;; i = i * 6364136223846793005 + 1)
                if (i == 7) return a[i];
        }
        int after(int *p) { return p[1]; }\n";
    let folder = Folder::new("interrupt", &[("a.c", text)]);
    for format in ["human", "json"] {
        let words =
            ["check", "a.c", "--function", "all", "--loops", "unroll", "--format", format, "--dot"];
        let words = [&words[..], &["drawing"]].concat();
        let _ = std::fs::remove_file(folder.0.join("drawing"));
        let mut child = folder.command(&words).spawn().unwrap();
        // The first function has its drawing when it is done.
        let start = Instant::now();
        while !folder.0.join("drawing").is_file() && start.elapsed() < LONGEST {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(child.try_wait().unwrap().is_none(), "it runs");
        let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(signal.unwrap().success());
        let output = folder.ended(child);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(10), "{text}");
        assert!(text.contains("quick") && text.contains("endless"), "{text}");
        assert!(text.contains("stopped by the user"), "{text}");
        if format == "json" {
            let report: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(report["functions"][0]["verdict"], "false");
            assert_eq!(report["functions"][1]["verdict"], "unknown");
        }
    }
}

/// The assertion fails before the copies, in one of which the worker is stuck when the time is up.
#[test]
fn what_was_found_before_is_reported() {
    let text = "int __VERIFIER_nondet_int(void);
        void __VERIFIER_assert(int condition);
        struct s { char a[64 << 20]; };
        struct s x, y;
        int main(void) {
            __VERIFIER_assert(__VERIFIER_nondet_int() != 3);
            for (;;) {
                x.a[3]++;
                y = x;
                x = y;
            }
        }\n";
    let folder = Folder::new("found", &[("a.c", text)]);
    let text = folder.says(10, &["check", "a.c", "--time-limit", "10", "--keep-going"]);
    assert!(text.contains("assertion failed"), "{text}");
}

#[test]
fn what_never_ends_is_not_read() {
    let folder =
        Folder::new("devices", &[("a.i", "# 1 \"/dev/zero\"\nint main(void) { return x; }\n")]);
    for command in ["check", "run", "ir"] {
        assert!(folder.says(2, &[command, "/dev/zero"]).contains("no regular file"));
        assert!(folder.says(2, &[command, "."]).contains("directory"));
    }
    // Messages show lines of files that the program names.
    assert!(folder.says(2, &["check", "a.i"]).contains("/dev/zero"));
    let made = Command::new("mkfifo").arg(folder.0.join("pipe.c")).status();
    if made.is_ok_and(|status| status.success()) {
        assert!(folder.says(2, &["check", "pipe.c"]).contains("no regular file"));
        let text = folder.says(1, &["check", "a.i", "--property", "pipe.c"]);
        assert!(text.contains("no regular file"), "{text}");
    }
}

#[test]
fn limits_have_units() {
    let folder = Folder::new(
        "units",
        &[("a.c", "int main(void) { return 0; }\n"), ("a.smt2", "(check-sat)")],
    );
    for time in ["60", "60s", "60000ms", "5m", "1h", "0.5h"] {
        folder.says(0, &["check", "a.c", "--time-limit", time]);
    }
    for memory in ["300", "300MB", "2GB"] {
        folder.says(0, &["check", "a.c", "--memory-limit", memory]);
        folder.says(0, &["run", "a.c", "--memory-limit", memory, "--time-limit", "1m"]);
        folder.says(0, &["ir", "a.c", "--memory-limit", memory, "--time-limit", "1m"]);
        folder.says(0, &["solve", "a.smt2", "--memory-limit", memory, "--time-limit", "1m"]);
    }
    for (option, value) in
        [("--time-limit", "5x"), ("--time-limit", "0"), ("--memory-limit", "2XB")]
    {
        for command in ["check", "run", "ir", "solve", "test", "compare"] {
            let text = folder.says(1, &[command, "a.c", option, value]);
            assert!(text.contains("such as"), "{text}");
        }
    }
}

/// Multiplications that no layer of the solver can take apart.
#[test]
fn a_single_query_does_not_outlast_the_limit() {
    let mut text =
        "(declare-const x0 (_ BitVec 512))\n(declare-const y0 (_ BitVec 512))\n".to_owned();
    for i in 1..40 {
        let j = i - 1;
        let _ =
            writeln!(text, "(define-fun x{i} () (_ BitVec 512) (bvadd y{j} (bvmul x{j} y{j})))");
        let _ =
            writeln!(text, "(define-fun y{i} () (_ BitVec 512) (bvxor x{j} (bvudiv y{j} x{j})))");
    }
    text +=
        "(assert (= x39 (bvadd y39 #b1)))\n(check-sat)\n".replace("#b1", "(_ bv1 512)").as_str();
    let folder = Folder::new("query", &[("a.smt2", &text)]);
    let output = folder.run(&["solve", "a.smt2", "--time-limit", "1"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "unknown\n");
    assert!(matches!(output.status.code(), Some(0 | 5)), "{:?}", output.status);
}

const DECODER: &str =
    "struct input { const unsigned char *at; unsigned long left; unsigned tag; int bits; };
static int bit(struct input *in, unsigned *to) {
    if (!in->bits--) {
        if (in->left < 2) return 0;
        in->left -= 2;
        in->tag = in->at[0] | (unsigned)in->at[1] << 8;
        in->at += 2;
        in->bits = 15;
    }
    *to = in->tag >> 15 & 1;
    in->tag <<= 1;
    return 1;
}
static const unsigned char codes[256][2] = {{2, 2}, {3, 2}, {[0] = 4, [1] = 4}, {5, 4}, {6, 4}};
static int gamma(struct input *in, unsigned long *to) {
    unsigned long value = 1;
    unsigned b;
    if (in->bits >= 8) {
        unsigned top = in->tag >> 8 & 0xff;
        in->tag <<= codes[top][1];
        in->bits -= codes[top][1];
        if (codes[top][0]) { *to = codes[top][0]; return 1; }
    }
    do {
        if (!bit(in, &b) || value >> 63) return 0;
        value = value << 1 | b;
        if (!bit(in, &b)) return 0;
    } while (b);
    *to = value;
    return 1;
}
unsigned long unpack(const void *from, unsigned long left, void *to, unsigned long room) {
    struct input in = {from, left, 0, 0};
    unsigned char *out = to;
    unsigned long done = 0;
    unsigned b;
    if (room > 0) {
        if (!in.left--) return -1;
        *out++ = *in.at++;
        done = 1;
    }
    while (done < room) {
        if (!bit(&in, &b)) return -1;
        if (b) {
            unsigned long length, offset;
            if (!gamma(&in, &length) || !gamma(&in, &offset)) return -1;
            length += 2;
            offset -= 2;
            if (!in.left--) return -1;
            offset = (offset << 8) + *in.at++ + 1;
            if (offset > done || length > room - done) return -1;
            for (unsigned long i = length; i > 0; i--, out++) *out = out[-(long)offset];
            done += length;
        } else {
            if (!in.left--) return -1;
            *out++ = *in.at++;
            done++;
        }
    }
    return done;
}
";
