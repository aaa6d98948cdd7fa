//! Replays: C files that give a program the inputs of a finding.
//!
//! A replay defines the functions that the program uses and does not define, those of the dialects and
//! those without a body, from tables of inputs in the order of the calls. Compiled with the program
//! it takes the same path. Nothing here reads a file or starts a process.

mod compile_errors;
pub mod confirm;
mod heap;
mod reports;
mod statics;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use engine::findings::{InputHeap, InputType, InputValue, PointerTarget, ViolationKind};
use engine::program::{Dialect, Native, Program};
use engine::{Ended, PathEnd};
use ir::{Callee, FuncId, Function, Instr, Module, Param, SourceType, Target, TypeId};

use crate::cli::arguments::CheckArguments;
use crate::replay::heap::Built;
use crate::replay::statics::{Seen, Statics};
use crate::replay::types::{Types, scalar};
use crate::results::{check, values, wording};

/// The first words of every replay, which identify it.
pub const MARK: &str = "/* A replay by vellum: ";

/// How the program was started.
pub struct Started<'a> {
    /// The function.
    pub function: &'a str,
    /// The symbolic arguments: their number, and their length.
    pub arguments: Option<(u64, u64)>,
    /// The files that the program was read from.
    pub units: &'a [PathBuf],
    /// The files that are included before everything else.
    pub includes: &'a [PathBuf],
}

impl Started<'_> {
    /// Returns the start that the command line describes.
    pub fn of(arguments: &CheckArguments) -> Started<'_> {
        Started {
            function: &arguments.function,
            arguments: arguments.symbolic_args,
            units: &arguments.program.files,
            includes: &arguments.program.forced_includes,
        }
    }
}

/// A replay of a finding.
pub struct Replay {
    /// Flags for the compiler, beyond those of the program.
    pub flags: Vec<String>,
    /// The definitions.
    definitions: String,
    /// Its description, in lines.
    shows: Vec<String>,
    /// Files that are compiled in place of units of the program, by the number of the unit.
    units: BTreeMap<usize, String>,
}

impl Replay {
    /// Returns the files, with these commands in a comment. The first one is written to `path`.
    pub fn files(&self, path: &Path, commands: &[String]) -> Vec<(PathBuf, String)> {
        let commands: String =
            commands.iter().map(|it| format!(" *   {}\n", commented(it))).collect();
        let shows = self.shows.iter().map(|line| commented(line)).collect::<Vec<_>>().join("\n * ");
        let comment = format!("{shows}\n *\n * To see it:\n *\n{commands} ");
        let mut files = vec![(path.to_owned(), format!("{MARK}{comment}*/\n{}", self.definitions))];
        for (&unit, text) in &self.units {
            let text =
                format!("{MARK}a file of the program, and where what only it sees is */\n{text}");
            files.push((unit_path(path, unit), text));
        }
        files
    }

    /// Returns the files that are compiled in place of units of the program, by the number of the unit.
    pub fn replaced(&self, path: &Path) -> BTreeMap<usize, PathBuf> {
        self.units.keys().map(|&unit| (unit, unit_path(path, unit))).collect()
    }
}

/// Returns a text for a comment that cannot end the comment, not even by a line that ends with a backslash.
fn commented(text: &str) -> String {
    text.replace(char::is_control, "?").replace("*/", "* /")
}

/// Returns the file that is compiled in place of a unit.
fn unit_path(path: &Path, unit: usize) -> PathBuf {
    path.with_extension(format!("unit-{}.c", unit + 1))
}

/// The inputs of a finding, sorted by how the program gets them.
#[derive(Default)]
struct Sorted<'a> {
    /// The bytes of each argument of the program.
    arguments: Vec<Vec<u8>>,
    /// Those of the parameters of the checked function.
    parameters: Vec<&'a InputValue>,
    /// The bytes of standard input.
    stdin: Vec<u8>,
    /// Which allocations fail.
    fails: Vec<bool>,
    /// The results of calls.
    calls: Vec<Given<'a>>,
}

/// The result of a call: a number, or the bytes of an object.
struct Given<'a> {
    first: &'a InputValue,
    bytes: Vec<u8>,
    scalar: bool,
}

/// Returns the replay of a finding.
///
/// # Errors
/// The reason why there is none.
pub fn replay(
    program: Program<'_>,
    path: &Ended<'_>,
    started: &Started<'_>,
) -> Result<Replay, String> {
    let sorted = sort(program, path.inputs, started)?;
    let module = program.module;
    let mut statics = Statics::new(module, started.units, started.includes);
    let mut flags = Vec::new();
    let mut text = PREAMBLE.to_owned();
    table(program, &mut text, &sorted.calls);
    text.push_str(NEXT);
    for id in undefined(module) {
        let function = module.function(id);
        match engine::program::native(&function.name) {
            Some(Native::Dialect(dialect)) => {
                dialect_function(module, &mut text, function, dialect)
            }
            Some(_) => {}
            None => external(module, &mut text, function),
        }
    }
    let kind = match path.how {
        PathEnd::Violation(finding) => Some(&finding.kind),
        PathEnd::Exit(_) | PathEnd::Abort => None,
    };
    if let Some(ViolationKind::ErrorCall(name)) = kind
        && let Some(function) = module.function_named(name).map(|id| module.function(id))
        && function.body.is_some()
    {
        let (declared, address) = match statics.see(name, function.linkage, function.position)? {
            Seen::ByName => (format!("void {name}()"), format!("(void *){name}")),
            Seen::ByPointer(pointer) => (format!("void *{pointer}"), pointer),
        };
        flags.push("-finstrument-functions".to_owned());
        let watch = WATCH.replace("NAME", name).replace("DECLARED", &declared);
        text.push_str(&watch.replace("ADDRESS", &address));
    }
    if !sorted.fails.is_empty() {
        flags.push("-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc".to_owned());
        let fails: Vec<&str> =
            sorted.fails.iter().map(|fails| if *fails { "1" } else { "0" }).collect();
        text.push_str(&FAILURES.replace("FAILS", &fails.join(", ")));
    }
    if !sorted.stdin.is_empty() {
        text.push_str(&STDIN.replace("BYTES", &listed(&sorted.stdin)));
    }
    let leaks = matches!(kind, Some(ViolationKind::Leak | ViolationKind::NotFreed));
    if leaks {
        text.push_str(WIPE);
    }
    if main(&mut statics, &mut text, &sorted, started, path.input_heap, leaks)? {
        flags.push("-Wl,--wrap=main".to_owned());
    }
    let shows = match path.how {
        PathEnd::Exit(status) if started.function == "main" => {
            vec![format!("a path to the end of the program, with status {}", status & 0xff)]
        }
        PathEnd::Exit(_) => vec!["a path to the end of the program".to_owned()],
        PathEnd::Abort => vec!["a path that ends with abort".to_owned()],
        PathEnd::Violation(finding) => {
            let site = program.own_site(finding.site, &finding.calls);
            let (kind, place) = (finding.kind.name(), check::place_text(program, site));
            vec![format!("{kind} at {place}"), wording::message(&finding.kind)]
        }
    };
    Ok(Replay { flags, definitions: text, shows, units: statics.files()? })
}

fn sort<'a>(
    program: Program<'_>,
    inputs: &'a [InputValue],
    started: &Started<'_>,
) -> Result<Sorted<'a>, String> {
    let module = program.module;
    let mut sorted = Sorted::default();
    let mut rest = inputs;
    if started.function == "main" {
        let (count, length) = started.arguments.unwrap_or((0, 0));
        for _ in 0..count {
            let (argument, others) = rest.split_at((length as usize).min(rest.len()));
            sorted.arguments.push(argument.iter().map(|it| it.value.low_word() as u8).collect());
            rest = others;
        }
    } else if let Some(function) = module.function_named(started.function) {
        let params = &module.function(function).params;
        let numbers = params.iter().filter(|param| is_number(module, param.source)).count();
        let count = numbers.min(rest.len());
        let (parameters, others) = rest.split_at(count);
        sorted.parameters = parameters.iter().collect();
        rest = others;
    }
    let mut ended = false;
    for input in rest {
        let in_library = !program.is_own(input.site);
        match &input.ty {
            InputType::Written { .. } => {
                let is_function = program.module.function_named(&input.name).is_some();
                let does = if is_function { "() writes" } else { " holds, which is not defined" };
                return Err(format!("it depends on what {}{does}", input.name));
            }
            InputType::Flag if in_library => {
                return Err("an allocation of a library function fails".to_owned());
            }
            InputType::Flag => sorted.fails.push(input.value.low_word() == 1),
            InputType::Part { .. } if in_library && input.name == "stdin" => {
                ended |= input.value.low_word() > 255;
                if !ended {
                    sorted.stdin.push(input.value.low_word() as u8);
                }
            }
            InputType::Part { .. } if in_library => {
                return Err(format!("it depends on an input of the system ({})", input.name));
            }
            InputType::Part { index, bytes, .. } => {
                let part = bytes_of(&input.value, *bytes as usize);
                match sorted.calls.last_mut() {
                    Some(last) if *index > 0 => last.bytes.extend(part),
                    _ => sorted.calls.push(Given { first: input, bytes: part, scalar: false }),
                }
            }
            InputType::Scalar(ty) => {
                let size = module.types.layout(*ty, module.model).map_or(0, |it| it.size);
                let bytes = bytes_of(&input.value, size as usize);
                sorted.calls.push(Given { first: input, bytes, scalar: true });
            }
        }
    }
    Ok(sorted)
}

/// The bytes of a value in memory.
fn bytes_of(value: &term::Bits, size: usize) -> Vec<u8> {
    let bytes = value.words().iter().flat_map(|word| word.to_le_bytes());
    bytes.chain(std::iter::repeat(0)).take(size).collect()
}

/// Returns the functions that the program itself uses and that have no body.
fn undefined(module: &Module) -> BTreeSet<FuncId> {
    let mut used = BTreeSet::new();
    for function in &module.functions {
        if module.is_runtime(function.position) {
            continue;
        }
        let blocks = function.body.iter().flat_map(|body| &body.blocks);
        for instr in blocks.flat_map(|block| &block.instrs) {
            match instr {
                Instr::Call(call) => {
                    if let Callee::Direct(function) = call.callee {
                        used.insert(function);
                    }
                }
                Instr::FuncAddr { func, .. } => {
                    used.insert(*func);
                }
                _ => {}
            }
        }
    }
    for relocation in module.globals.iter().flat_map(|global| &global.relocations) {
        if let Target::Function(function) = relocation.target {
            used.insert(function);
        }
    }
    used.retain(|&id| module.function(id).body.is_none());
    used
}

/// Returns the table of the results of calls.
fn table(program: Program<'_>, text: &mut String, calls: &[Given<'_>]) {
    text.push_str(TABLE);
    for given in calls {
        let name = quoted(&given.first.name);
        let place = commented(&check::place_text(program, given.first.site));
        let size = given.bytes.len();
        let shown = match &given.first.ty {
            InputType::Scalar(ty) => {
                let value = values::scalar(program.module, *ty, &given.first.value);
                format!("{value}, {place}")
            }
            InputType::Part { .. } | InputType::Written { .. } | InputType::Flag => place,
        };
        let _ = match size <= 8 {
            true => {
                let number =
                    given.bytes.iter().rev().fold(0u64, |all, &it| all << 8 | u64::from(it));
                writeln!(text, "    {{{name}, {size}, {number:#x}, 0}}, /* {shown} */")
            }
            false => {
                let bytes = listed(&given.bytes);
                let of = if given.scalar { "a number" } else { "an object" };
                writeln!(
                    text,
                    "    {{{name}, {size}, 0, (const unsigned char[]){{{bytes}}}}}, /* {of}, {shown} */"
                )
            }
        };
    }
    text.push_str("    {0, 0, 0, 0}};\n");
}

pub fn listed(bytes: &[u8]) -> String {
    let mut text = String::new();
    for (index, byte) in bytes.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let space = if index > 0 && index % 24 == 0 { "\n        " } else { "" };
        let _ = match byte {
            b'\'' | b'\\' => write!(text, "{comma}{space}'\\{}'", char::from(*byte)),
            b' '..=b'~' => write!(text, "{comma}{space}'{}'", char::from(*byte)),
            _ => write!(text, "{comma}{space}{byte}"),
        };
    }
    text
}

/// Returns a string literal. Octal escapes of three digits need no delimiter.
fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for byte in text.bytes() {
        let _ = match byte {
            // `?` might begin a trigraph.
            b'"' | b'\\' | b'?' => write!(literal, "\\{}", char::from(byte)),
            b' '..=b'~' => write!(literal, "{}", char::from(byte)),
            _ => write!(literal, "\\{byte:03o}"),
        };
    }
    literal + "\""
}

/// A function whose results are inputs.
fn external(module: &Module, text: &mut String, function: &Function) {
    let name = &function.name;
    let _ = match scalar(module, function.returns_source) {
        _ if function.noreturn => {
            write!(text, "\nvoid {name}() {{ vellum_end(\"a call of {name}\"); }}\n")
        }
        Some("void") => write!(text, "\nvoid {name}() {{}}\n"),
        Some(ty) => write!(text, "\n{}", GIVES.replace("TYPE", ty).replace("NAME", name)),
        // A call ends the path.
        None => write!(text, "\nvoid {name}() {{ vellum_end(\"a call of {name}\"); }}\n"),
    };
}

fn dialect_function(module: &Module, text: &mut String, function: &Function, dialect: Dialect) {
    let name = &function.name;
    let param = |index: usize, otherwise: &'static str| {
        let source = function.params.get(index).map(|param| param.source);
        source.and_then(|ty| scalar(module, ty)).unwrap_or(otherwise)
    };
    let body = match dialect {
        Dialect::Nondet => return external(module, text, function),
        Dialect::MakeSymbolic => format!(
            "void {name}(void *object, {} size, const char *called) {{ vellum_next(called, object, size); }}",
            param(1, "unsigned long")
        ),
        Dialect::Havoc => format!(
            "void {name}(void *object, {} size) {{ vellum_next(\"memory\", object, size); }}",
            param(1, "unsigned long")
        ),
        Dialect::Range => format!(
            "int {name}(int low, int high, const char *called) {{\n    int value;\n    \
             vellum_next(called, &value, sizeof value);\n    return value;\n}}"
        ),
        Dialect::Int => format!(
            "int {name}(const char *called) {{\n    int value;\n    \
             vellum_next(called, &value, sizeof value);\n    return value;\n}}"
        ),
        Dialect::Assume => format!(
            "void {name}({} holds) {{\n    if (!holds) vellum_end(\"an assumption does not hold\");\n}}",
            param(0, "int")
        ),
        Dialect::Assert => format!(
            "void {name}({} holds) {{\n    if (!holds) vellum_fail(\"assertion failed\");\n}}",
            param(0, "int")
        ),
        Dialect::Error => format!("void {name}() {{ vellum_fail(\"call of {name}\"); }}"),
        Dialect::Choose => format!(
            "{ty} {name}({ty} below) {{\n    {ty} value;\n    \
             vellum_next(\"choice\", &value, sizeof value);\n    return value;\n}}",
            ty = param(0, "unsigned long")
        ),
        Dialect::CheckAccess => format!("void {name}() {{}}"),
        Dialect::Accessible(_) | Dialect::SameObject | Dialect::IsSymbolic | Dialect::GetValue => {
            format!("int {name}() {{ vellum_end(\"a call of {name}\"); }}")
        }
        Dialect::SilentExit => {
            format!("void {name}(int status) {{ vellum_end(\"a silent exit\"); }}")
        }
        Dialect::Nothing => format!("void {name}() {{}}"),
    };
    let _ = write!(text, "\n{body}\n");
}

/// Whether a parameter is a number, and not a pointer or a struct.
fn is_number(module: &Module, ty: TypeId) -> bool {
    !matches!(module.types.get(ty), SourceType::Pointer(_) | SourceType::Record(_))
}

/// Writes a `main` that passes arguments, and clears the stack after the program if leaks are checked; returns whether it
/// wrote one.
fn main(
    statics: &mut Statics<'_>,
    text: &mut String,
    sorted: &Sorted<'_>,
    started: &Started<'_>,
    input_heap: Option<&InputHeap>,
    leaks: bool,
) -> Result<bool, String> {
    let module = statics.module;
    let Some(function) = module.function_named(started.function).map(|id| module.function(id))
    else {
        return Ok(false);
    };
    if started.function == "main" {
        if function.params.is_empty() && !leaks {
            return Ok(false);
        }
        let mut words = String::from("(char[]){\"program\"}");
        for argument in &sorted.arguments {
            let _ = write!(words, ", (char[]){{{}, 0}}", listed(argument).trim_start());
        }
        let words = words.replace("{, 0}", "{0}");
        let count = sorted.arguments.len() + 1;
        let _ = write!(
            text,
            "\nint __real_main();\nint __wrap_main(void) {{\n    char *words[] = {{{words}, 0}};\n    \
             int status;\n{}    return status;\n}}\n",
            called(&format!("status = __real_main({count}, words, (char **)0)"), leaks)
        );
        return Ok(true);
    }
    let name = started.function;
    let seen = statics.see(name, function.linkage, function.position)?;
    let mut types = Types::new(module);
    let params = &function.params[usize::from(function.result_by_pointer)..];
    let mut spelt = |what: &str, ty: TypeId| {
        types.spelt(ty).map_err(|why| format!("{name}() {what} a struct {why}"))
    };
    let params: Vec<(&Param, String)> = params
        .iter()
        .map(|param| Ok((param, spelt("takes", param.source)?)))
        .collect::<Result<_, String>>()?;
    let returns = spelt("returns", function.returns_source)?;
    text.push_str(&types.definitions);
    let nothing = InputHeap::default();
    let input_heap = input_heap.unwrap_or(&nothing);
    // The input heap exists before the call, so its allocations do not fail.
    let allocate = if sorted.fails.is_empty() { "malloc" } else { "__real_malloc" };
    let heap = Built::new(statics, text, input_heap, allocate)?;
    let list: Vec<&str> = params.iter().map(|(_, ty)| ty.as_str()).collect();
    let list = if list.is_empty() { "void".to_owned() } else { list.join(", ") };
    let _ = match seen {
        // The headers may declare another function of that name.
        Seen::ByName => {
            writeln!(text, "\n{returns} vellum_start({list}) __asm__(\"{name}\");")
        }
        Seen::ByPointer(pointer) => writeln!(
            text,
            "\nextern void *{pointer};\n#define vellum_start (({returns} (*)({list})){pointer})"
        ),
    };
    text.push_str("int __wrap_main(void) {\n");
    heap.fill(text);
    let mut names = Vec::new();
    let mut numbers = sorted.parameters.iter();
    let mut pointers = input_heap.pointers.iter();
    let mut structs = heap.parameters();
    for (index, (param, ty)) in params.iter().enumerate() {
        if matches!(module.types.get(param.source), SourceType::Record(_)) {
            let Some(from) = structs.next() else { continue };
            let _ = writeln!(
                text,
                "    {ty} value_{index}; /* {} */\n    memcpy(&value_{index}, {from}, sizeof value_{index});",
                param.name
            );
            names.push(format!("value_{index}"));
            continue;
        }
        if !is_number(module, param.source) {
            let link = pointers.next().map_or(PointerTarget::Null, |(_, _, link)| *link);
            names.push(heap.linked(link));
            continue;
        }
        let Some(input) = numbers.next() else { continue };
        let size = match &input.ty {
            InputType::Scalar(ty) => module.types.layout(*ty, module.model).map_or(0, |it| it.size),
            InputType::Part { .. } | InputType::Written { .. } | InputType::Flag => 0,
        };
        let bytes = listed(&bytes_of(&input.value, size as usize));
        let shown = match &input.ty {
            InputType::Scalar(ty) => values::scalar(module, *ty, &input.value),
            InputType::Part { .. } | InputType::Written { .. } | InputType::Flag => String::new(),
        };
        let _ = writeln!(
            text,
            "    {ty} value_{index}; /* {} = {shown} */\n    memcpy(&value_{index}, \
             (const unsigned char[]){{{bytes}}}, sizeof value_{index});",
            input.name
        );
        names.push(format!("value_{index}"));
    }
    // A returned pointer keeps its object reachable.
    let (keep, result) = match returns.as_str() {
        "void *" => ("    static void *result;\n", "result = "),
        _ => ("", ""),
    };
    let call = format!("{result}vellum_start({})", names.join(", "));
    let _ = write!(text, "{keep}{}    return 0;\n}}\n", called(&call, leaks));
    Ok(true)
}

/// Writes a call of the program. If leaks are checked, its frames are cleared from the stack.
fn called(call: &str, leaks: bool) -> String {
    match leaks {
        true => format!(
            "    {{\n        volatile char room[vellum_room];\n        room[0] = 0;\n        \
             {call};\n    }}\n    vellum_wipe_stack();\n"
        ),
        false => format!("    {call};\n"),
    }
}

const PREAMBLE: &str = r"#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define VELLUM_PLAIN __attribute__((no_instrument_function))
";

const TABLE: &str = r"
/* Feature calls give, in their order: the function or the name of the object, how many bytes, and
   these: as a number, or one by one. */
static const struct vellum_input {
    const char *name;
    unsigned long size;
    unsigned long long number;
    const unsigned char *bytes;
} vellum_inputs[] = {
";

const NEXT: &str = r#"
void __sanitizer_print_stack_trace(void) __attribute__((weak));

/* The path is over. */
VELLUM_PLAIN static void vellum_end(const char *why) {
    static int again;
    fprintf(stderr, "replay: %s\n", why);
    if (again++) _exit(0);
    exit(0);
}

/* Feature must not happen has happened. */
VELLUM_PLAIN __attribute__((unused)) static void vellum_fail(const char *what) {
    fprintf(stderr, "replay: %s\n", what);
    if (__sanitizer_print_stack_trace) __sanitizer_print_stack_trace();
    abort();
}

VELLUM_PLAIN __attribute__((unused)) static void vellum_next(const char *name, void *to, unsigned long size) {
    static const struct vellum_input *next = vellum_inputs;
    if (size == 0) return;
    if (!next->name) vellum_end("the inputs are used up");
    if (strcmp(next->name, name) != 0 || next->size != size) {
        fprintf(stderr, "replay: %s asks for %lu bytes in place of %s for %lu\n", name, size, next->name, next->size);
        vellum_end("another path was taken");
    }
    memcpy(to, next->bytes ? next->bytes : (const unsigned char *)&next->number, size);
    next++;
}
"#;

const GIVES: &str = r#"TYPE NAME() {
    TYPE value;
    vellum_next("NAME", &value, sizeof value);
    return value;
}
"#;

/// Hooks that report a call of the error function, for programs that define it themselves.
const WATCH: &str = r#"
extern DECLARED;
VELLUM_PLAIN void __cyg_profile_func_enter(void *function, void *caller) {
    if (function == ADDRESS) vellum_fail("call of NAME");
}
VELLUM_PLAIN void __cyg_profile_func_exit(void *function, void *caller) {}
"#;

/// Wrappers that make allocations fail by a table; allocations that are too large fail by themselves.
const FAILURES: &str = r"
/* Which allocations fail, in their order. */
static const char vellum_fails[] = {FAILS};
static int vellum_allocation_fails(void) {
    static unsigned long next;
    return next < sizeof vellum_fails && vellum_fails[next++];
}
void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_realloc(void *, size_t);
void *__wrap_malloc(size_t size) {
    void *block = __real_malloc(size);
    if (!block || !vellum_allocation_fails()) return block;
    free(block);
    return 0;
}
void *__wrap_calloc(size_t count, size_t size) {
    void *block = __real_calloc(count, size);
    if (!block || !vellum_allocation_fails()) return block;
    free(block);
    return 0;
}
void *__wrap_realloc(void *old, size_t size) {
    int frees = old && !size;
    return !frees && vellum_allocation_fails() ? 0 : __real_realloc(old, size);
}
";

const STDIN: &str = r#"
/* Standard input. */
int mkstemp(char *);
static const unsigned char vellum_stdin[] = {BYTES};
VELLUM_PLAIN __attribute__((constructor)) static void vellum_give_stdin(void) {
    char name[] = "vellum-stdin-XXXXXX";
    int file = mkstemp(name);
    if (file < 0) vellum_end("there is no temporary file");
    unlink(name);
    if (write(file, vellum_stdin, sizeof vellum_stdin) < 0) vellum_end("standard input cannot be given");
    lseek(file, 0, SEEK_SET);
    dup2(file, 0);
    close(file);
}
"#;

const WIPE: &str = r"
/* Feature functions left behind on the stack would hide leaks: main at its end, the others at any. The frame
   of the function that wipes lies in the room above that of main. */
static volatile unsigned long vellum_room = 2048;
VELLUM_PLAIN __attribute__((noinline, no_sanitize_address)) static void vellum_wipe_stack(void) {
    volatile char stack[16384];
    for (unsigned i = 0; i < sizeof stack; i++) stack[i] = 0;
}
VELLUM_PLAIN __attribute__((destructor)) static void vellum_at_end(void) { vellum_wipe_stack(); }
/* Leaks are looked for at exit, and here where the program aborts, too. */
extern __attribute__((weak)) void __lsan_do_leak_check(void);
VELLUM_PLAIN static void vellum_at_abort(int number) {
    if (__lsan_do_leak_check) __lsan_do_leak_check();
}
VELLUM_PLAIN __attribute__((constructor)) static void vellum_at_start(void) { signal(SIGABRT, vellum_at_abort); }
";
