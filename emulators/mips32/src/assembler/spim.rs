//! The dialect of SPIM 9.1.
//!
//! One pass: a statement is assembled as soon as it is read, and words that use a later label are
//! filled in at its definition. The expansion of a pseudo-instruction therefore depends on the
//! labels that are already defined.

mod cursor;
mod directives;
mod emit;
mod expand;
mod expressions;
mod forms;
mod literals;
mod messages;
mod mismatch;
mod names;
mod operands;
mod room;
mod scan;
mod start;
mod statement;
mod symbols;
mod token;
mod words;

pub(super) use scan::is_in_names;
pub(super) use words::vocabulary;

use asmkit::{Assembly, Diagnostic, FileId, Severity, Sources, Span};

use self::scan::Scanner;
use self::symbols::{SymbolId, Symbols};
use self::token::{Lexeme, Token};
use super::messages as shared;
use super::sections::{bases, program};
use crate::options::{Handler, Options};
use crate::system;
use asmkit::program::{Program, Section};

/// Result of a statement.
type Outcome = Result<(), Box<Diagnostic>>;

/// Number of errors after which the assembler stops.
const ERROR_LIMIT: usize = 100;

/// Largest alignment gap that becomes part of the program; a larger one only moves the address.
const GAP_LIMIT_BYTES: u32 = 4096;

/// Limit of repeated data; SPIM's whole data segment has 1 MiB.
const DATA_LIMIT_BYTES: u64 = 16 << 20;

/// Assembles files together, in order, after the system's own sources.
pub(super) fn assemble_in_one_pass(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
) -> Result<Assembly, Vec<Diagnostic>> {
    let mut system_files = Vec::new();
    if options.handler == Handler::Default {
        system_files.push(sources.add("the exception handler", system::HANDLER.as_bytes()));
        system_files.push(sources.add("the start-up code", system::START.as_bytes()));
    }
    let sources = &*sources;
    let mut symbols = Symbols::default();
    let mut assembler = Assembler::new(options);
    // The system's sources need the full machine, regardless of the program.
    assembler.set_machine(false, true);
    for &file in &system_files {
        assembler.file(sources, file, &mut symbols);
    }
    let system_ends = start::ends(&assembler.program);
    assembler.set_machine(options.bare, options.pseudo && !options.bare);
    start::declare_main(&mut symbols, options, &system_files);
    for &file in files {
        assembler.file(sources, file, &mut symbols);
    }
    let entry = assembler.entry(&symbols, files, &system_files);
    let Assembler { mut program, problems, .. } = assembler;
    start::export_symbols(&symbols, &system_files, &mut program);
    if problems.iter().any(|problem| problem.severity == Severity::Error) {
        let is_missing = |problem: &Diagnostic| problem.id == asmkit::messages::UNDEFINED;
        let (missing, mut others): (Vec<_>, Vec<_>) = problems.into_iter().partition(is_missing);
        others.extend(asmkit::also_missing(&others, missing, asmkit::messages::UNDEFINED));
        return Err(others);
    }
    let mut image = program.finish(entry, sources);
    if !system_files.is_empty() {
        image.sections = start::own_sections(&image.segments, &system_ends);
    }
    Ok(Assembly { image, warnings: problems })
}

/// Directives and instructions that take real numbers.
const REAL: [&str; 4] = [".double", ".float", "li.d", "li.s"];

/// State of an assembly, except the symbols.
#[derive(Debug)]
struct Assembler<'o> {
    options: &'o Options,
    program: Program,
    problems: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    /// Whether the machine is bare, so that nothing is expanded.
    bare: bool,
    /// Whether pseudo-instructions are allowed.
    pseudo: bool,
    big_endian: bool,
    in_text: bool,
    kernel_text: bool,
    kernel_data: bool,
    /// Whether numbers are aligned to their size; `.align 0` turns it off.
    auto_align: bool,
    /// Whether `.set noat` is in effect.
    at_is_free: bool,
    /// Labels that move with the data after them when it is aligned.
    pending: Vec<(SymbolId, Span)>,
    /// Address of the first free byte of the small data.
    small_end: u32,
    /// Bytes left for repeated data.
    room: u64,
}

impl<'o> Assembler<'o> {
    fn new(options: &'o Options) -> Self {
        Assembler {
            options,
            program: program(options),
            problems: Vec::new(),
            errors: 0,
            warnings: 0,
            bare: options.bare,
            pseudo: options.pseudo,
            big_endian: options.big_endian,
            in_text: true,
            kernel_text: false,
            kernel_data: false,
            auto_align: true,
            at_is_free: false,
            pending: Vec::new(),
            small_end: bases(options).external,
            room: DATA_LIMIT_BYTES,
        }
    }

    fn set_machine(&mut self, bare: bool, pseudo: bool) {
        self.bare = bare;
        self.pseudo = pseudo;
    }

    fn at_allowed(&self) -> bool {
        self.bare || self.at_is_free
    }

    /// Assembles a file; it starts in the text segment.
    fn file(&mut self, sources: &Sources, file: FileId, symbols: &mut Symbols) {
        self.in_text = true;
        self.kernel_text = false;
        self.kernel_data = false;
        self.auto_align = true;
        self.program.select(Section::Text);
        let mut scanner = Scanner::new(sources, file);
        while let Some(statement) = scanner.statement() {
            self.statement(&statement, symbols);
            self.warn_of_cuts(sources, &statement);
            if self.errors >= ERROR_LIMIT {
                self.problems.push(shared::too_many_errors(statement.end, ERROR_LIMIT));
                break;
            }
        }
        self.settle_labels(symbols);
        symbols.end_of_file();
    }

    /// Warns about integers whose upper bits SPIM drops, except where they are real numbers.
    fn warn_of_cuts(&mut self, sources: &Sources, statement: &scan::Statement<'_>) {
        let real =
            |lexeme: &Lexeme<'_>| matches!(lexeme.token, Token::Word(name) if REAL.contains(&name));
        if statement.lexemes.iter().any(real) {
            return;
        }
        for Lexeme { token, span } in &statement.lexemes {
            let text = sources.bytes(*span);
            let text = String::from_utf8_lossy(&text);
            if let Token::Int(taken) = *token
                && asmkit::messages::is_wide(&text)
            {
                self.report(asmkit::messages::number_cut(*span, &text, "SPIM", taken));
            }
        }
    }

    /// Adds a message; warnings beyond the limit are dropped.
    fn report(&mut self, problem: Diagnostic) {
        let count = match problem.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count <= ERROR_LIMIT {
            self.problems.push(problem);
        }
    }

    fn text_section(&self) -> Section {
        if self.kernel_text { Section::KernelText } else { Section::Text }
    }

    fn data_section(&self) -> Section {
        if self.kernel_data { Section::KernelData } else { Section::Data }
    }

    fn section(&self) -> Section {
        if self.in_text { self.text_section() } else { self.data_section() }
    }

    /// Current address.
    fn here(&self) -> u32 {
        self.program.here()
    }

    /// Current address of the data segment, even in the text segment.
    fn data_here(&self) -> u32 {
        self.program.here_in(self.data_section())
    }

    /// Defines a name and fills in its uses.
    fn define(&mut self, symbols: &mut Symbols, name: &str, value: u32, span: Span) -> Outcome {
        let id = symbols.intern(name);
        let defined = symbols.define(id, value, span);
        defined.map_err(|first| Box::new(start::defined_twice(span, name, first)))?;
        self.fill_uses(symbols, id);
        Ok(())
    }

    /// Fixes the addresses of the pending labels.
    fn settle_labels(&mut self, symbols: &mut Symbols) {
        for (id, _) in std::mem::take(&mut self.pending) {
            self.fill_uses(symbols, id);
        }
    }

    /// Aligns for a number of this size, unless `.align 0` is in effect.
    fn auto_align(&mut self, size: usize, span: Span, symbols: &mut Symbols) -> Outcome {
        if self.auto_align && !self.in_text && size > 1 {
            self.align_data(size as u32, span, symbols)
        } else {
            Ok(())
        }
    }

    /// Aligns the data segment and moves the pending labels with it.
    fn align_data(&mut self, multiple: u32, span: Span, symbols: &mut Symbols) -> Outcome {
        if self.in_text
            && let Some(&(id, label)) = self.pending.first()
        {
            let name = &symbols.get(id).name;
            return Err(Box::new(messages::label_would_move(span, label, name)));
        }
        let away = self.data_here().wrapping_neg() % multiple;
        if away <= GAP_LIMIT_BYTES {
            self.skip_data(away as i32, span)?;
        } else {
            self.program.select(self.data_section());
            self.program.set_here(self.program.here().wrapping_add(away));
            self.program.select(self.section());
        }
        let here = self.data_here();
        for &(id, _) in &self.pending {
            symbols.get_mut(id).value = Some(here);
        }
        self.settle_labels(symbols);
        Ok(())
    }

    /// Skips bytes of the data segment, which are usually zero.
    fn skip_data(&mut self, count: i32, span: Span) -> Outcome {
        self.check_data_space(u64::try_from(count).unwrap_or(0), span)?;
        self.program.select(self.data_section());
        let result = match u64::try_from(count) {
            Ok(count) => self.program.reserve(count),
            Err(_) => {
                self.program.set_here(self.program.here().wrapping_add(count as u32));
                Ok(())
            }
        };
        self.program.select(self.section());
        result.map_err(|_| Box::new(messages::out_of_addresses(span)))
    }

    /// Allocates bytes in the small data that `$gp` points to, if there are few enough.
    fn small_data(&mut self, size: i32) -> Option<u32> {
        const LARGEST: i32 = 8;
        let fits =
            self.small_end.wrapping_add(size as u32) < bases(self.options).external + 0x1_0000;
        if self.bare || !(1..=LARGEST).contains(&size) || !fits {
            return None;
        }
        let address = self.small_end;
        self.small_end += size as u32;
        self.program.select(Section::Extern);
        self.program.set_here(address);
        let reserved = self.program.reserve(size as u64);
        self.program.select(self.section());
        reserved.ok().map(|()| address)
    }
}
