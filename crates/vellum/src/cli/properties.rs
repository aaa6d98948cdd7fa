//! `--property`: names of properties, and property files of SV-COMP.

use std::path::Path;

use engine::findings::{Properties, Property};

use crate::cli::arguments::CheckArguments;
use crate::cli::files;

/// Returns the selected properties.
pub fn properties(arguments: &CheckArguments) -> Result<Properties, String> {
    let mut properties =
        if arguments.property.is_empty() { Properties::usual() } else { Properties::default() };
    for name in arguments.property.iter().flat_map(|names| separated(names)) {
        properties = named(name)?.into_iter().fold(properties, Properties::with);
    }
    if arguments.check_uninitialised {
        properties = properties.with(Property::Initialised);
    }
    if arguments.allow_subobject_overflow {
        properties = properties.without(Property::Bounds);
    }
    if arguments.program.is_javalite() {
        // Objects are garbage collected: there are no leaks, and no explicit deallocation.
        properties = properties.without(Property::ValidMemtrack).without(Property::ValidMemcleanup);
    }
    Ok(properties)
}

/// Splits a list at commas, unless it is the name of a file.
fn separated(names: &str) -> Vec<&str> {
    match names.contains(',') && !Path::new(names).exists() {
        true => names.split(',').map(str::trim).collect(),
        false => vec![names],
    }
}

/// Returns the properties of a name, or of a file.
fn named(name: &str) -> Result<Vec<Property>, String> {
    if let Some(property) = Property::named(name) {
        return Ok(vec![property]);
    }
    if name == "valid-memsafety" {
        return Ok(vec![Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack]);
    }
    let text = files::read_text(Path::new(name)).map_err(|error| {
        let names: Vec<&str> = Property::names().collect();
        format!(
            "'{name}' is neither a property (valid-memsafety, {}) nor a readable file: {error}",
            names.join(", ")
        )
    })?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut all = Vec::new();
    for line in lines {
        all.extend(
            formula(line)
                .ok_or_else(|| format!("{name}: the property '{line}' is not supported"))?,
        );
    }
    match all.is_empty() {
        true => Err(format!("{name} contains no property")),
        false => Ok(all),
    }
}

/// Returns the property that a line of a property file selects.
fn formula(line: &str) -> Option<Vec<Property>> {
    let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let formula = compact.strip_prefix("CHECK(init(main()),LTL(")?.strip_suffix("))")?;
    Some(match formula {
        "Gvalid-free" => vec![Property::ValidFree],
        "Gvalid-deref" => vec![Property::ValidDeref],
        "Gvalid-memtrack" => vec![Property::ValidMemtrack],
        "Gvalid-memcleanup" => vec![Property::ValidMemcleanup],
        "G!overflow" => vec![Property::NoOverflow],
        "G!call(reach_error())" | "G!call(__VERIFIER_error())" => vec![Property::UnreachCall],
        "G!label(ERROR)" => vec![Property::UnreachLabel],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_files() {
        let of = |line: &str| formula(line).map(|all| all.first().map(|it| it.name()));
        assert_eq!(of("CHECK( init(main()), LTL(G valid-free) )"), Some(Some("valid-free")));
        assert_eq!(of("CHECK( init(main()), LTL(G ! overflow) )"), Some(Some("no-overflow")));
        assert_eq!(
            of("CHECK( init(main()), LTL(G ! call(reach_error())) )"),
            Some(Some("unreach-call"))
        );
        assert_eq!(of("CHECK( init(main()), LTL(F end) )"), None);
        assert_eq!(of("anything"), None);
        assert!(named("valid-memsafety").is_ok_and(|all| all.len() == 3));
        assert!(named("no such thing").is_err());
    }
}
