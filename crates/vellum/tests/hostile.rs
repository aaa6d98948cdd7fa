//! Every seventeenth of the hostile inputs of `bench --bin hostile`: exit codes as documented, an end, nothing left running, nothing
//! changed that is not the case's own.
//!
//! How exactly limits hold is for `bench`: a machine that runs tests may be busy.

use std::path::Path;
use std::time::Duration;

use bench::hostile::{Judge, all};

#[test]
fn hostile_inputs_have_documented_ends() {
    let (time, slack) = (Duration::from_secs(2), Duration::from_secs(60));
    let judge = Judge { time, memory: 400, slack, memory_slack: 4000 };
    let folder = std::env::temp_dir().join(format!("vellum-hostile-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let mut bad = Vec::new();
    for (number, case) in all().into_iter().step_by(17).enumerate() {
        let own = folder.join(number.to_string());
        let wrong = judge.judge(Path::new(env!("CARGO_BIN_EXE_vellum")), &case, &own).unwrap();
        bad.extend(wrong.into_iter().map(|wrong| format!("{}: {wrong}", case.name)));
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(bad.is_empty(), "{bad:#?}");
}
