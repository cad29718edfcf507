//! The start of the program, and checks at the end of the assembly.

use asmkit::{Diagnostic, FileId, Span};
use machine::{Segment, Symbol};

use super::mismatch::is_register;
use super::symbols::{Symbol as Entry, Symbols};
use super::{Assembler, messages};
use crate::assembler::messages as shared;
use crate::options::Options;
use asmkit::program::{Program, Section};

/// Label where SPIM starts, with and without its start-up code.
const START: &str = "__start";

/// Label that its start-up code calls.
const MAIN: &str = "main";

impl Assembler<'_> {
    /// Address of the first instruction.
    ///
    /// Reports undefined names and a missing start.
    pub(super) fn entry(
        &mut self,
        symbols: &Symbols,
        files: &[FileId],
        system_files: &[FileId],
    ) -> u32 {
        let mut problems = Vec::new();
        let names = || {
            let defined = symbols.all().iter().filter(|symbol| symbol.value.is_some());
            let own = defined.filter(|symbol| {
                symbol.defined_at.is_some_and(|at| !system_files.contains(&at.file))
            });
            own.map(|symbol| symbol.name.as_str())
        };
        for (symbol, span) in symbols.undefined().take(super::ERROR_LIMIT) {
            let nearest = asmkit::nearest(&symbol.name, names());
            problems.push(match files.first() {
                Some(&file) if system_files.contains(&span.file) && symbol.name == MAIN => {
                    messages::no_main(shared::start_of(file), nearest)
                }
                _ if symbol.name.starts_with('$') => messages::no_register(span, &symbol.name),
                _ if is_register(&symbol.name) => {
                    let help = format!("did you mean `${}`?", symbol.name);
                    shared::undefined_label(span, &symbol.name, None).help(help)
                }
                _ => shared::undefined_label(span, &symbol.name, nearest),
            });
        }
        let idle = symbols.idle().take(super::ERROR_LIMIT).map(|(symbol, span)| {
            let nearest = asmkit::nearest(&symbol.name, names());
            messages::declared_in_vain(span, &symbol.name, nearest)
        });
        problems.extend(idle);
        let entry = symbols.find(START).and_then(|id| symbols.get(id).value);
        let defined = symbols.all().iter().any(|symbol| symbol.name == START);
        if let (None, Some(&file)) = (entry, files.first()) {
            problems.push(messages::no_start(shared::start_of(file), defined));
        }
        self.problems.extend(problems);
        entry.unwrap_or(0)
    }

    /// Turns a message about the system's sources into one about the program.
    pub(super) fn explained(&self, problem: Diagnostic, symbol: &Entry) -> Diagnostic {
        match symbol.defined_at {
            Some(label) if symbol.name == MAIN && label.file != problem.span.file => {
                messages::main_in_data(label)
            }
            _ => problem,
        }
    }
}

/// Message about a second definition of a name.
pub(super) fn defined_twice(at: Span, name: &str, first: Option<Span>) -> Diagnostic {
    match first {
        Some(first) if name == START && first.file != at.file => messages::start_is_taken(at),
        _ => shared::duplicate_label(at, name, first),
    }
}

/// Makes `main` global, except on the bare machine.
pub(super) fn declare_main(symbols: &mut Symbols, options: &Options, system_files: &[FileId]) {
    if !options.bare && !system_files.is_empty() {
        let main = symbols.intern(MAIN);
        symbols.get_mut(main).global = true;
    }
}

/// Adds the symbols to the program: its own before the system's.
pub(super) fn export_symbols(symbols: &Symbols, system_files: &[FileId], program: &mut Program) {
    let is_system =
        |symbol: &Entry| symbol.defined_at.is_some_and(|at| system_files.contains(&at.file));
    let (system, own): (Vec<_>, Vec<_>) =
        symbols.all().iter().partition(|symbol| is_system(symbol));
    for symbol in own.into_iter().chain(system) {
        if let Some(value) = symbol.value {
            program.symbol(Symbol {
                name: symbol.name.clone(),
                value: value.into(),
                global: symbol.global,
                address: !symbol.constant,
            });
        }
    }
}

/// Current end of each section that the system's sources also use.
pub(super) fn ends(program: &Program) -> [u64; 4] {
    let sections = [Section::Text, Section::Data, Section::KernelText, Section::KernelData];
    sections.map(|section| program.here_in(section).into())
}

/// Parts of the segments after the system's: the program without start-up code and handler.
pub(super) fn own_sections(segments: &[Segment], system_ends: &[u64]) -> Vec<machine::Section> {
    let own = |segment: &Segment| {
        let end = segment.base + segment.size;
        let mut within = system_ends.iter().filter(|at| (segment.base..=end).contains(at));
        let base = *within.next().unwrap_or(&segment.base);
        let Segment { executable, .. } = *segment;
        (base < end).then_some(machine::Section { base, size: end - base, executable })
    };
    segments.iter().filter_map(own).collect()
}
