//! Putting a program together of a student's functions and the reference's others.
//!
//! A source is parts: a function's code each, and the fixed part behind them. A program takes some
//! parts from the student and the rest from the reference, as two files that the assembler is given
//! together: each with the lines blanked that are the other's, so that lines keep their numbers. What
//! one file needs of the other is made global in it; all other names are each file's own.

use std::collections::BTreeSet;
use std::ops::Range;

use architecture::{Source, Statement, statements};
use asmkit::{Diagnostic, FileId, Library, OpenError, Sources};
use machine::Image;
use machines::target::Target;

use crate::assignment::Assignment;

/// A source in parts.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The text, lines ending in one newline each.
    pub text: String,
    /// The lines of each function's part, from 0, by the assignment's order; none where there is none.
    pub functions: Vec<Option<Range<usize>>>,
    /// The lines their labels stand in, from 0.
    pub labels: Vec<Option<usize>>,
    /// The lines behind them.
    pub rest: Range<usize>,
    /// The lines before the first, where the assignment separates them: names that all use.
    pub head: Range<usize>,
    /// Separators there should be, and there are.
    pub separators: (usize, usize),
    /// Functions that lie in another's part.
    pub misplaced: Vec<usize>,
}

impl Parts {
    /// The parts of a source of an assignment.
    #[must_use]
    pub fn of(text: &str, assignment: &Assignment) -> Parts {
        let names: Vec<&str> =
            assignment.tasks().iter().map(|task| task.contract.name.as_str()).collect();
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let lines = text.split('\n').count();
        let begins = |line: &str, with: &str| line.trim_start().starts_with(with);
        let ends: Vec<usize> = assignment
            .separator
            .iter()
            .flat_map(|separator| {
                let numbered = text.split('\n').enumerate();
                numbered.filter(|(_, line)| begins(line, separator)).map(|(at, _)| at)
            })
            .collect();
        let heads = usize::from(assignment.has_head);
        let wanted = if assignment.separator.is_some() { names.len() + heads } else { 0 };
        let all = labels(&text, assignment);
        let labelled =
            |name: &str| all.iter().find(|(label, _)| label == name).map(|&(_, line)| line);
        let places: Vec<Option<usize>> = names.iter().map(|name| labelled(name)).collect();
        let mut parts = Parts {
            functions: vec![None; names.len()],
            labels: places,
            rest: 0..0,
            head: 0..0,
            separators: (wanted, ends.len()),
            misplaced: Vec::new(),
            text,
        };
        if wanted > 0 && ends.len() >= wanted {
            let starts: Vec<usize> =
                std::iter::once(0).chain(ends.iter().map(|end| end + 1)).collect();
            let part = |number: usize| starts[number]..ends[number];
            if heads > 0 {
                parts.head = part(0);
            }
            for (number, place) in parts.labels.iter().enumerate() {
                let Some(place) = place else { continue };
                let found = (heads..wanted).find(|&other| part(other).contains(place));
                parts.functions[number] = found.map(part);
                if found != Some(number + heads) {
                    parts.misplaced.push(number);
                }
            }
            parts.rest = starts[wanted]..lines;
        } else {
            parts.by_labels(&ends, lines);
        }
        parts
    }

    /// Parts that reach from a function's label to the next function's, or to a separator.
    fn by_labels(&mut self, ends: &[usize], lines: usize) {
        let places = &self.labels;
        let mut edges: Vec<usize> = places.iter().flatten().chain(ends).copied().collect();
        edges.sort_unstable();
        self.head = 0..places.iter().flatten().copied().min().unwrap_or(0);
        let end = |from: usize| edges.iter().copied().find(|&edge| edge > from);
        let mut rest = 0;
        for (number, place) in places.iter().enumerate() {
            let Some(place) = *place else { continue };
            let until = end(place).unwrap_or(lines);
            self.functions[number] = Some(place..until);
            rest = rest.max(until);
        }
        self.rest = rest..lines;
    }

    /// The text with every line blanked but those that are kept.
    #[must_use]
    pub fn only(&self, keep: &[Range<usize>]) -> String {
        let is_kept = |at: usize| keep.iter().any(|range| range.contains(&at));
        let lines = self.text.split('\n').enumerate();
        let lines: Vec<&str> =
            lines.map(|(at, line)| if is_kept(at) { line } else { "" }).collect();
        lines.join("\n")
    }

    /// The lines of a function's part as they are.
    #[must_use]
    pub fn part(&self, function: usize) -> Option<String> {
        let range = self.functions[function].clone()?;
        let lines = self.text.split('\n').skip(range.start).take(range.len());
        Some(lines.collect::<Vec<_>>().join("\n"))
    }

    /// All parts, and behind them the rest in pieces, which begin at each of these names.
    fn pieces(&self, names: &BTreeSet<String>, assignment: &Assignment) -> Vec<Range<usize>> {
        let mut pieces: Vec<Range<usize>> = self.functions.iter().flatten().cloned().collect();
        let labels = labels(&self.text, assignment).into_iter();
        let begins =
            labels.filter(|(label, line)| names.contains(label) && self.rest.contains(line));
        let mut start = self.rest.start;
        for line in begins.map(|(_, line)| line).chain([self.rest.end]) {
            if start < line {
                pieces.push(start..line);
            }
            start = line;
        }
        // A line of the head comes without the others: one of them may begin a program.
        pieces.extend(self.head.clone().map(|line| line..line + 1));
        pieces
    }
}

/// The statements of a text, without what the dialect takes for comments.
pub(crate) fn read<'t>(text: &'t str, assignment: &Assignment) -> Vec<Statement<'t>> {
    let source = Source { name: "source".as_ref(), text };
    let comment = assignment.target.spec().syntax.comment;
    let mut all = statements(&[source]);
    if comment == ';' {
        all.retain(|statement| !statement.behind_semicolon);
    }
    all
}

/// Labels with their lines, from 0.
pub(crate) fn labels(text: &str, assignment: &Assignment) -> Vec<(String, usize)> {
    let read = read(text, assignment);
    let labels =
        read.iter().flat_map(|s| s.labels.iter().map(|label| ((*label).to_owned(), s.line - 1)));
    labels.collect()
}

/// Names a text defines, and names it uses.
struct Names {
    defined: BTreeSet<String>,
    used: BTreeSet<String>,
    global: BTreeSet<String>,
}

impl Names {
    fn of(text: &str, assignment: &Assignment) -> Names {
        let all = read(text, assignment);
        let mut names =
            Names { defined: BTreeSet::new(), used: BTreeSet::new(), global: BTreeSet::new() };
        for statement in &all {
            names.defined.extend(statement.labels.iter().map(|&label| label.to_owned()));
            if statement.defines() {
                names.defined.insert(statement.first().to_owned());
            }
            if matches!(statement.first(), ".eqv" | ".equ" | ".set") {
                names.defined.extend(statement.operands().first().map(|&name| name.to_owned()));
            }
            let words =
                statement.words.iter().flat_map(|word| word.split(|c: char| "+-*/%@#".contains(c)));
            if matches!(statement.first(), ".globl" | ".global") {
                names.global.extend(statement.operands().iter().map(|&name| name.to_owned()));
            } else {
                names.used.extend(words.map(str::to_owned));
            }
        }
        names
    }
}

/// A program of two people's parts.
#[derive(Debug)]
pub struct Linked {
    /// The program.
    pub image: Image,
    /// Both files.
    pub sources: Sources,
    /// The student's file.
    pub student: FileId,
    /// Functions whose parts, not being asked for, had to come along because others use names of
    /// theirs; the number behind the last is the fixed part.
    pub along: Vec<usize>,
}

/// Why there is no program.
#[derive(Debug)]
pub struct NotLinked {
    /// What the assembler says.
    pub messages: Vec<Diagnostic>,
    /// The files it speaks of.
    pub sources: Sources,
    /// The student's file.
    pub student: FileId,
}

/// The program whose functions `from_student` are the student's, and all else the reference's.
///
/// # Errors
/// What the assembler says.
pub fn link(
    assignment: &Assignment,
    reference: &Parts,
    student: &Parts,
    name: &str,
    from_student: &[usize],
) -> Result<Linked, NotLinked> {
    let taken: Vec<Range<usize>> =
        from_student.iter().filter_map(|&at| student.functions[at].clone()).collect();
    let is_theirs = |at: &usize| from_student.contains(at);
    let ours: Vec<Range<usize>> = (0..reference.functions.len())
        .filter(|at| !is_theirs(at))
        .filter_map(|at| reference.functions[at].clone())
        .chain([reference.head.clone(), reference.rest.clone()])
        .collect();
    let base = reference.only(&ours);
    let (kept, along) = with_what_it_uses(assignment, student, taken, &base, from_student);
    let theirs = student.only(&kept);
    let exports: Vec<&str> =
        from_student.iter().map(|&at| assignment.tasks()[at].contract.name.as_str()).collect();
    let (mut sources, library) = (Sources::new(), Student { name, text: &theirs });
    let (files, student) = if assignment.target.spec().unit_bits == 8 {
        let (base_names, their_names) =
            (Names::of(&base, assignment), Names::of(&theirs, assignment));
        let needed = their_names.used.intersection(&base_names.defined);
        let needed = needed.filter(|name| {
            !their_names.defined.contains(*name) && !base_names.global.contains(*name)
        });
        let needed: Vec<&str> = needed.map(String::as_str).collect();
        // Before all else, for a name may have to be known as global when it is defined.
        let base = format!("{}\n{base}", globals(needed.into_iter()));
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
        Ok(made) => Ok(Linked { image: made.image, sources, student, along }),
        Err(messages) => Err(NotLinked { messages, sources, student }),
    }
}

/// The student's parts, and those of their other parts that define what they use and nobody else does.
fn with_what_it_uses(
    assignment: &Assignment,
    student: &Parts,
    taken: Vec<Range<usize>>,
    base: &str,
    from_student: &[usize],
) -> (Vec<Range<usize>>, Vec<usize>) {
    let base = Names::of(base, assignment).defined;
    let (mut kept, mut along) = (taken, Vec::new());
    let pieces = student.pieces(&base, assignment);
    loop {
        let names = Names::of(&student.only(&kept), assignment);
        let is_missing = |name: &String| {
            names.used.contains(name) && !names.defined.contains(name) && !base.contains(name)
        };
        let mut others = pieces.iter().enumerate().filter(|(_, part)| !kept.contains(part));
        let helping = others.find(|(_, part)| {
            Names::of(&student.only(std::slice::from_ref(*part)), assignment)
                .defined
                .iter()
                .any(is_missing)
        });
        let Some((number, part)) = helping else { break };
        if !from_student.contains(&number) {
            along.push(number);
        }
        kept.push(part.clone());
    }
    (kept, along)
}

/// Lines that make names global.
fn globals<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("\t.globl {name}\n")).collect()
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
struct Student<'s> {
    name: &'s str,
    text: &'s str,
}

impl Library for Student<'_> {
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
/// What the assembler says.
pub fn whole(target: &Target, name: &str, text: &str) -> Result<(Image, Sources), NotLinked> {
    let mut sources = Sources::new();
    let student = sources.add(name, text.as_bytes());
    let library = Student { name: "", text: "" };
    match target.assemble(&mut sources, &[student], &library) {
        Ok(made) => Ok((made.image, sources)),
        Err(messages) => Err(NotLinked { messages, sources, student }),
    }
}
