//! Numbers with a unit, as options take them: `20`, `20s`, `5m`, `1h`, `500ms`; `300`, `300MB`, `2GB`.

use std::time::Duration;

/// The units of time, with how many seconds each has. A number without a unit is in seconds.
const TIME: &[(&str, f64)] =
    &[("ms", 0.001), ("s", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3600.0)];

/// The units of memory, with how many bytes each has. A number without a unit is in megabytes.
const MEMORY: &[(&str, u64)] = &[
    ("kb", 1 << 10),
    ("k", 1 << 10),
    ("mb", 1 << 20),
    ("m", 1 << 20),
    ("gb", 1 << 30),
    ("g", 1 << 30),
    ("tb", 1 << 40),
    ("t", 1 << 40),
];

/// A number and the unit behind it.
fn split(text: &str) -> (&str, String) {
    let at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(at);
    (number.trim_end(), unit.to_ascii_lowercase())
}

/// Reads a time above zero.
///
/// # Errors
/// A description of the format, if the text is not a time.
pub fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time above zero, such as 20, 20s, 500ms, 5m or 1h".to_owned();
    let (number, unit) = split(text);
    let unit = if unit.is_empty() { "s" } else { &unit };
    let (_, seconds) = TIME.iter().find(|(name, _)| *name == unit).ok_or_else(wrong)?;
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let time = Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())?;
    if time.is_zero() { Err(wrong()) } else { Ok(time) }
}

/// Reads a number of bytes above zero.
///
/// # Errors
/// A description of the format, if the text is not a size.
pub fn memory(text: &str) -> Result<u64, String> {
    let wrong = || "expected a size above zero, such as 300, 300MB or 2GB".to_owned();
    let (number, unit) = split(text);
    let unit = if unit.is_empty() { "mb" } else { &unit };
    let (_, bytes) = MEMORY.iter().find(|(name, _)| *name == unit).ok_or_else(wrong)?;
    let number: u64 = number.parse().map_err(|_| wrong())?;
    number.checked_mul(*bytes).filter(|bytes| *bytes > 0).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let milliseconds = |text: &str| time(text).map(|time| time.as_millis()).ok();
        assert_eq!(milliseconds("20"), Some(20_000));
        assert_eq!(milliseconds("0.5"), Some(500));
        assert_eq!(milliseconds("20s"), Some(20_000));
        assert_eq!(milliseconds("500ms"), Some(500));
        assert_eq!(milliseconds("5m"), Some(300_000));
        assert_eq!(milliseconds("1.5 h"), Some(5_400_000));
        for wrong in ["", "0", "-1", "nan", "inf", "1e300", "s", "5x", "5 minutes", "1e30h", "0ms"]
        {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(memory("300"), Ok(300 << 20));
        assert_eq!(memory("300MB"), Ok(300 << 20));
        assert_eq!(memory("2GB"), Ok(2 << 30));
        assert_eq!(memory("2g"), Ok(2 << 30));
        for wrong in ["", "0", "-1", "1.5GB", "MB", "2XB", "18446744073709551615GB", "many"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }
}
