//! A student's file as it was handed in, with what it lacks of the given part.

use std::collections::BTreeSet;
use std::ops::Range;

use asmkit::{FileId, Severity, Sources};

use super::given::GivenNames;
use super::names::{StatementNames, definitions, read, within};
use super::{INSERTED, LinkErrors, Parts, StudentFile, closure, globals};
use crate::assignment::Assignment;

/// Assembles a student's whole file, as a simulator would.
///
/// Missing names come from the reference: other functions, the given part.
///
/// # Errors
/// Messages of the assembler about the student's lines.
pub(crate) fn as_handed_in(
    assignment: &Assignment,
    reference: &Parts,
    student: &Parts,
    name: &str,
) -> Result<(), LinkErrors> {
    let filler = filler(assignment, reference, student);
    let mut sources = Sources::new();
    let is_of_files = assignment.target.spec().unit_bits == 8;
    let (files, theirs) = if filler.trim().is_empty() {
        let file = sources.add(name, student.text.as_bytes());
        (vec![file], file)
    } else if is_of_files {
        let (ours_read, their_read) = (read(&filler, assignment), read(&student.text, assignment));
        let (ours, their) = (StatementNames::of(&ours_read), StatementNames::of(&their_read));
        let base = format!("{}\n{filler}", globals(their.needs(&ours)));
        let text = format!("{}\n{}", student.text, globals(ours.needs(&their)));
        let base = sources.add("reference", base.as_bytes());
        let file = sources.add(name, text.as_bytes());
        (vec![base, file], file)
    } else {
        let base = format!("{filler}\n\t.INSRT {INSERTED}\n\tEND\n");
        (vec![sources.add("reference", base.as_bytes())], FileId(1))
    };
    let library = StudentFile { name, text: &student.text };
    let Err(messages) = assignment.target.assemble(&mut sources, &files, &library) else {
        return Ok(());
    };
    let lines = student.text.split('\n').count();
    let is_theirs = |span| sources.line_column(span).0 as usize <= lines;
    let about_them = messages.into_iter().filter(|message| {
        message.severity == Severity::Error
            && message.span.file == theirs
            && is_theirs(message.span)
    });
    let messages: Vec<_> = about_them.collect();
    if messages.is_empty() {
        return Ok(());
    }
    Err(LinkErrors { messages, sources, student: theirs })
}

/// The reference's lines that define what a student's file uses and does not have, and what the given
/// part begins with.
fn filler(assignment: &Assignment, reference: &Parts, student: &Parts) -> String {
    let (ours, theirs) = (read(&reference.text, assignment), read(&student.text, assignment));
    let StatementNames { used, defined: mut known, .. } = StatementNames::of(&theirs);
    let given = GivenNames::of(assignment);
    let begins = given.starts.iter().map(String::as_str).filter(|name| !known.contains(name));
    let used: Vec<&str> = used.into_iter().chain(begins).collect();
    let functions: Vec<Range<usize>> = reference.functions.iter().flatten().cloned().collect();
    let is_taken = |line: usize| functions.iter().any(|part| part.contains(&line));
    let outside: Vec<_> =
        definitions(&ours).into_iter().filter(|known| !is_taken(known.line)).collect();
    let starts: BTreeSet<usize> = outside.iter().map(|known| known.line).collect();
    let stops = functions.iter().map(|part| part.start);
    let edges: BTreeSet<usize> = starts.iter().copied().chain(stops).collect();
    let last = reference.text.split('\n').count();
    let end = |line: usize| edges.range(line + 1..).next().copied().unwrap_or(last);
    let runs = starts.iter().map(|&line| line..end(line));
    let pieces: Vec<Range<usize>> = functions.iter().cloned().chain(runs).collect();
    let found =
        closure(used, &mut known, &pieces, |range| StatementNames::of(within(&ours, range)));
    if found.is_empty() { String::new() } else { reference.only(&found, &[], assignment) }
}
