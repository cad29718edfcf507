//! Result of a run as JSON; docs/run.md lists the fields.

use std::path::PathBuf;

use asmkit::{Diagnostic, Severity, Sources};
use machine::Machine as _;
use serde::Serialize;
use serde_json::{Map, Value, json};
use targets::target::AnyMachine;

use super::ending::RunReport;
use crate::Ending;
use crate::program::{Program, ProgramErrors};

/// Version of the format.
const FORMAT: u32 = 1;

/// Object of a finished run.
pub(super) fn outcome(
    program: &Program,
    machine: &AnyMachine,
    report: &RunReport,
    ending: Ending,
) -> Map<String, Value> {
    let counts = machine.counts();
    let cycles = counts.cycles.iter().map(|cycles| (cycles.model.to_owned(), json!(cycles.cycles)));
    let mut all = begun(&program.files, ending);
    all.extend(object(json!({
        "machine": program.target.isa(),
        "dialect": program.target.dialect().name,
        "counts": {
            "instructions": counts.instructions,
            "supervisor_instructions": counts.supervisor_instructions,
            "undone_instructions": counts.cancelled_instructions,
            "cycles": Value::Object(cycles.collect()),
        },
    })));
    all.extend(object(value(report)));
    let messages =
        program.made.warnings.iter().map(|message| message_object(message, &program.sources));
    all.insert("messages".to_owned(), messages.collect());
    all
}

/// Object of an assembler message.
fn message_object(message: &Diagnostic, sources: &Sources) -> Value {
    let (line, column) = sources.line_column(message.span);
    let severity = match message.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    json!({
        "code": message.id,
        "severity": severity,
        "message": message.message,
        "file": asmkit::plain_name(sources.name(message.span.file)),
        "line": line,
        "column": column,
        "label": message.label,
        "help": message.help,
    })
}

/// Object of a program that does not assemble or load.
pub(super) fn refused(
    files: &[PathBuf],
    refused: &ProgramErrors,
    ending: Ending,
) -> Map<String, Value> {
    let mut all = begun(files, ending);
    let messages = refused.messages.iter().map(|message| message_object(message, &refused.sources));
    let alone = refused.why.iter().map(|why| json!({ "severity": "error", "message": why }));
    let messages: Value = messages.chain(alone).collect();
    all.extend(object(json!({ "ending": "not assembled", "messages": messages })));
    all
}

fn begun(files: &[PathBuf], ending: Ending) -> Map<String, Value> {
    let files = files.iter().map(|path| asmkit::plain_name(&path.to_string_lossy()));
    let files: Vec<String> = files.collect();
    object(json!({ "format": FORMAT, "files": files, "exit_code": ending.code() }))
}

/// Adds guest bytes as text, and also as numbers if they are not UTF-8.
pub(super) fn put_text(all: &mut Map<String, Value>, name: &str, bytes: &[u8]) {
    all.insert(name.to_owned(), json!(String::from_utf8_lossy(bytes)));
    if std::str::from_utf8(bytes).is_err() {
        all.insert(format!("{name}_bytes"), json!(bytes));
    }
}

/// Data as a JSON value.
pub(super) fn value(data: &impl Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_default()
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(all) => all,
        _ => Map::new(),
    }
}
