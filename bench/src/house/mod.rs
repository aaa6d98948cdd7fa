//! Measures the structure of the source of the workspace: the largest type of a crate, dependency cycles of modules and of rooms
//! (the folders under a crate's `src`), and public items that no other crate uses.
//!
//! Reads text, as `rustfmt` lays it out, and resolves no names: a method or an item counts as used where its name stands. So a
//! cycle may be reported that a compiler would not see, and an unused item may be missed, but not the other way round, except
//! for what macros define.

pub mod graph;
pub mod store;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use graph::Graph;
use text::{after_word, block, use_tree, word, words};

/// A file of a crate's `src`, without its tests.
pub struct Module {
    /// The names of the modules that lead to it; none for `lib.rs`.
    pub path: Vec<String>,
    /// The source without comments, literals and tests.
    pub text: String,
}

impl Module {
    /// Returns the name by which tables show it.
    pub fn name(&self) -> String {
        self.path.join("::")
    }

    /// Returns the room that it is in: the folder under `src`.
    fn room(&self) -> Option<&str> {
        self.path.first().map(String::as_str)
    }
}

/// A crate: its name, and the modules of its library or binary.
pub struct Crate {
    /// The name of its folder.
    pub name: String,
    /// Its modules, in the order of their files.
    pub modules: Vec<Module>,
    /// All its files without comments and literals: tests and examples too.
    everything: String,
    /// Those of its files outside of `src`: each is a crate of its own to the compiler.
    outside: String,
}

/// The type of a crate that has the most methods.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct LargestType {
    /// Its name.
    pub name: String,
    /// How many fields it has.
    pub fields: usize,
    /// How many functions its own `impl` blocks define.
    pub methods: usize,
    /// In how many files these blocks are.
    pub files: usize,
}

impl Crate {
    /// Reads the crate in a folder.
    ///
    /// # Errors
    ///
    /// A file or folder cannot be read.
    pub fn read(folder: &Path) -> std::io::Result<Crate> {
        let name = folder.file_name().map(|it| it.to_string_lossy().into_owned());
        let mut read = Crate {
            name: name.unwrap_or_default(),
            modules: Vec::new(),
            everything: String::new(),
            outside: String::new(),
        };
        let source = folder.join("src");
        for path in rust_files(folder)? {
            let text = text::without_literals(&std::fs::read_to_string(&path)?);
            read.everything.push_str(&text);
            if !path.starts_with(&source) {
                read.outside.push_str(&text);
            }
            if let Some(path) = path.strip_prefix(&source).ok().and_then(module_path) {
                read.modules.push(Module { path, text: text::without_tests(&text) });
            }
        }
        Ok(read)
    }

    /// Returns the type with the most methods.
    pub fn largest_type(&self) -> LargestType {
        let mut methods: BTreeMap<&str, (usize, BTreeSet<String>)> = BTreeMap::new();
        for module in &self.modules {
            for (name, body) in own_impls(&module.text) {
                let known = methods.entry(name).or_default();
                known.0 += method_names(body).count();
                known.1.insert(module.name());
            }
        }
        let largest = methods.into_iter().max_by_key(|(_, (count, _))| *count);
        let Some((name, (methods, files))) = largest else { return LargestType::default() };
        let fields = self.modules.iter().find_map(|it| fields(&it.text, name)).unwrap_or(0);
        LargestType { name: name.to_owned(), fields, methods, files: files.len() }
    }

    /// Returns which modules depend on which: by paths, and by calls of methods of the type `central`.
    pub fn modules_graph(&self, central: &str) -> Graph {
        let definitions = self.definitions();
        let mut homes: BTreeMap<&str, String> = BTreeMap::new();
        for module in &self.modules {
            for (_, body) in own_impls(&module.text).filter(|(name, _)| *name == central) {
                homes.extend(method_names(body).map(|method| (method, module.name())));
            }
        }
        let mut graph = Graph::default();
        for module in self.modules.iter().filter(|it| !it.path.is_empty()) {
            for path in self.paths(module) {
                let known = |end: &usize| self.modules.iter().any(|it| it.path == path[..*end]);
                if let Some(end) = (1..=path.len()).rev().find(known) {
                    graph.add(&module.name(), &path[..end].join("::"));
                }
            }
            let is_home = own_impls(&module.text).any(|(name, _)| name == central);
            for (receiver, method) in calls(&module.text) {
                let Some(home) = homes.get(method) else { continue };
                if (receiver == "self" && is_home) || definitions.get(method) == Some(&1) {
                    graph.add(&module.name(), home);
                }
            }
        }
        graph
    }

    /// Returns which rooms depend on which, by paths outside of tests.
    pub fn rooms_graph(&self) -> Graph {
        let rooms: BTreeSet<&str> = self.modules.iter().filter_map(Module::room).collect();
        let mut graph = Graph::default();
        for module in &self.modules {
            let Some(room) = module.room() else { continue };
            for path in self.paths(module) {
                if let Some(other) = path.first().filter(|it| rooms.contains(it.as_str())) {
                    graph.add(room, other);
                }
            }
        }
        graph
    }

    /// Returns how many names the crate's `lib.rs` exports.
    pub fn exports(&self) -> usize {
        let root = self.modules.iter().find(|it| it.path.is_empty());
        root.map_or(0, |it| exported(&it.text).len() + public_modules(&it.text).count())
    }

    /// Returns the public items that no other crate, and no test or example of this one, names and that no declaration of another public item of this crate
    /// mentions, directly or by a private alias: they need not be public.
    pub fn unused_items(&self, others: &[Crate]) -> Vec<String> {
        let used: BTreeSet<&str> = others
            .iter()
            .filter(|it| it.name != self.name)
            .flat_map(|it| words(&it.everything))
            .chain(words(&self.outside))
            .collect();
        let mut items: BTreeMap<String, &str> = BTreeMap::new();
        let mut reexported: BTreeSet<String> = BTreeSet::new();
        for module in &self.modules {
            if self.is_public(&module.path) {
                reexported.extend(exported(&module.text));
            }
        }
        for module in &self.modules {
            let is_public = self.is_public(&module.path);
            for (name, declaration) in items_of(&module.text) {
                if is_public || reexported.contains(name) {
                    items.insert(name.to_owned(), declaration);
                }
            }
        }
        let is_declared_with = |name: &str| {
            let mut declarations = items.iter().filter(|(other, _)| *other != name);
            declarations.any(|(_, declaration)| words(declaration).any(|it| it == name))
                || self.modules.iter().any(|it| public_signatures(&it.text).any(|it| it == name))
        };
        let is_mentioned = |name: &str| {
            let mut aliases = self.modules.iter().flat_map(|it| private_aliases(&it.text));
            is_declared_with(name)
                || aliases.any(|(alias, meaning)| {
                    words(meaning).any(|it| it == name) && is_declared_with(alias)
                })
        };
        let unused = items.keys().filter(|name| !used.contains(name.as_str()));
        unused.filter(|name| !is_mentioned(name)).cloned().collect()
    }

    /// Whether every module on a path is declared `pub mod`.
    fn is_public(&self, path: &[String]) -> bool {
        (0..path.len()).all(|depth| {
            let parent = self.modules.iter().find(|it| it.path == path[..depth]);
            parent.is_some_and(|it| public_modules(&it.text).any(|name| name == path[depth]))
        })
    }

    /// Returns how often each function's name is defined.
    fn definitions(&self) -> BTreeMap<&str, usize> {
        let mut count = BTreeMap::new();
        for module in &self.modules {
            for after in after_word(&module.text, "fn") {
                *count.entry(word(after.trim_start())).or_default() += 1;
            }
        }
        count
    }

    /// Returns the paths within the crate that a module names, from the root.
    fn paths(&self, module: &Module) -> Vec<Vec<String>> {
        let mut all = Vec::new();
        for after in after_word(&module.text, "crate") {
            all.extend(after.strip_prefix("::").into_iter().flat_map(use_tree));
        }
        let parent = &module.path[..module.path.len().saturating_sub(1)];
        for after in after_word(&module.text, "super") {
            let ends = after.strip_prefix("::").into_iter().flat_map(use_tree);
            all.extend(ends.map(|end| [parent.to_vec(), end].concat()));
        }
        for child in self.modules.iter().filter(|it| it.path.len() == module.path.len() + 1) {
            let Some((name, _)) = child.path.split_last().filter(|it| it.1 == module.path) else {
                continue;
            };
            let mut named = after_word(&module.text, name);
            all.extend(named.any(|it| it.starts_with("::")).then(|| child.path.clone()));
        }
        all
    }
}

/// Returns the Rust files of a folder and its subfolders, in order.
fn rust_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the module that a file under `src` is; `None` for tests.
fn module_path(file: &Path) -> Option<Vec<String>> {
    let without_extension = file.with_extension("");
    let mut path: Vec<String> =
        without_extension.iter().map(|it| it.to_string_lossy().into_owned()).collect();
    if path.last().is_some_and(|it| it == "mod")
        || matches!(&path[..], [it] if it == "lib" || it == "main")
    {
        path.pop();
    }
    (!path.iter().any(|it| it == "tests")).then_some(path)
}

/// Returns the type and the body of each `impl` block that implements no trait.
fn own_impls(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("\nimpl").skip(1).filter_map(|after| {
        let open = after.find('{')?;
        let header = after[..open].split(" where").next().unwrap_or_default();
        // The parameters of the block.
        let header = match header.starts_with('<') {
            true => header.split_once("> ")?.1,
            false => header,
        };
        (!header.contains(" for ")).then(|| (word(header.trim()), block(&after[open..])))
    })
}

/// Returns the names of the functions that an `impl` block defines.
fn method_names(body: &str) -> impl Iterator<Item = &str> {
    let lines = body.lines().filter(|line| line.starts_with("    ") && !line.starts_with("     "));
    lines.filter_map(|line| after_word(line, "fn").next().map(|it| word(it.trim_start())))
}

/// Returns the number of fields of a struct.
fn fields(text: &str, name: &str) -> Option<usize> {
    let after = after_word(text, "struct").find(|it| word(it.trim_start()) == name)?;
    let body = block(&after[after.find('{')?..]);
    let is_field =
        |line: &&str| line.starts_with("    ") && !line.starts_with("     ") && line.contains(':');
    Some(body.lines().filter(is_field).count())
}

/// Returns the receiver's last word and the name of each call of a method.
fn calls(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.match_indices('.').filter_map(|(at, _)| {
        let name = word(&text[at + 1..]);
        let after = &text[at + 1 + name.len()..];
        let is_call = !name.is_empty() && (after.starts_with('(') || after.starts_with("::<"));
        let before = text[..at].trim_end();
        let start = before.rfind(|c| !text::is_word(c)).map_or(0, |it| it + 1);
        // The first character of a word may be wider than one byte only outside of names.
        is_call.then(|| (before.get(start..).unwrap_or_default(), name))
    })
}

/// Returns the names that `pub use` exports.
fn exported(text: &str) -> Vec<String> {
    let uses = text.split("pub use ").skip(1).filter_map(|it| it.split(';').next());
    uses.flat_map(|tree| {
        let alias = tree.split_once(" as ").map(|(_, name)| name.trim().to_owned());
        let last = |path: Vec<String>| path.last().cloned();
        match alias {
            Some(name) => vec![name],
            None => use_tree(tree).into_iter().filter_map(last).collect(),
        }
    })
    .collect()
}

/// Returns the modules that a module declares as public.
fn public_modules(text: &str) -> impl Iterator<Item = &str> {
    text.split("pub mod ").skip(1).map(word)
}

/// Returns the public items at the top of a module: the name of each, and the text of its declaration.
fn items_of(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let keywords = ["fn ", "struct ", "enum ", "trait ", "type ", "const ", "static "];
    text.match_indices("\npub ").filter_map(move |(at, start)| {
        let after = &text[at + start.len()..];
        let after = after
            .strip_prefix("const fn ")
            .map_or(after, |it| &after[after.len() - it.len() - 3..]);
        let keyword = keywords.iter().find(|keyword| after.starts_with(**keyword))?;
        let end = after.find(['{', ';']).unwrap_or(after.len());
        let is_open = after[end..].starts_with('{') && !matches!(*keyword, "fn ");
        let length = if is_open { end + block(&after[end..]).len() } else { end };
        Some((word(&after[keyword.len()..]), &after[keyword.len()..length]))
    })
}

/// Returns the name and the meaning of each type alias that is not public: a public declaration may use it.
fn private_aliases(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let starts = ["\ntype ", "\npub(super) type ", "\npub(crate) type "];
    let aliases = starts.into_iter().flat_map(|start| text.split(start).skip(1));
    aliases.filter_map(|after| {
        let meaning = after.split_once('=')?.1;
        Some((word(after), meaning.split(';').next().unwrap_or_default()))
    })
}

/// Returns the words in the signatures of public methods.
fn public_signatures(text: &str) -> impl Iterator<Item = &str> {
    let signatures = text
        .split("    pub ")
        .skip(1)
        .filter(|it| it.starts_with("fn ") || it.starts_with("const fn "));
    signatures.flat_map(|it| words(&it[..it.find('{').unwrap_or(it.len())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library(modules: &[(&str, &str)]) -> Crate {
        let module = |(path, text): &(&str, &str)| Module {
            path: path.split("::").filter(|it| !it.is_empty()).map(str::to_owned).collect(),
            text: text::without_tests(text),
        };
        let everything = modules.iter().map(|(_, text)| *text).collect();
        let modules = modules.iter().map(module).collect();
        let outside = "use library::Example;".to_owned();
        Crate { name: "library".to_owned(), modules, everything, outside }
    }

    fn unused(modules: &[(&str, &str)]) -> Vec<String> {
        let user = Crate {
            name: "user".to_owned(),
            modules: Vec::new(),
            everything: "use library::{read, Used};".to_owned(),
            outside: String::new(),
        };
        library(modules).unused_items(&[user])
    }

    #[test]
    fn items_that_no_other_crate_uses_are_found() {
        let root = "\npub mod items;\nmod inner;\npub use inner::{Hidden, Used};\n";
        let items = "\npub struct Alone;\npub struct Used;\npub struct Example;\npub(crate) struct Internal;\n";
        let inner = "\npub struct Hidden;\npub struct Private;\n";
        let found = unused(&[("", root), ("items", items), ("inner", inner)]);
        assert_eq!(found, ["Alone", "Hidden"]);
    }

    #[test]
    fn items_that_public_declarations_mention_are_used() {
        let direct = "\npub struct Part;\npub struct Used {\n    pub part: Part,\n}\n";
        assert!(unused(&[("", direct)]).is_empty());
        let aliased = "\npub struct Failure;\ntype Result<T> = std::result::Result<T, Failure>;\n\
                       \npub fn read() -> Result<u32> {}\n";
        assert!(unused(&[("", aliased)]).is_empty());
    }

    #[test]
    fn what_is_compiled_for_tests_alone_is_not_public() {
        let root = "\n#[cfg(test)]\nmod inner;\n#[cfg(test)]\npub use inner::Judge;\n";
        assert!(unused(&[("", root), ("inner", "\npub struct Judge;\n")]).is_empty());
    }
}
