//! Messages and listing of the assembler.

use std::collections::BTreeMap;

use asmkit::{Diagnostic, Severity, Sources};
use machine::{Image, Machine as _};
use messages::{Page, Part};
use serde::Serialize;
use targets::target::Target;
use ts_rs::TS;

use crate::call_error::CallError;
use crate::place::Place;
use crate::work::Work;

/// A message about a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Message {
    /// Whether it is an error; otherwise it is a warning.
    pub is_error: bool,
    /// Message code, which `explain` explains.
    pub code: String,
    /// Text of the message.
    pub text: String,
    /// Position.
    pub at: Place,
    /// Label of the position; may be empty.
    pub label: String,
    /// Related positions, with labels.
    pub others: Vec<(Place, String)>,
    /// Suggested fix, if known.
    pub help: Option<String>,
    /// Notes.
    pub notes: Vec<String>,
}

impl Message {
    pub(crate) fn of(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let others = diagnostic.others.iter();
        Message {
            is_error: diagnostic.severity == Severity::Error,
            code: diagnostic.id.to_owned(),
            text: asmkit::plain(&diagnostic.message),
            at: Place::of(diagnostic.span, sources),
            label: asmkit::plain(&diagnostic.label),
            others: others
                .map(|(span, why)| (Place::of(*span, sources), asmkit::plain(why)))
                .collect(),
            help: diagnostic.help.as_deref().map(asmkit::plain),
            notes: diagnostic.notes.iter().map(|note| asmkit::plain(note)).collect(),
        }
    }
}

/// Result of assembling sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Checked {
    /// Dialect used.
    pub dialect: String,
    /// Reason for the dialect, if another could be expected.
    pub reason: Option<String>,
    /// Dialect that would assemble what this one refuses, or the reason why this is no assembly.
    pub hint: Option<String>,
    /// Whether there is a program.
    pub is_good: bool,
    /// Messages of the assembler; a good program may have warnings.
    pub messages: Vec<Message>,
    /// Lines with instructions, in ascending order of address; empty if there is no program.
    pub listing: Vec<ListedLine>,
}

/// A source line with its instructions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct ListedLine {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// File and line of the macro use, for a line in a macro.
    pub used_at: Option<(String, u32)>,
    /// Machine instructions; several for a pseudo-instruction.
    pub words: Vec<Word>,
}

/// An instruction of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Word {
    /// Its address.
    pub address: u64,
    /// The address, as the machine's manual prints it; the name of a cell of a script.
    pub shown: String,
    /// Its bits, as the manual prints them; empty if instructions are not words.
    pub bits: String,
    /// Instruction as the manual spells it.
    pub instruction: String,
}

/// Assembles sources.
///
/// # Errors
/// An error message if the request itself is invalid.
pub(crate) fn check(work: &Work) -> Result<Checked, CallError> {
    let assembled = work.assemble()?;
    let (target, sources) = (&assembled.target, &assembled.sources);
    let converted = |messages: &[Diagnostic]| {
        messages.iter().map(|message| Message::of(message, sources)).collect::<Vec<_>>()
    };
    let (is_good, messages, listing) = match &assembled.made {
        Err(messages) => (false, converted(messages), Vec::new()),
        Ok(made) => (true, converted(&made.warnings), listing(target, &made.image)?),
    };
    let dialect = target.dialect().name.to_owned();
    let (reason, hint) = (assembled.reason, assembled.foreign.or(assembled.hint));
    Ok(Checked { dialect, reason, hint, is_good, messages, listing })
}

/// Listing of a program.
fn listing(target: &Target, image: &Image) -> Result<Vec<ListedLine>, String> {
    let mut machine = target.machine();
    machine.load(image).map_err(|error| error.to_string())?;
    let spec = machine.spec();
    let name = |file: u32| {
        image.files.get(file as usize).map_or(String::new(), |name| asmkit::plain_name(name))
    };
    let mut lines: Vec<ListedLine> = Vec::new();
    for line in &image.lines {
        let instruction = machine.disassemble(line.address).unwrap_or_default();
        let word = Word {
            address: line.address,
            shown: (spec.syntax.place(image, line.address).map(asmkit::plain))
                .unwrap_or_else(|| spec.show_address(line.address)),
            bits: target.instruction(image, line.address).map_or(String::new(), |it| it.show(spec)),
            instruction: asmkit::plain(&(spec.syntax.symbolic)(&instruction, image)),
        };
        let used_at = line.used_at.map(|(file, line)| (name(file), line));
        let listed =
            ListedLine { file: name(line.file), line: line.line, used_at, words: Vec::new() };
        match lines.last_mut() {
            Some(last)
                if (&last.file, last.line, &last.used_at)
                    == (&listed.file, listed.line, &listed.used_at) =>
            {
                last.words.push(word);
            }
            _ => lines.push(ListedLine { words: vec![word], ..listed }),
        }
    }
    Ok(lines)
}

/// Explanation of each code of a message, and of a finding of grading and checked runs, as Markdown.
#[must_use]
pub fn explanations() -> BTreeMap<&'static str, String> {
    let messages = messages::pages().map(|page| (page.code.as_str(), explanation(page)));
    let findings = checker::checks::CHECKS.iter().map(|check| {
        (check.id, format!("## {}: {}\n\n{}", check.id, check.finds, check.explanation()))
    });
    messages.chain(findings).collect()
}

fn explanation(page: &Page) -> String {
    let mut text = format!("## {}: {}\n", page.code, page.title);
    for part in &page.parts {
        match part {
            Part::Text(paragraphs) => text += &format!("\n{}\n", paragraphs.trim()),
            Part::Example(example) => {
                for (head, body) in example.pieces() {
                    text += &format!("\n{head}\n\n```\n{}\n```\n", body.trim_end());
                }
            }
        }
    }
    text
}
