//! The commands `set-option`, `get-option` and `get-info`.

use std::collections::BTreeMap;

use term::smtlib::{Error, ErrorKind, Kind, Sexp};

use super::{Mode, Script};

/// The kind of an option's values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Bool,
    Numeral,
    String,
}

/// The known options: the name, the kind of values, the default. Options without effect are listed so that scripts can
/// set them.
const OPTIONS: &[(&str, Takes, &str)] = &[
    (":print-success", Takes::Bool, "false"),
    (":global-declarations", Takes::Bool, "false"),
    (":produce-assertions", Takes::Bool, "false"),
    (":interactive-mode", Takes::Bool, "false"),
    (":produce-models", Takes::Bool, "true"),
    (":produce-unsat-assumptions", Takes::Bool, "true"),
    (":produce-unsat-cores", Takes::Bool, "true"),
    (":random-seed", Takes::Numeral, "0"),
    (":verbosity", Takes::Numeral, "0"),
    (":regular-output-channel", Takes::String, "\"stdout\""),
    (":diagnostic-output-channel", Takes::String, "\"stderr\""),
];

/// The options that were set.
#[derive(Default)]
pub(super) struct Options {
    values: BTreeMap<&'static str, String>,
}

impl Options {
    fn get(&self, name: &str) -> Option<&str> {
        let (_, _, default) = OPTIONS.iter().find(|(known, _, _)| *known == name)?;
        Some(self.values.get(name).map_or(default, String::as_str))
    }

    fn is_on(&self, name: &str) -> bool {
        self.get(name) == Some("true")
    }

    /// Returns whether commands without a response answer `success`.
    pub fn print_success(&self) -> bool {
        self.is_on(":print-success")
    }

    /// Returns whether declarations survive their scope.
    pub fn global_declarations(&self) -> bool {
        self.is_on(":global-declarations")
    }

    /// Returns whether the text of assertions is kept.
    pub fn produce_assertions(&self) -> bool {
        self.is_on(":produce-assertions") || self.is_on(":interactive-mode")
    }
}

/// The standard's response to unknown options and information.
const UNSUPPORTED: &str = "unsupported";

impl Script {
    pub(super) fn set_option(&mut self, command: Sexp<'_>) -> Result<Option<String>, Error> {
        let [_, name, value] = command.exactly("`(set-option :keyword value)`")?;
        let text = keyword(name).ok_or_else(|| name.expected("a keyword"))?;
        let Some(&(known, takes, _)) = OPTIONS.iter().find(|(known, _, _)| *known == text) else {
            return Ok(Some(UNSUPPORTED.to_owned()));
        };
        let (fits, expected) = match takes {
            Takes::Bool => (value.is_word("true") || value.is_word("false"), "`true` or `false`"),
            Takes::Numeral => (value.kind() == Kind::Numeral, "a number"),
            Takes::String => (value.kind() == Kind::String, "a string"),
        };
        if !fits {
            return Err(value.expected(expected));
        }
        if known == ":global-declarations" && !self.scopes.is_empty() {
            let what = "`:global-declarations` is set before the first `push`";
            return Err(command.error(ErrorKind::Command(what.into())));
        }
        self.options.values.insert(known, value.text().to_owned());
        Ok(None)
    }

    pub(super) fn get_option(&self, command: Sexp<'_>) -> Result<Option<String>, Error> {
        let [_, name] = command.exactly("`(get-option :keyword)`")?;
        let text = keyword(name).ok_or_else(|| name.expected("a keyword"))?;
        Ok(Some(self.options.get(text).unwrap_or(UNSUPPORTED).to_owned()))
    }

    pub(super) fn get_info(&self, command: Sexp<'_>) -> Result<Option<String>, Error> {
        let [_, name] = command.exactly("`(get-info :keyword)`")?;
        let text = keyword(name).ok_or_else(|| name.expected("a keyword"))?;
        let value = match text {
            ":name" => "\"Vellum\"".to_owned(),
            ":version" => format!("\"{}\"", env!("CARGO_PKG_VERSION")),
            ":authors" => "\"the authors of Vellum\"".to_owned(),
            ":error-behavior" => "immediate-exit".to_owned(),
            ":assertion-stack-levels" => self.scopes.len().to_string(),
            ":reason-unknown" => match &self.mode {
                Mode::Unknown(reason) => format!("\"{}\"", reason.to_string().replace('"', "\"\"")),
                _ => {
                    let what = "`:reason-unknown` comes after an answer `unknown`";
                    return Err(command.error(ErrorKind::Command(what.into())));
                }
            },
            _ => return Ok(Some(UNSUPPORTED.to_owned())),
        };
        Ok(Some(format!("({text} {value})")))
    }
}

/// Returns the name of a keyword.
pub(super) fn keyword(sexp: Sexp<'_>) -> Option<&str> {
    (sexp.kind() == Kind::Keyword).then(|| sexp.text())
}
