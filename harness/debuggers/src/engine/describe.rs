//! Descriptions of places and faults, worded as in `isagrid run`.

use asmkit::{FileId, Sources};
use machine::{Fault, Image, Machine as _};

use super::Run;
use crate::Program;
use targets::diagnose;
use targets::target::AnyMachine;

/// A source line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SourceLine<'s> {
    pub(crate) file: u32,
    pub(crate) name: &'s str,
    pub(crate) line: u32,
    pub(crate) text: &'s str,
}

/// Source line of an address, if any.
pub(crate) fn source<'s>(
    image: &'s Image,
    sources: &'s Sources,
    address: u64,
) -> Option<SourceLine<'s>> {
    let line = image.line(address)?;
    let name = image.files.get(line.file as usize)?;
    let text = line_text(sources, line.file, line.line)?;
    Some(SourceLine { file: line.file, name, line: line.line, text })
}

/// A source line, if the source exists.
pub(crate) fn line_text(sources: &Sources, file: u32, line: u32) -> Option<&str> {
    let is_there = (file as usize) < sources.names().len();
    is_there.then(|| sources.line_text(FileId(file), line)).flatten()
}

impl Run<'_> {
    /// Instruction at an address, with labels where the manual's spelling has them.
    pub(crate) fn instruction(&self, address: u64) -> Option<String> {
        let text = self.machine().disassemble(address)?;
        let text = (self.machine().spec().syntax.symbolic)(&text, self.program.image);
        Some(asmkit::plain(&text))
    }

    /// A fault in the format of `isagrid run`, in whole lines.
    pub(crate) fn fault_text(&self, fault: &Fault) -> String {
        fault_text(&self.program, self.machine(), fault)
    }
}

fn fault_text(program: &Program<'_>, machine: &AnyMachine, fault: &Fault) -> String {
    let Program { image, sources, .. } = program;
    let spec = machine.spec();
    let detail = diagnose::instruction(machine, fault.pc);
    let advice = machine.advice(fault);
    if let Some(mut message) = diagnose::fault(fault, image, sources, spec, detail.clone()) {
        message.help = advice.or(message.help);
        return asmkit::render(&message, sources, false);
    }
    let (sentence, place) = (fault.cause.sentence(spec), diagnose::place(image, fault.pc, spec));
    let detail = detail.map(|detail| format!(": {detail}")).unwrap_or_default();
    let help = advice.or(diagnose::help(&fault.cause, image).map(str::to_owned));
    let help = help.map(|help| format!("\n  help: {help}")).unwrap_or_default();
    format!("error[{}]: {sentence}\n  at {place}{detail}{help}", fault.cause.id())
}
