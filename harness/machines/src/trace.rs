//! A run told instruction by instruction.

use std::fmt::Write as _;

use asmkit::{FileId, Sources};
use machine::{AnyMachine, Image, Machine as _, Spec};

/// Tells what each instruction did: number, address, text, registers changed, source line; or what
/// each cell did: number, name, text, value.
#[derive(Debug)]
pub struct Tracer {
    number: u64,
    before: Vec<(&'static str, u64)>,
    next: Option<(u64, String)>,
}

impl Tracer {
    /// A tracer for a machine that has not run yet.
    #[must_use]
    pub fn new(machine: &AnyMachine, image: &Image) -> Self {
        Tracer { number: 0, before: machine.registers(), next: upcoming(machine, image) }
    }

    /// The line for the instruction that just ran, with its line end; nothing when a cell went on
    /// that was told before.
    pub fn line(&mut self, machine: &AnyMachine, image: &Image, sources: &Sources) -> String {
        if machine.spec().syntax.place.is_some() {
            return self.place_line(machine, image);
        }
        self.number += 1;
        let spec = machine.spec();
        let after = machine.registers();
        let (pc, instruction) = self.next.take().unwrap_or((machine.pc(), "?".to_owned()));
        let mut line = format!("{:>8}  {}  {instruction:<28}", self.number, spec.show_address(pc));
        let mut changes = String::new();
        let pairs = self.before.iter().zip(&after);
        for ((_, old), (name, new)) in pairs.filter(|((_, old), (_, new))| old != new) {
            let _ = old;
            let _ = write!(changes, " {name}={}", shown(*new, spec));
        }
        let _ = write!(line, "{changes:<24}");
        if let Some(source) = source_of(image, sources, pc) {
            let _ = write!(line, "  ; {source}");
        }
        self.before = after;
        self.next = upcoming(machine, image);
        let mut line = line.trim_end().to_owned();
        line.push('\n');
        line
    }

    fn place_line(&mut self, machine: &AnyMachine, image: &Image) -> String {
        let number = machine.counts().instructions;
        if number == self.number {
            return String::new();
        }
        self.number = number;
        let (address, text) = self.next.take().unwrap_or((machine.pc(), "?".to_owned()));
        let name = machine.spec().syntax.place(image, address).unwrap_or("?");
        // A cell with much to do may not be done yet.
        let has_value = machine.pc() != address && !text.starts_with('>');
        let value = machine.value(name).filter(|value| has_value && value != "null");
        let value = value.map_or(String::new(), |value| asmkit::messages::short(&value));
        self.next = upcoming(machine, image);
        let (text, value) = (asmkit::plain_name(&text), asmkit::plain_name(&value));
        let line = format!("{number:>8}  {name:<5}  {text:<40}  {value}");
        line.trim_end().to_owned() + "\n"
    }
}

fn upcoming(machine: &AnyMachine, image: &Image) -> Option<(u64, String)> {
    let pc = machine.pc();
    let text = machine.disassemble(pc).unwrap_or_else(|| "?".to_owned());
    Some((pc, (machine.spec().syntax.symbolic)(&text, image)))
}

fn shown(value: u64, spec: &Spec) -> String {
    spec.show_word(value)
}

fn source_of(image: &Image, sources: &Sources, pc: u64) -> Option<String> {
    let line = image.line(pc)?;
    let name = image.files.get(line.file as usize)?;
    if line.file as usize >= sources.names().len() {
        return None;
    }
    let text = sources.line_text(FileId(line.file), line.line)?;
    Some(format!("{}:{}: {}", asmkit::plain_name(name), line.line, asmkit::plain(text.trim())))
}
