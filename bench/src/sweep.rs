//! `vellum check` over all tasks of folders, several at a time.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::checking::{self, Run};
use crate::tasks::{self, Task};

/// What is checked, and how.
#[derive(clap::Args, Debug)]
pub struct Sweep {
    /// Folders with programs
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// The seconds that each program may take
    #[arg(long, default_value = "20", value_parser = seconds)]
    seconds: Duration,
    /// Programs that are checked at the same time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// The tool; otherwise the `vellum` beside this program
    #[arg(long)]
    vellum: Option<PathBuf>,
    /// Only programs whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// The memory that each may take, in megabytes
    #[arg(long, default_value_t = 4000)]
    memory: u64,
    /// More flags for `vellum check`
    #[arg(last = true)]
    flags: Vec<String>,
}

/// A folder that was checked.
pub struct Swept {
    /// As it was named.
    pub folder: String,
    /// Its tasks, each with its run.
    pub runs: Vec<(Task, Run)>,
    /// What all of it took.
    pub seconds: f64,
}

impl Sweep {
    /// Checks the folders one by one, as the iterator is advanced. `more` are the flags that a task needs
    /// besides its property; an error, that a folder cannot be read.
    pub fn folders(
        &self,
        more: &(dyn Fn(&Task) -> Vec<String> + Sync),
    ) -> impl Iterator<Item = Result<Swept, String>> {
        self.folders.iter().map(|folder| self.folder(folder, more))
    }

    fn folder(
        &self,
        folder: &Path,
        more: &(dyn Fn(&Task) -> Vec<String> + Sync),
    ) -> Result<Swept, String> {
        let mut tasks = tasks::of_folder(folder)?;
        tasks.retain(|task| task.name.to_string_lossy().contains(&self.only));
        let start = Instant::now();
        let runs = self.runs(&tasks, more);
        let seconds = start.elapsed().as_secs_f64();
        let runs = tasks.into_iter().zip(runs).collect();
        Ok(Swept { folder: folder.display().to_string(), runs, seconds })
    }

    fn runs(&self, tasks: &[Task], more: &(dyn Fn(&Task) -> Vec<String> + Sync)) -> Vec<Run> {
        let vellum = self.vellum.clone().unwrap_or_else(checking::vellum);
        checking::in_parallel(self.jobs, tasks, |task| {
            let mut flags = self.flags(task);
            flags.extend(more(task));
            checking::check(&vellum, &flags, &task.files, self.seconds)
        })
    }

    fn flags(&self, task: &Task) -> Vec<String> {
        let memory = self.memory.to_string();
        let properties = task.properties.iter().flat_map(|it| ["--property", it]);
        let words = properties.chain(["--memory-limit", &memory]);
        words.chain(self.flags.iter().map(String::as_str)).map(str::to_owned).collect()
    }
}

/// Reads a number of seconds.
///
/// # Errors
/// If it is none, or not above zero.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|it| Duration::try_from_secs_f64(it).ok());
    seconds.filter(|it| !it.is_zero()).ok_or_else(|| "a number of seconds above zero".to_owned())
}
