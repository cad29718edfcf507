//! The assembler of MARS and of the simulators derived from it.
//!
//! Lines become tokens, with `.eqv` names replaced. The first pass executes directives, expands
//! macros and assigns an address to every instruction; the second pass writes machine words.
//! The result is that of the simulator, except that a word it would silently encode wrongly is an
//! error. The machine provides instructions, registers and the memory map.

mod budget;
mod data;
mod dialect;
mod directive;
mod equivalents;
mod expansion;
mod first_pass;
mod forms;
mod generate;
mod globals;
mod lexer;
mod limits;
mod macros;
mod messages;
mod mismatch;
pub mod number;
#[cfg(test)]
mod sample;
mod sink;
mod source;
mod symbols;
mod text;
mod token;
mod words;

pub use dialect::{Area, Dialect, Registers, Settings, Strings};
pub use directive::{Action, Directive};
pub use expansion::{Expansion, NamedPiece, Notation, Part, Piece, Pseudo, Step};
pub use forms::{Form, Forms, Instruction, Meaning, Slot};
pub use lexer::is_in_words;
pub use token::TokenKind;

use machine::Symbol;

use crate::messages::UNDEFINED;
use crate::{Assembly, Diagnostic, FileId, Library, Sources, also_missing};
use first_pass::FirstPass;
use generate::Generator;
use sink::Sink;
use source::Reader;
use symbols::Label;

/// Assembles files together; each has its own local labels, macros and `.eqv` names.
///
/// # Errors
/// All messages, including warnings, if one of them is an error.
pub fn assemble_in_two_passes(
    sources: &mut Sources,
    files: &[FileId],
    settings: &Settings,
    library: &dyn Library,
) -> Result<Assembly, Vec<Diagnostic>> {
    let mut sink = Sink::default();
    let mut reader = Reader::new(sources, files, settings.dialect, library);
    let texts: Vec<_> = files.iter().map(|&file| reader.lines(file, &mut sink)).collect();
    let mut pass = FirstPass::new(settings, sink);
    if pass.sink.failed() {
        return Err(pass.sink.into_diagnostics());
    }
    let files: Vec<_> = texts.into_iter().map(|lines| pass.tokens(lines)).collect();
    if pass.sink.failed() && !files.iter().all(|(_, equivalents)| equivalents.can_skip_errors()) {
        return Err(pass.sink.into_diagnostics());
    }
    for (lines, equivalents) in files {
        pass.file(&lines, equivalents);
    }
    pass.resolve_globals();
    if pass.sink.failed() {
        let missing = Generator::new(&mut pass).missing();
        let mut errors = pass.sink.into_diagnostics();
        let missing = also_missing(&errors, missing, UNDEFINED);
        errors.extend(missing);
        return Err(errors);
    }
    Generator::new(&mut pass).run();
    if pass.sink.failed() {
        return Err(pass.sink.into_diagnostics());
    }
    Ok(finish(pass, sources))
}

fn finish(mut pass: FirstPass<'_>, sources: &Sources) -> Assembly {
    let entry = entry(&pass);
    let locals = pass.locals.iter().flat_map(|labels| labels.sorted()).map(|label| (label, false));
    let globals = pass.globals.sorted().into_iter().map(|label| (label, true));
    for ((name, Label { address, .. }), global) in locals.chain(globals) {
        let name = name.to_owned();
        pass.program.symbol(Symbol { name, value: address.into(), global, address: true });
    }
    let image = pass.program.finish(entry, sources);
    Assembly { image, warnings: pass.sink.into_diagnostics() }
}

/// Entry: the global label `main`, or otherwise the start of the text segment.
fn entry(pass: &FirstPass<'_>) -> u32 {
    let first = pass.settings.bases.text;
    let Some(main) = pass.globals.get("main").filter(|_| pass.settings.start_at_main) else {
        return first;
    };
    match pass.settings.area(main.address) {
        Some(area) if area.text => main.address,
        _ => first,
    }
}
