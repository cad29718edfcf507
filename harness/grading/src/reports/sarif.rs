//! SARIF 2.1.0, for code scanning.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Told, is_error, name};
use crate::checks::check;
use crate::graded::Graded;

/// Results that GitHub takes of a file.
const MOST: usize = 5000;

/// Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
pub(super) fn sarif(all: &[Graded]) -> Vec<u8> {
    let findings = || {
        all.iter()
            .flat_map(|graded| graded.all_findings().map(move |(_, finding)| (graded, finding)))
    };
    let ids: BTreeSet<&str> = findings().map(|(_, finding)| finding.check.as_str()).collect();
    let rules: Vec<Value> = ids
        .iter()
        .map(|id| {
            let known = check(id);
            json!({
                "id": id,
                "shortDescription": { "text": known.map_or("", |check| check.finds) },
                "help": { "text": known.map_or("", |check| check.mend) },
            })
        })
        .collect();
    let results: Vec<Value> = findings()
        .take(MOST)
        .map(|(graded, finding)| {
            let mut location = json!({ "artifactLocation": { "uri": uri(&graded.file) } });
            if let (Some(place), false) = (&finding.place, finding.hidden) {
                location["region"] = json!({ "startLine": place.line });
            }
            json!({
                "ruleId": finding.check,
                "level": if is_error(finding) { "error" } else { "note" },
                "message": { "text": Told::of(finding).whole() },
                "locations": [{ "physicalLocation": location }],
            })
        })
        .collect();
    let whole = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "isagrid", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "results": results,
        }],
    });
    let mut bytes = serde_json::to_vec_pretty(&whole).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// A file's name as a relative reference of RFC 3986.
fn uri(file: &str) -> String {
    let plain = name(file);
    let byte = |byte: u8| match byte {
        byte if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    };
    plain.trim_matches('`').bytes().map(byte).collect()
}
