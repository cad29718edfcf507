//! A machine with only what the contracts require: everything else is the default.

use architecture::{
    Architecture, Choices, Dialect, Languages, Page, Processor, ProgramFile, Setup,
};
use asmkit::{Diagnostic, FileId, Library, Sources, Span};
use machine::{
    AnyMachine, Counts, Host, Image, InstructionCount, LoadError, Machine, Observer, Radix, Spec,
    Stop, Syntax,
};

pub(crate) static DIALECTS: [Dialect; 2] = [
    Dialect::new("plain", "empty programs", char::is_alphanumeric).with_comments(&["#", "//"]),
    Dialect::new("second", "empty programs as well", char::is_alphanumeric).with_comments(&[";"]),
];

static LANGUAGES: Languages = Languages {
    machine: "plain32",
    dialects: &DIALECTS,
    signs: &[],
    has_instruction: |_| false,
    is_guessed: false,
};

static SPEC: Spec = Spec {
    name: "plain32",
    unit_bits: 8,
    word_bits: 32,
    address_bits: 32,
    radix: Radix::Hexadecimal,
    models: &[],
    syntax: Syntax::PLAIN,
};

/// The machine, its only setup, and the processor, which ends every program at once.
#[derive(Clone)]
pub(crate) struct Plain;

impl Architecture for Plain {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn title(&self) -> &'static str {
        "Plain"
    }

    fn languages(&self) -> &'static Languages {
        &LANGUAGES
    }

    fn processors(&self) -> &'static [Processor] {
        &[]
    }

    fn set_up(&self, _: &Dialect, given: &Choices) -> Result<Box<dyn Setup>, String> {
        match given.switches().next() {
            Some(name) => Err(format!("unknown switch `{name}`")),
            None => Ok(Box::new(Plain)),
        }
    }

    fn pages(&self) -> &'static [Page] {
        &[]
    }

    fn benchmark(&self) -> (&'static Dialect, &'static str) {
        (&DIALECTS[0], "")
    }
}

impl Setup for Plain {
    fn architecture(&self) -> &'static dyn Architecture {
        &Plain
    }

    fn dialect(&self) -> &'static Dialect {
        &DIALECTS[0]
    }

    fn assemble(
        &self,
        sources: &mut Sources,
        files: &[FileId],
        _: &dyn Library,
    ) -> Result<ProgramFile, Vec<Diagnostic>> {
        let texts = files.iter().map(|&file| (file, sources.text(file)));
        let errors = texts.filter(|(_, text)| !text.is_empty()).map(|(file, text)| {
            Diagnostic::error("X001", Span { file, start: 0, end: 1 }, format!("what is {text}"))
        });
        let errors: Vec<Diagnostic> = errors.collect();
        if errors.is_empty() { Ok(ProgramFile::default()) } else { Err(errors) }
    }

    fn machine(&self) -> AnyMachine {
        AnyMachine::new(Plain)
    }
}

impl Machine for Plain {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn load(&mut self, _: &Image) -> Result<(), LoadError> {
        Ok(())
    }

    fn run<O: Observer>(&mut self, _: &mut Host, _: u64, _: &mut O) -> Stop {
        Stop::End
    }

    fn counts(&self) -> Counts {
        Counts::default()
    }

    fn executed(&self) -> Vec<InstructionCount> {
        Vec::new()
    }

    fn pc(&self) -> u64 {
        0
    }

    fn registers(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    fn peek(&self, _: u64) -> Option<u64> {
        None
    }

    fn disassemble(&self, _: u64) -> Option<String> {
        None
    }

    fn set_pc(&mut self, _: u64) {}

    fn set_register(&mut self, _: &str, _: u64) -> bool {
        false
    }

    fn poke(&mut self, _: u64, _: u64) -> bool {
        false
    }
}
