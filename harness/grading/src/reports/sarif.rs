//! SARIF 2.1.0, for code scanning.

use std::collections::BTreeSet;

use machines::files::Take;
use serde_json::{Value, json};

use super::{Grades, Told, is_error, name};
use crate::checks::check;
use crate::graded::{Finding, Graded};

/// Results that GitHub takes of a file.
const MOST: usize = 5000;

/// Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
pub(super) fn sarif(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let (mut ids, mut results): (BTreeSet<String>, Vec<Value>) = Default::default();
    grades.each(&mut |graded| {
        for (_, finding) in graded.all_findings() {
            if !ids.contains(&finding.check) {
                ids.insert(finding.check.clone());
            }
            if results.len() < MOST {
                results.push(result(graded, finding));
            }
        }
        Ok(())
    })?;
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
    let whole = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "isagrid", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "results": results,
        }],
    });
    take(&format!("{whole:#}\n"))
}

fn result(graded: &Graded, finding: &Finding) -> Value {
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
