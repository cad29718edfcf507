//! Compares the table with a genuine MIDAS.

use std::collections::BTreeMap;
use std::path::Path;

use super::predefined;

/// Names that MIDAS 458 on ITS 1648 knows, with values, and names it does not know.
fn record() -> (BTreeMap<String, String>, Vec<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/midas");
    let text = std::fs::read_to_string(folder.join("300-names-predefined.txt")).expect("a record");
    let (known, unknown) = text.split_once("== not-defined\n").expect("names not defined");
    let pair = |line: &str| line.split_once(' ').map(|(n, v)| (n.to_owned(), v.trim().to_owned()));
    let lines = known.lines().filter(|line| !line.starts_with(['#', '=']));
    (lines.filter_map(pair).collect(), unknown.lines().map(str::to_owned).collect())
}

#[test]
fn names_are_unique_and_short_enough_for_midas() {
    let mut seen = BTreeMap::new();
    for (name, value) in predefined() {
        assert!(crate::text::squoze(&name).is_some(), "{name}");
        assert_eq!(seen.insert(name.clone(), value), None, "{name} appears twice");
    }
}

#[test]
fn the_genuine_midas_knows_the_same_names() {
    let (known, unknown) = record();
    let ours: BTreeMap<_, _> = predefined().map(|(n, value)| (n, value.to_string())).collect();
    for (name, value) in &known {
        assert_eq!(ours.get(name), Some(value), "{name}");
    }
    for name in &unknown {
        assert!(!ours.contains_key(name.get(..6).unwrap_or(name)), "{name} is not defined");
    }
}
