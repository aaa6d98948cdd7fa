//! `docs/check.schema.json` describes what `--format json` writes: real results are validated against it.
//!
//! The validator knows the part of JSON Schema that the file uses, and refuses a schema that uses more.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Map, Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A schema, and the document that its references are in.
#[derive(Clone, Copy)]
struct Schema<'a> {
    document: &'a Value,
    schema: &'a Value,
}

impl<'a> Schema<'a> {
    fn at(self, schema: &'a Value) -> Schema<'a> {
        Schema { schema, ..self }
    }

    /// What is wrong with a value; `place` says where it is.
    fn validate(self, value: &Value, place: &str) -> Result<(), String> {
        let words = self.schema.as_object().ok_or("a schema is an object")?;
        for (word, rule) in words {
            let valid = match word.as_str() {
                "$schema" | "$defs" | "title" | "description" => Ok(()),
                "$ref" => self.at(self.definition(rule)?).validate(value, place),
                "const" if value == rule => Ok(()),
                "const" => Err(format!("{place}: {value} is not {rule}")),
                "enum" if rule.as_array().is_some_and(|all| all.contains(value)) => Ok(()),
                "enum" => Err(format!("{place}: {value} is none of {rule}")),
                "type" => has_type(value, rule, place),
                "items" => self.at(rule).items(value, place),
                "properties" => self.properties(rule, value, place),
                "additionalProperties" => self.additional(words, rule, value, place),
                "required" => required(rule, value, place),
                "oneOf" => self.one_of(rule, value, place),
                other => Err(format!("the validator does not know '{other}'")),
            };
            valid?;
        }
        Ok(())
    }

    fn definition(self, reference: &Value) -> Result<&'a Value, String> {
        let pointer = reference.as_str().and_then(|it| it.strip_prefix('#'));
        let found = pointer.and_then(|pointer| self.document.pointer(pointer));
        found.ok_or_else(|| format!("there is no definition {reference}"))
    }

    fn items(self, value: &Value, place: &str) -> Result<(), String> {
        let items = value.as_array().into_iter().flatten().enumerate();
        items.into_iter().try_for_each(|(i, item)| self.validate(item, &format!("{place}/{i}")))
    }

    fn properties(self, rule: &'a Value, value: &Value, place: &str) -> Result<(), String> {
        let rules = rule.as_object().into_iter().flatten();
        rules.into_iter().try_for_each(|(name, rule)| match value.get(name) {
            Some(value) => self.at(rule).validate(value, &format!("{place}/{name}")),
            None => Ok(()),
        })
    }

    fn additional(
        self,
        words: &Map<String, Value>,
        rule: &'a Value,
        value: &Value,
        place: &str,
    ) -> Result<(), String> {
        let known = words.get("properties");
        let is_new = |name: &str| known.is_none_or(|known| known.get(name).is_none());
        let fields = value.as_object().into_iter().flatten().filter(|(name, _)| is_new(name));
        fields.into_iter().try_for_each(|(name, value)| match rule {
            Value::Bool(false) => Err(format!("{place}: the field '{name}' is not described")),
            rule => self.at(rule).validate(value, &format!("{place}/{name}")),
        })
    }

    fn one_of(self, rule: &'a Value, value: &Value, place: &str) -> Result<(), String> {
        let all = rule.as_array().into_iter().flatten();
        let results: Vec<Result<(), String>> =
            all.map(|rule| self.at(rule).validate(value, place)).collect();
        match results.iter().filter(|it| it.is_ok()).count() {
            1 => Ok(()),
            0 => Err(format!("{place} is none of these: {results:?}")),
            _ => Err(format!("{place} is more than one: {value}")),
        }
    }
}

fn has_type(value: &Value, rule: &Value, place: &str) -> Result<(), String> {
    let is = |name: &Value| match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        _ => false,
    };
    match rule.as_array().map_or_else(|| is(rule), |names| names.iter().any(is)) {
        true => Ok(()),
        false => Err(format!("{place}: {value} is no {rule}")),
    }
}

fn required(rule: &Value, value: &Value, place: &str) -> Result<(), String> {
    let names = rule.as_array().into_iter().flatten().filter_map(Value::as_str);
    let missing = names.into_iter().find(|name| value.is_object() && value.get(name).is_none());
    missing.map_or(Ok(()), |name| Err(format!("{place}: '{name}' is missing")))
}

fn schema() -> Value {
    let text = std::fs::read_to_string(root().join("docs/check.schema.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The result of a command line, which must be valid.
fn valid(words: &[&str]) -> Value {
    let mut vellum = Command::new(env!("CARGO_BIN_EXE_vellum"));
    let output =
        vellum.args(words).args(["--format", "json"]).current_dir(root()).output().unwrap();
    let report = serde_json::from_slice(&output.stdout);
    let report: Value = report.unwrap_or_else(|error| panic!("{words:?}: {error}"));
    let document = &schema();
    let schema = Schema { document, schema: document };
    schema.validate(&report, "").unwrap_or_else(|error| panic!("{words:?}: {error}"));
    assert_eq!(report["schema_version"], report::SCHEMA_VERSION, "{words:?}");
    report
}

/// The options in the first lines of a program.
fn options(program: &str) -> Vec<String> {
    let mut options = Vec::new();
    for line in program.lines().take(3) {
        if let Some((_, words)) = line.split_once(" options: ") {
            options.extend(words.split_whitespace().map(str::to_owned));
        } else if let Some((_, words)) = line.split_once(" property: ") {
            let words = words.split_whitespace();
            options.extend(words.flat_map(|it| ["--property".to_owned(), it.to_owned()]));
        }
    }
    options
}

/// Of each kind of test program the first and the last one.
fn samples() -> Vec<PathBuf> {
    let mut samples = Vec::new();
    for folder in std::fs::read_dir(root().join("tests/programs")).unwrap() {
        let Ok(files) = std::fs::read_dir(folder.unwrap().path()) else { continue };
        let files = files.map(|file| file.unwrap().path());
        let is_program =
            |it: &PathBuf| it.extension().is_some_and(|it| it == "c" || it == "javalite");
        let mut files: Vec<PathBuf> = files.filter(is_program).collect();
        files.sort();
        files.drain(1..files.len().saturating_sub(1).max(1));
        samples.extend(files);
    }
    samples
}

#[test]
fn results_of_test_programs_are_valid() {
    let mut findings = 0;
    for program in samples() {
        let options = options(&std::fs::read_to_string(&program).unwrap());
        let mut words = vec!["check", program.to_str().unwrap(), "--keep-going"];
        words.extend(options.iter().map(String::as_str));
        let report = valid(&words);
        let found = report["findings"].as_array().unwrap();
        findings += found.len();
        if let Some(path) = found.first().and_then(|finding| finding["path"].as_str()) {
            words.extend(["--path", path]);
            assert!(valid(&words)["trace"].is_array(), "{words:?}");
        }
    }
    assert!(findings > 10);
}

#[test]
fn results_of_other_commands_are_valid() {
    assert!(valid(&["check", "examples/list.c", "--function", "all"])["functions"].is_array());
    let heap = ["check", "examples/ring.c", "--function", "swap"];
    assert!(valid(&heap)["findings"][0]["heap"].is_object());
    let late = ["check", "examples/json.c", "--time-limit", "1ms"];
    assert_eq!(valid(&late)["verdict"], "unknown");
    let formula = ["--path", "", "--memory", "separation", "--heap-formula"];
    valid(&[&["check", "examples/list.c"][..], &formula].concat());
    assert_eq!(valid(&["check", "docs/json.md"])["verdict"], "error");
    let tests = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schema-tests");
    let _ = std::fs::remove_dir_all(&tests);
    let report = valid(&["test", "examples/list.c", "--out", tests.to_str().unwrap()]);
    assert!(report["coverage"].is_object());
}

#[test]
fn the_example_of_the_document_is_valid() {
    let text = std::fs::read_to_string(root().join("docs/json.md")).unwrap();
    let example = text.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let document = &schema();
    let schema = Schema { document, schema: document };
    schema.validate(&serde_json::from_str(example).unwrap(), "").unwrap();
}

#[test]
fn what_is_not_described_is_found() {
    let document = json!({
        "type": "object", "properties": {"a": {"type": ["integer", "null"]}}, "required": ["a"],
        "additionalProperties": false,
    });
    let schema = Schema { document: &document, schema: &document };
    assert!(schema.validate(&json!({"a": 1}), "").is_ok());
    assert!(schema.validate(&json!({"a": null}), "").is_ok());
    for wrong in [json!({}), json!({"a": "1"}), json!({"a": 1, "b": 2}), json!([])] {
        assert!(schema.validate(&wrong, "").is_err(), "{wrong}");
    }
}
