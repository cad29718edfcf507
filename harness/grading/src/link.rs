//! Putting a program together of a student's functions and the reference's others.
//!
//! A source is parts: a function's code each, and what is between. A program takes some parts from
//! the student and the rest from the reference, as two files that the assembler is given together:
//! each with the lines blanked that are the other's, so that lines keep their numbers. What one file
//! needs of the other is made global in it; all other names are each file's own.

mod given;
mod helpers;
mod names;
mod parts;
mod whole;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use asmkit::{Diagnostic, FileId, Library, OpenError, Sources};
use machine::Image;
use targets::target::Target;

use crate::assignment::Assignment;
use names::{StatementNames, within};

pub(crate) use helpers::helpers;
pub(crate) use names::{is_switch, labels, read};
pub use parts::Parts;
pub(crate) use whole::as_handed_in;

/// A program of two people's parts.
#[derive(Debug)]
pub struct LinkedProgram {
    /// The program.
    pub image: Image,
    /// Both files.
    pub sources: Sources,
    /// The student's file.
    pub student: FileId,
    /// Lines of the student's that come along because what was asked for uses names of theirs.
    pub along: Vec<Range<usize>>,
}

/// Errors that prevent a program.
#[derive(Debug)]
pub struct LinkErrors {
    /// Messages of the assembler.
    pub messages: Vec<Diagnostic>,
    /// The files it speaks of.
    pub sources: Sources,
    /// The student's file.
    pub student: FileId,
}

/// The program whose functions `from_student` are the student's, and all else the reference's.
///
/// # Errors
/// Messages of the assembler.
pub fn link(
    assignment: &Assignment,
    reference: &Parts,
    student: &Parts,
    name: &str,
    from_student: &[usize],
) -> Result<LinkedProgram, LinkErrors> {
    let base = reference.only(&reference.without(from_student), &[], assignment);
    let (kept, along) = with_what_it_uses(assignment, student, &base, from_student);
    let is_stranger = |at: &usize| !from_student.contains(at);
    let names = assignment.tasks().iter().map(|task| task.contract.name.as_str()).enumerate();
    let strangers: Vec<&str> =
        names.filter(|(at, _)| is_stranger(at)).map(|(_, name)| name).collect();
    let theirs = student.only(&kept, &strangers, assignment);
    let exports: Vec<&str> =
        from_student.iter().map(|&at| assignment.tasks()[at].contract.name.as_str()).collect();
    let (mut sources, library) = (Sources::new(), StudentFile { name, text: &theirs });
    let (files, student) = if assignment.target.spec().unit_bits == 8 {
        let (base_read, their_read) = (read(&base, assignment), read(&theirs, assignment));
        let (base_names, their_names) =
            (StatementNames::of(&base_read), StatementNames::of(&their_read));
        // Before all else, for a name may have to be known as global when it is defined.
        let base = format!("{}\n{base}", globals(their_names.needs(&base_names)));
        let exports = exports.iter().copied().filter(|name| !their_names.global.contains(*name));
        let theirs = format!("{theirs}\n{}", globals(exports));
        let files =
            vec![sources.add("reference", base.as_bytes()), sources.add(name, theirs.as_bytes())];
        let student = files[1];
        (files, student)
    } else {
        let at = from_student
            .iter()
            .filter_map(|&at| reference.functions[at].clone())
            .map(|part| part.start)
            .min();
        let base = with_block(&base, at.unwrap_or(0), &exports);
        (vec![sources.add("reference", base.as_bytes())], FileId(1))
    };
    match assignment.target.assemble(&mut sources, &files, &library) {
        Ok(made) => Ok(LinkedProgram { image: made.image, sources, student, along }),
        Err(messages) => Err(LinkErrors { messages, sources, student }),
    }
}

/// The lines of some of the student's functions, and those that define what they use and the base does
/// not; and the latter by themselves.
fn with_what_it_uses(
    assignment: &Assignment,
    student: &Parts,
    base: &str,
    from_student: &[usize],
) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (base, theirs) = (read(base, assignment), read(&student.text, assignment));
    let all = student.functions.iter().enumerate();
    let (taken, others): (Vec<_>, Vec<_>) = all
        .filter_map(|(at, part)| Some((at, part.clone()?)))
        .partition(|(at, _)| from_student.contains(at));
    let part = |(_, range): (usize, Range<usize>)| range;
    let taken: Vec<Range<usize>> = taken.into_iter().map(part).collect();
    let others: Vec<Range<usize>> =
        others.into_iter().map(part).chain(student.loose.iter().cloned()).collect();
    let names = |range: &Range<usize>| StatementNames::of(within(&theirs, range));
    let mut known: BTreeSet<&str> = StatementNames::of(&base).defined;
    let first: Vec<StatementNames<'_>> = taken.iter().map(names).collect();
    known.extend(first.iter().flat_map(|names| &names.defined));
    let used = first.into_iter().flat_map(|names| names.used).collect();
    let along = closure(used, &mut known, &others, names);
    (taken.into_iter().chain(along.iter().cloned()).collect(), along)
}

/// The pieces that define names which are used and not known, those that define what these use, and so
/// on; in the order of the pieces.
fn closure<'t>(
    mut used: Vec<&'t str>,
    known: &mut BTreeSet<&'t str>,
    pieces: &[Range<usize>],
    names: impl Fn(&Range<usize>) -> StatementNames<'t>,
) -> Vec<Range<usize>> {
    let all: Vec<StatementNames<'t>> = pieces.iter().map(names).collect();
    let mut definers: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, names) in all.iter().enumerate() {
        for name in &names.defined {
            definers.entry(name).or_insert(number);
        }
    }
    let mut found = BTreeSet::new();
    // Each piece is found once, and its names are looked at once.
    while let Some(name) = used.pop() {
        if known.contains(name) {
            continue;
        }
        if let Some(&number) = definers.get(name) {
            found.insert(number);
            known.extend(&all[number].defined);
            used.extend(&all[number].used);
        }
    }
    found.into_iter().map(|number| pieces[number].clone()).collect()
}

/// Lines that make names global.
fn globals<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names.into_iter().map(|name| format!("\t.globl {name}\n")).collect()
}

/// The name under which the student's file is read into a source of one file.
const INSERTED: &str = "STUDNT";

/// Names of the words around the student's part, in a source of one file.
pub(crate) const EDGES: [&str; 2] = ["STUBEG", "STUEND"];

/// The text with the student's file as a block with names of its own, at a line; what is asked of it
/// is known outside.
fn with_block(text: &str, at: usize, exports: &[&str]) -> String {
    let [begin, end] = EDGES;
    let named = |name: &&str| format!("{name}=={INSERTED}\"{name}\n");
    let exports: String = exports.iter().map(named).collect();
    // Its literals and variables are its own, too.
    let block = format!(
        "{begin}:\n\t.BEGIN {INSERTED}\n\t.INSRT {INSERTED}\n\tCONSTANTS\n\tVARIABLES\n\t.END {INSERTED}\n{end}:\n{exports}"
    );
    let lines = text.split('\n').enumerate();
    let lines: Vec<&str> =
        lines.map(|(number, line)| if number == at { &block } else { line }).collect();
    lines.join("\n")
}

/// The student's file, for a source that reads it in.
struct StudentFile<'s> {
    name: &'s str,
    text: &'s str,
}

impl Library for StudentFile<'_> {
    fn open(&self, _: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        if name.contains(INSERTED) {
            return Ok((self.name.to_owned(), self.text.as_bytes().to_vec()));
        }
        Err(OpenError::NotFound)
    }
}

/// A whole source as a program.
///
/// # Errors
/// Messages of the assembler.
pub fn whole(target: &Target, name: &str, text: &str) -> Result<(Image, Sources), LinkErrors> {
    let mut sources = Sources::new();
    let student = sources.add(name, text.as_bytes());
    let library = StudentFile { name: "", text: "" };
    match target.assemble(&mut sources, &[student], &library) {
        Ok(made) => Ok((made.image, sources)),
        Err(messages) => Err(LinkErrors { messages, sources, student }),
    }
}
