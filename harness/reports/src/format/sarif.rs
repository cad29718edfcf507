//! SARIF 2.1.0, for code scanning: one log of results.
//!
//! Source: OASIS, Static Analysis Results Interchange Format 2.1.0.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// Most results that GitHub accepts in one file.
///
/// Source: GitHub's documentation, "SARIF support for code scanning".
const MOST: usize = 5000;

/// Severity of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Failure.
    Error,
    /// Remark.
    Note,
}

/// Result with its place.
#[derive(Debug)]
pub struct Finding<'f> {
    /// Short name of the rule.
    pub rule: &'f str,
    /// Severity.
    pub level: Level,
    /// Message in plain text.
    pub message: String,
    /// File, as the user named it.
    pub file: &'f str,
    /// Line from 1, if known.
    pub line: Option<u32>,
}

/// Log under construction.
#[derive(Debug, Default)]
pub struct Log {
    /// Description and help text of each rule, by name.
    rules: BTreeMap<String, (String, String)>,
    results: Vec<Value>,
    /// Failures of the tool itself.
    failures: Vec<Value>,
}

impl Log {
    /// Adds a result; `texts` are the description and help text of its rule.
    pub fn add(&mut self, finding: &Finding<'_>, texts: (&str, &str)) {
        if !self.rules.contains_key(finding.rule) {
            let texts = (texts.0.to_owned(), texts.1.to_owned());
            self.rules.insert(finding.rule.to_owned(), texts);
        }
        if self.results.len() < MOST {
            self.results.push(json!({
                "ruleId": finding.rule,
                "level": if finding.level == Level::Error { "error" } else { "note" },
                "message": { "text": finding.message },
                "locations": [location(finding.file, finding.line)],
            }));
        }
    }

    /// Adds a failure of the tool itself, which is not a result about the file.
    pub fn add_failure(&mut self, file: &str, message: &str) {
        self.failures.push(json!({
            "level": "error",
            "message": { "text": message },
            "locations": [location(file, None)],
        }));
    }

    /// The log as text.
    #[must_use]
    pub fn text(&self) -> String {
        let rule = |(id, (finds, remedy)): (&String, &(String, String))| json!({ "id": id, "shortDescription": { "text": finds }, "help": { "text": remedy } });
        let rules: Vec<Value> = self.rules.iter().map(rule).collect();
        let driver =
            json!({ "name": "isagrid", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
        let mut run = json!({ "tool": { "driver": driver }, "results": self.results });
        if !self.failures.is_empty() {
            run["invocations"] = json!([{
                "executionSuccessful": false,
                "toolExecutionNotifications": self.failures,
            }]);
        }
        let whole = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [run],
        });
        format!("{whole:#}\n")
    }
}

fn location(file: &str, line: Option<u32>) -> Value {
    let mut place = json!({ "artifactLocation": { "uri": uri(file) } });
    if let Some(line) = line {
        place["region"] = json!({ "startLine": line });
    }
    json!({ "physicalLocation": place })
}

/// A file's name as a relative reference.
fn uri(file: &str) -> String {
    super::reference(asmkit::plain_name(file).trim_matches('`'), "/")
}
