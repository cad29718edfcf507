//! A submission as instructions: assembled in the reference's frame, with what each does.

use std::collections::{BTreeMap, BTreeSet};

use asmkit::{FileId, Severity};
use machine::CallFlow;
use machine::native::Node;
use machine::{Host, Image, Machine as _, Role};

use super::values::always;
use crate::assignment::{Assignment, Contract, Work};
use crate::grade::PreparedAssignment;
use crate::link::{LinkErrors, LinkedProgram, Parts, link, whole};
use crate::rig::{edges, entries};

/// Instructions of a submission that are compared; no homework has as many.
const MOST_ROWS: usize = 1 << 13;

/// Times that lines are left out which the assembler refuses.
const MOST_TRIES: usize = 6;

/// An instruction.
#[derive(Debug)]
pub(super) struct InstructionRow {
    /// Address of the next instruction in memory.
    pub(super) next: u64,
    /// Its line, from 1.
    pub(super) line: u32,
    /// Its operation, from its row.
    pub(super) role: Role,
    /// Its effect on the chain of calls.
    pub(super) flow: CallFlow,
    /// Its meaning, where the recorder has one.
    pub(super) nodes: Option<Box<[Node]>>,
    /// Whether it always or never branches or skips; none if a value decides.
    pub(super) always: Option<bool>,
    /// Its name.
    pub(super) name: String,
}

/// The instructions of a submission.
#[derive(Debug)]
pub(super) struct SubmissionCode<'a> {
    pub(super) assignment: &'a Assignment,
    /// Instructions of the student's, by address.
    pub(super) rows: BTreeMap<u64, InstructionRow>,
    /// Addresses of functions that have a contract, and of those that came with the reference.
    pub(super) entries: BTreeMap<u64, String>,
    /// Entry point of the program.
    pub(super) start: u64,
    /// Slots of registers, by name.
    pub(super) slots: BTreeMap<&'static str, u8>,
    /// Segments, as addresses.
    segments: Vec<std::ops::Range<u64>>,
}

/// Why a submission is not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipReason {
    /// It cannot be read.
    Unreadable,
    /// It does not assemble, even without the lines that the assembler refuses.
    NotAssembled,
    /// It has more instructions than are compared.
    TooLong,
    /// It has nothing but what the scaffold has.
    Nothing,
}

impl SkipReason {
    /// The reason as a message has it.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            SkipReason::Unreadable => "it cannot be read",
            SkipReason::NotAssembled => "it does not assemble",
            SkipReason::TooLong => "it has too many instructions",
            SkipReason::Nothing => "it has no code of its own",
        }
    }
}

impl<'a> SubmissionCode<'a> {
    /// The instructions of a text; lines that the assembler refuses are left out.
    pub(super) fn of(
        prepared: &'a PreparedAssignment,
        text: &str,
    ) -> Result<SubmissionCode<'a>, SkipReason> {
        let mut text = text.replace("\r\n", "\n").replace('\r', "\n");
        for _ in 0..MOST_TRIES {
            let refused = match assembled(prepared, &text) {
                Ok((image, student)) => return SubmissionCode::new(prepared, &image, student),
                Err(refused) => refused,
            };
            let lines = refused_lines(&refused);
            let lines: BTreeSet<usize> = lines
                .into_iter()
                .filter(|&at| text.split('\n').nth(at).is_some_and(|line| !line.trim().is_empty()))
                .collect();
            if lines.is_empty() {
                break;
            }
            let kept = text.split('\n').enumerate();
            let kept: Vec<&str> =
                kept.map(|(at, line)| if lines.contains(&at) { "" } else { line }).collect();
            text = kept.join("\n");
        }
        Err(SkipReason::NotAssembled)
    }

    fn new(
        prepared: &'a PreparedAssignment,
        image: &Image,
        student: FileId,
    ) -> Result<SubmissionCode<'a>, SkipReason> {
        let assignment = &prepared.assignment;
        let target = &assignment.target;
        let mut machine = target.machine();
        machine.load(image).map_err(|_| SkipReason::NotAssembled)?;
        machine.run(&mut Host::with_input(b""), 0, &mut ());
        let syntax = &target.spec().syntax;
        let slots = machine.registers().into_iter();
        let slots = slots.filter_map(|(name, _)| Some((name, machine.slot(name)?))).collect();
        let within = edges(image);
        let is_in = |range: &std::ops::Range<u64>, address| range.contains(&address);
        let mut rows = BTreeMap::new();
        for line in &image.lines {
            let (file, number) = line.used_at.unwrap_or((line.file, line.line));
            let address = line.address;
            if file != student.0 || within.as_ref().is_some_and(|range| !is_in(range, address)) {
                continue;
            }
            let (Some(text), Some(role), Some(instruction)) = (
                machine.disassemble(address),
                machine.role(address),
                target.instruction(image, address),
            ) else {
                continue;
            };
            let flow = (syntax.flow)(&text);
            let name = text.split_whitespace().next().unwrap_or("").to_owned();
            let next = address + instruction.units;
            let nodes = machine.recorded(address);
            let bits = target.spec().word_bits;
            let always = nodes.as_deref().and_then(|nodes| always(nodes, bits));
            rows.insert(
                address,
                InstructionRow { next, line: number, role, flow, nodes, always, name },
            );
            if rows.len() > MOST_ROWS {
                return Err(SkipReason::TooLong);
            }
        }
        let segments = image.segments.iter();
        let segments = segments.map(|segment| segment.base..segment.base + segment.size).collect();
        let entries = entries(assignment, image, student);
        let main = image.symbol("main").filter(|address| rows.contains_key(address));
        let start = Some(image.entry).filter(|entry| rows.contains_key(entry)).or(main);
        let start = start.or(rows.keys().next().copied()).unwrap_or(0);
        Ok(SubmissionCode { assignment, rows, entries, start, slots, segments })
    }

    /// Whether a number is an address of the program's.
    pub(super) fn is_address(&self, number: u64) -> bool {
        self.segments.iter().any(|segment| segment.contains(&number))
    }

    /// The contract of the function at an address.
    pub(super) fn contract(&self, address: u64) -> Option<&'a Contract> {
        self.assignment.contract(self.entries.get(&address)?)
    }
}

/// The lines that the assembler refuses, from 0.
fn refused_lines(refused: &LinkErrors) -> BTreeSet<usize> {
    let errors = refused.messages.iter().filter(|message| message.severity == Severity::Error);
    let theirs = errors.filter(|message| message.span.file == refused.student);
    theirs.map(|message| refused.sources.line_column(message.span).0 as usize - 1).collect()
}

/// A submission's functions all together, or its program.
fn assembled(prepared: &PreparedAssignment, text: &str) -> Result<(Image, FileId), LinkErrors> {
    let assignment = &prepared.assignment;
    if let Work::Program(_) = assignment.work {
        return whole(&assignment.target, "submission", text).map(|(image, _)| (image, FileId(0)));
    }
    let parts = Parts::of(text, assignment);
    let present = 0..parts.functions.len();
    let present: Vec<usize> = present.filter(|&at| parts.functions[at].is_some()).collect();
    let LinkedProgram { image, student, .. } =
        link(assignment, &prepared.reference, &parts, "submission", &present)?;
    Ok((image, student))
}
