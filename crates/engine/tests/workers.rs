//! Any number of workers, in any search order, however often memory is released, explores the same paths,
//! each once, and reports the same findings.
//!
//! The tests use the public interface of the crate and know nothing of its rooms.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use engine::findings::{Cut, Decisions, Limit, Outcome};
use engine::options::{Limits, Merge, Options, SearchOrder};
use engine::program::{Loaded, Program};
use engine::{
    Ended, Exploration, Jobs, MemoryGauge, Observer, PathEnd, Shortage, Snapshot, Solvers, Start,
    Task, WorkItem,
};
use ir::DataModel;
use memory::Segments;

/// Programs that fork: on comparisons, in loops, on bytes, on allocations; two of them have findings.
const PROGRAMS: [&str; 4] = [
    "int __VERIFIER_nondet_int(void);
     int main(void) {
         int a[4];
         for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int();
         for (int i = 0; i < 4; i++)
             for (int j = 0; j + 1 < 4 - i; j++)
                 if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
         return a[0] <= a[3];
     }",
    "char __VERIFIER_nondet_char(void);
     int main(void) {
         int depth = 0, letters = 0;
         for (int i = 0; i < 5; i++) {
             char c = __VERIFIER_nondet_char();
             if (c == '(') depth++;
             else if (c == ')') { if (depth == 0) return 1; depth--; }
             else if (c >= 'a' && c <= 'z') letters++;
             else return 2;
         }
         return depth == 0 ? letters : 3;
     }",
    "void *malloc(unsigned long);
     void free(void *);
     int __VERIFIER_nondet_int(void);
     struct node { struct node *next; int value; };
     int main(void) {
         struct node *top = 0;
         for (int i = 0; i < 4; i++) {
             int value = __VERIFIER_nondet_int();
             if (value < 0) continue;
             struct node *node = malloc(sizeof *node);
             node->value = value;
             node->next = top;
             if (value % 3 != 1) top = node;
         }
         while (top) { struct node *next = top->next; free(top); top = next; }
         return 0;
     }",
    "int __VERIFIER_nondet_int(void);
     int table[8];
     int main(void) {
         int at = 0;
         for (int i = 0; i < 5; i++) {
             int step = __VERIFIER_nondet_int();
             if (step > 3) at += 3; else if (step > 1) at++; else if (step == 0) return 1 / at;
             table[at] = i;
         }
         return 0;
     }",
];

/// Records the paths that terminate normally, and the kind of their ends.
#[derive(Default)]
struct Ends(BTreeSet<String>);

impl Observer for Ends {
    fn progress(&mut self, _: u64, _: usize) {}

    fn wants_paths(&self) -> bool {
        true
    }

    fn path(&mut self, _: Program<'_>, ended: &Ended<'_>) {
        let how = match ended.how {
            PathEnd::Exit(_) => "exit",
            PathEnd::Abort => "abort",
            // Which of several paths to a finding is reported first depends on the schedule.
            PathEnd::Violation(_) => return,
        };
        self.0.insert(format!("{how} {}", Decisions(ended.path)));
    }
}

fn loaded(text: &str) -> Arc<Loaded> {
    let source = c::Source { name: "test.c", text: text.as_bytes(), original: None };
    let compiled = c::compile(&[source], DataModel::Lp64, c::Options::default());
    Arc::new(Loaded::new(compiled.module.expect("the program compiles")))
}

/// A configuration of an exploration.
#[derive(Clone, Copy)]
struct Setting {
    workers: usize,
    order: SearchOrder,
    /// Whether the release of memory is requested whenever a path ends.
    squeezed: bool,
    paths: Option<u64>,
    merge: Merge,
}

/// Explores a program from a snapshot; returns the outcome, the paths, and the remaining frontier.
fn explored(loaded: &Arc<Loaded>, from: Snapshot, how: Setting) -> (Outcome, Ends, Snapshot) {
    let mut ends = Ends::default();
    let exploration = exploration(loaded, Some(from), Some(Duration::ZERO), how, &mut ends);
    run(&exploration, how);
    let (left, (outcome, _)) = (exploration.snapshot(), exploration.finish());
    drop(exploration);
    (outcome, ends, left)
}

fn exploration<'o>(
    loaded: &Arc<Loaded>,
    from: Option<Snapshot>,
    snapshots: Option<Duration>,
    how: Setting,
    observer: &'o mut (dyn Observer + Send),
) -> Exploration<'o, Segments> {
    let limits = Limits { paths: how.paths, ..Limits::of_path(u64::MAX, 64) };
    let options = Options {
        keep_going: true,
        search: how.order,
        merge: how.merge,
        ..Options::within(limits)
    };
    let task = Task {
        program: loaded.clone(),
        memory: Arc::new(|| Segments::new(64)),
        solvers: Arc::new(|| Ok(Solvers { paths: solver::stack(), separation: None })),
        options,
        start: Start { function: "main".to_owned(), ..Start::default() },
    };
    let jobs = Jobs { workers: how.workers, from, snapshots, ends_process: false };
    Exploration::new(task, jobs, Arc::new(Mutex::new(observer)))
}

/// Memory that never runs short.
struct Plenty;

impl MemoryGauge for Plenty {
    fn shortage(&self) -> Option<Shortage> {
        None
    }

    fn next_reading(&self) -> Duration {
        Duration::ZERO
    }
}

fn run(exploration: &Exploration<'_, Segments>, how: Setting) {
    thread::scope(|scope| {
        for number in 0..exploration.threads() {
            scope.spawn(move || exploration.work(number, &Plenty).expect("there is a main"));
        }
        let mut last = 0;
        while !exploration.wait_for_end(Duration::from_micros(200)) {
            let (paths, _) = exploration.progress();
            if exploration.has_released_memory() {
                last = paths;
                exploration.resume();
            } else if how.squeezed && paths > last {
                // Only after progress since the last request: otherwise a path would be cut.
                let is_severe = paths % 3 == 0;
                exploration.release_memory(match is_severe {
                    true => Shortage::Severe,
                    false => Shortage::Moderate,
                });
            }
        }
    });
}

/// Returns the part of an outcome that must not vary: the number of paths, findings by place, kind and
/// path, and cuts.
fn essence(outcome: &Outcome) -> (u64, Vec<String>, Vec<Cut>) {
    let found = outcome.found.iter().map(|found| {
        let kind = found.violation.kind.name();
        format!("{kind} {} {}", found.place.0, Decisions(&found.path))
    });
    let cuts = outcome.cuts.iter().map(|(cut, _)| cut.clone());
    (outcome.paths, found.collect(), cuts.collect())
}

const ALONE: Setting = Setting {
    workers: 1,
    order: SearchOrder::Auto,
    squeezed: false,
    paths: None,
    merge: Merge::Never,
};

#[test]
fn any_number_of_workers_comes_to_the_same() {
    for text in PROGRAMS {
        let loaded = loaded(text);
        let (expected, ends, left) = explored(&loaded, Snapshot::start(), ALONE);
        assert!(left.frontier.is_empty());
        assert!(ends.0.len() > 10, "{text}");
        for workers in [1, 2, 5] {
            for (name, order) in SearchOrder::ALL {
                let how = Setting { workers, order, ..ALONE };
                let (outcome, others, _) = explored(&loaded, Snapshot::start(), how);
                assert_eq!(essence(&outcome), essence(&expected), "{workers} {name}: {text}");
                assert_eq!(others.0, ends.0, "{workers} {name}: {text}");
            }
        }
    }
}

#[test]
fn memory_that_is_asked_back_changes_nothing() {
    for text in PROGRAMS {
        let loaded = loaded(text);
        let (expected, ends, _) = explored(&loaded, Snapshot::start(), ALONE);
        let orders = [SearchOrder::Auto, SearchOrder::DepthFirst, SearchOrder::BreadthFirst];
        for (workers, order) in [2, 3, 2].into_iter().zip(orders) {
            let how = Setting { workers, order, squeezed: true, ..ALONE };
            let (outcome, others, _) = explored(&loaded, Snapshot::start(), how);
            assert_eq!(essence(&outcome), essence(&expected), "{workers} {order:?}: {text}");
            assert_eq!(others.0, ends.0, "{workers} {order:?}: {text}");
        }
    }
}

#[test]
fn an_exploration_that_was_stopped_goes_on_where_it_was() {
    for text in PROGRAMS {
        let loaded = loaded(text);
        let (expected, ends, _) = explored(&loaded, Snapshot::start(), ALONE);
        let mut all = Ends::default();
        let mut from = Snapshot::start();
        for paths in (5..).step_by(5) {
            let how = Setting { workers: 2, paths: Some(paths), ..ALONE };
            let (outcome, others, left) = explored(&loaded, from, how);
            all.0.extend(others.0);
            let stopped = outcome.cuts.iter().any(|(cut, _)| *cut == Cut::Limit(Limit::Paths));
            assert!(outcome.paths <= paths);
            if !stopped {
                assert_eq!(essence(&outcome), essence(&expected), "{text}");
                break;
            }
            assert_eq!(outcome.paths, paths, "{text}");
            from = left;
        }
        assert_eq!(all.0, ends.0, "{text}");
    }
}

#[test]
fn what_paths_have_in_common_is_run_about_once() {
    for text in PROGRAMS {
        let loaded = loaded(text);
        let (expected, ends, _) = explored(&loaded, Snapshot::start(), ALONE);
        let how =
            Setting { order: SearchOrder::BreadthFirst, paths: Some(expected.paths / 2), ..ALONE };
        let (_, mut all, mut left) = explored(&loaded, Snapshot::start(), how);
        let word = |item: &WorkItem, index: usize| -> Option<String> {
            item.to_string().split(' ').nth(index).map(str::to_owned)
        };
        left.frontier.sort_by_key(|item| word(item, 3));
        let steps = left.frontier.iter().filter_map(|it| word(it, 0)?.parse::<u64>().ok());
        let (states, from_start) = (left.frontier.len() as u64, steps.sum::<u64>());
        let mut others = Ends::default();
        let exploration = exploration(&loaded, Some(left), None, ALONE, &mut others);
        run(&exploration, ALONE);
        let (outcome, statistics) = exploration.finish();
        drop(exploration);
        all.0.extend(others.0);
        assert_eq!((outcome.paths, all.0), (expected.paths, ends.0), "{text}");
        assert!(states > 5, "{text}");
        assert_eq!(statistics.replays.states, states, "{text}");
        let again = statistics.replays.instructions;
        assert!(2 * again < from_start, "{again} of {from_start}: {text}");
    }
}

/// Merged states do not become work items: a single worker merges, until its memory is requested.
#[test]
fn merging_changes_nothing() {
    let mut merged = 0;
    for text in PROGRAMS {
        let loaded = loaded(text);
        let (expected, ..) = explored(&loaded, Snapshot::start(), ALONE);
        let places = |outcome: &Outcome| -> Vec<(u32, &str)> {
            let found = outcome.found.iter();
            found.map(|it| (it.place.0, it.violation.kind.name())).collect()
        };
        for (workers, squeezed) in [(1, false), (1, true), (3, false), (3, true)] {
            let how = Setting { workers, squeezed, merge: Merge::Joins, ..ALONE };
            let mut nothing = ();
            let exploration = exploration(&loaded, None, None, how, &mut nothing);
            run(&exploration, how);
            assert!(exploration.snapshot().frontier.is_empty());
            let (outcome, statistics) = exploration.finish();
            assert_eq!(places(&outcome), places(&expected), "{workers} {squeezed}: {text}");
            assert_eq!(outcome.cuts, expected.cuts, "{workers} {squeezed}: {text}");
            merged += statistics.merged;
            assert!(workers == 1 || statistics.merged == 0);
        }
    }
    assert!(merged > 10, "{merged}");
}
