//! What was found, and where.

use machine::follow::Watch;
use machine::{AnyMachine, Machine as _};
use serde::Serialize;
use targets::target::Program;

use crate::checks::Check;

/// A probable mistake of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Code of the check.
    pub code: &'static str,
    /// The line.
    pub place: Option<Place>,
    /// Address of the instruction.
    pub address: u64,
    /// Message in one sentence.
    pub message: String,
    /// The instruction with its registers when this happened first.
    pub instruction: Option<String>,
    /// Where values came from, and what depends on them.
    pub notes: Vec<String>,
    /// Advice.
    pub help: String,
    /// Number of times that it happened.
    pub count: u64,
    /// Number of instructions before it happened first.
    pub after_instructions: u64,
    /// Register or object that it is about.
    #[serde(skip)]
    pub(crate) about: String,
    /// Whether it is about the target of a jump.
    #[serde(skip)]
    pub(crate) is_of_jump: bool,
}

/// A line of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Index of the file in the sources.
    #[serde(skip)]
    pub file: u32,
    /// Name of the file.
    pub name: String,
    /// Line number, from 1.
    pub line: u32,
}

/// A program with the names that messages use.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'s> {
    pub(crate) program: Program<'s>,
    pub(crate) machine: &'s AnyMachine,
    pub(crate) watch: &'s Watch,
    /// Slots of registers and their names.
    pub(crate) names: &'s [(u8, &'static str)],
}

impl Scene<'_> {
    /// Source line of an address: that of the outermost macro use.
    pub(crate) fn line_of(&self, address: u64) -> Option<Place> {
        let image = self.program.image;
        let line = image.line(address)?;
        let (file, line) = line.used_at.unwrap_or((line.file, line.line));
        let name = image.files.get(file as usize)?;
        Some(Place { file, name: asmkit::plain_name(name), line })
    }

    /// An address in a sentence: `line 12`, with the file if it is not the first.
    pub(crate) fn place(&self, address: u64) -> String {
        match self.line_of(address) {
            Some(Place { file: 0, line, .. }) => format!("line {line}"),
            Some(Place { name, line, .. }) => format!("line {line} of {name}"),
            None => {
                let image = self.program.image;
                targets::diagnose::place(image, address, self.program.target.spec())
            }
        }
    }

    /// Name of the procedure at an address.
    pub(crate) fn procedure(&self, entry: u64) -> String {
        let at = |symbol: &&machine::Symbol| symbol.address && symbol.value == entry;
        let named = self.program.image.symbols.iter().find(at);
        named.map_or_else(
            || self.program.target.spec().show_address(entry),
            |symbol| asmkit::plain_name(&symbol.name),
        )
    }

    /// Name of a register, as the machine spells it.
    pub(crate) fn name(&self, slot: u8) -> &'static str {
        self.names.iter().find(|(known, _)| *known == slot).map_or("", |(_, name)| *name)
    }

    /// Name of a register, as sources spell it.
    pub(crate) fn register(&self, slot: u8) -> String {
        format!("{}{}", self.program.target.spec().syntax.sigil, self.name(slot))
    }

    /// The stack pointer, as sources spell it.
    pub(crate) fn stack_pointer(&self) -> String {
        self.register(self.watch.stack_slot())
    }

    /// A word as the machine's manual shows it.
    pub(crate) fn word(&self, value: u64) -> String {
        self.program.target.spec().show_word(value)
    }

    /// Whether the instruction at an address reads a register.
    pub(crate) fn reads(&self, address: u64, slot: u8) -> bool {
        let name = self.name(slot);
        self.machine.role(address).is_some_and(|role| role.reads.contains(&name))
    }

    /// Finding at an address, with the check's advice.
    pub(crate) fn finding(&self, check: &Check, address: u64, message: String) -> Finding {
        Finding {
            code: check.id,
            place: self.line_of(address),
            address,
            message,
            instruction: None,
            notes: Vec::new(),
            help: check.help.to_owned(),
            count: 1,
            after_instructions: 0,
            about: String::new(),
            is_of_jump: false,
        }
    }
}

impl Finding {
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Finding { help: help.into(), ..self }
    }

    pub(crate) fn about(self, about: impl Into<String>) -> Self {
        Finding { about: about.into(), ..self }
    }

    /// Whether two are the same mistake.
    pub(crate) fn is_same(&self, other: &Finding) -> bool {
        self.code == other.code
            && self.about == other.about
            && match (&self.place, &other.place) {
                (Some(one), Some(other)) => one == other,
                (None, None) => self.address == other.address,
                _ => false,
            }
    }
}
