//! The process table of the system, read from `/proc`; it is empty where there is no `/proc`.

use rustix::process::{Pid, Signal, kill_process};

/// A running process.
#[derive(Clone, Copy, Debug)]
pub struct Process {
    pub pid: i32,
    parent: i32,
    session: i32,
    pub threads: u64,
    /// Bytes of resident memory.
    pub resident: u64,
}

impl Process {
    /// Kills it. It may have ended already.
    pub fn kill(&self) {
        if let Some(pid) = Pid::from_raw(self.pid) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }

    /// Parses `/proc/PID/stat`; returns `None` if the process has ended.
    fn parse(pid: i32, text: &str) -> Option<Process> {
        // The name of the program stands in parentheses and may contain any character.
        let (_, fields) = text.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<i64>().ok();
        let ended = matches!(*fields.first()?, "Z" | "X" | "x");
        let page = rustix::param::page_size() as u64;
        (!ended).then_some(Process {
            pid,
            parent: number(1)? as i32,
            session: number(3)? as i32,
            threads: number(17)?.max(1) as u64,
            resident: number(21)?.max(0) as u64 * page,
        })
    }
}

/// Lists all processes.
fn processes() -> Vec<Process> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let stat =
        |pid| Process::parse(pid, &std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?);
    pids.filter_map(stat).collect()
}

/// Lists the descendants of a process, without the process itself.
pub fn descendants(root: i32) -> Vec<Process> {
    let mut rest = processes();
    let mut found: Vec<Process> = Vec::new();
    let mut parents = vec![root];
    while let Some(parent) = parents.pop() {
        let (children, others) = rest.into_iter().partition(|it| it.parent == parent);
        rest = others;
        parents.extend(children.iter().map(|it: &Process| it.pid));
        found.extend(children);
    }
    found
}

/// Lists the processes of a session.
pub fn session(leader: i32) -> Vec<Process> {
    processes().into_iter().filter(|it| it.session == leader).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn program_names_may_contain_parentheses() {
        let fields = "1 5 6 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 9 0 100 1000 77 0";
        let process = Process::parse(4, &format!("4 (a) Z 7 (b) S {fields}\n"));
        let process = process.expect("it runs");
        assert_eq!((process.pid, process.parent, process.session, process.threads), (4, 1, 6, 9));
        assert_eq!(process.resident, 77 * rustix::param::page_size() as u64);
        assert!(Process::parse(4, &format!("4 (a) Z {fields}")).is_none());
        assert!(Process::parse(4, "").is_none());
    }
}
