//! The GNU dialect: GNU as 2.40 for RISC-V, and a linking step as GNU ld has it.
//!
//! A file becomes an [`object::Object`] by one reading of its statements; [`settle`] then finds the
//! sizes that depend on distances; [`link`] puts the sections of all files in memory, shortens calls
//! and addresses, and fills in what depends on them.

mod conditions;
mod cursor;
mod data;
mod directives;
mod equals;
mod expression;
mod insn;
mod instructions;
mod link;
mod macros;
mod messages;
mod object;
mod operands;
mod options;
mod pseudo;
mod repeat;
mod sections;
mod settle;
mod source;
mod statement;
mod symbols;

use asmkit::words::Word;
use asmkit::{Assembly, Diagnostic, FileId, Library, Severity, Sources, Span};

use self::conditions::Conditions;
use self::expression::Scope;
use self::macros::Macros;
use self::object::{Kind, Location, Object, Place, Section, Tail};
use self::options::Code;
use self::source::{Input, Statement};
use self::symbols::{SymbolId, Symbols};
use super::Placement;
use crate::isa::csr_names;
use crate::options::Options;

pub(super) use self::cursor::is_name as is_in_names;

/// Every word of the dialect.
pub(super) fn vocabulary() -> Vec<Word> {
    let mut all = instructions::words();
    all.extend(directives::words());
    all.extend(super::register_words());
    all.extend(csr_names::names().map(|(name, number)| super::csr_word(name, number)));
    all
}

/// What went wrong in a statement, if anything did.
type Outcome<T = ()> = Result<T, Box<Diagnostic>>;

/// After so many errors no more are looked for.
const ERROR_LIMIT: usize = 100;

/// Bytes that all sections of a program may hold, reserved ones apart.
const DATA_LIMIT_BYTES: u64 = 64 << 20;

/// Bytes of statements that macros, repetitions and included files may make.
///
/// That is some 450,000 short statements, which take less than a second: more than anybody writes
/// by macros, and less than anybody waits for.
const EXPANSION_LIMIT_BYTES: usize = 16 << 20;

/// What a statement made by a macro counts for besides its bytes.
const STATEMENT_COST_BYTES: usize = 32;

/// What the use of a macro counts for each of its parameters, which all get a value.
const PARAMETER_COST_BYTES: usize = 4;

/// Macros, repetitions and files inside each other.
const DEPTH_LIMIT: usize = 100;

/// Assembles each file for itself, and links them.
pub(super) fn assemble_and_link(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
    placement: &Placement<'_>,
    library: &dyn Library,
) -> Result<Assembly, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut settled = Vec::new();
    // Whether what is there of the files can be looked at for names that nothing defines.
    let mut whole = true;
    let mut room = Room { data: DATA_LIMIT_BYTES, expansion: EXPANSION_LIMIT_BYTES };
    for &file in files {
        let mut assembler = Assembler::new(sources, library, options, room);
        assembler.file(file);
        room = assembler.room;
        let Assembler { mut object, problems: found, code, stopped, .. } = assembler;
        problems.extend(found);
        let known = problems.len();
        equals::resolve(&mut object.symbols, &mut problems);
        whole &= !stopped && !has_errors(&problems[known..]);
        if !has_errors(&problems) {
            settled.push(settle::settle(object, code.relax, &mut room, &mut problems));
        } else if whole {
            settled.push(settle::settle(object, code.relax, &mut room, &mut Vec::new()));
        }
    }
    if has_errors(&problems) {
        let later = if whole { link::missing(settled, options, placement) } else { Vec::new() };
        let missing = asmkit::also_missing(&problems, later, messages::UNDEFINED);
        problems.extend(missing);
        return Err(problems);
    }
    let image = link::link(settled, options, placement, sources, &mut problems);
    match image {
        Some(image) if !has_errors(&problems) => Ok(Assembly { image, warnings: problems }),
        _ => Err(problems),
    }
}

fn has_errors(problems: &[Diagnostic]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}

/// What the program may still take.
#[derive(Debug, Clone, Copy)]
struct Room {
    /// Bytes of sections.
    data: u64,
    /// Bytes of statements that are made or included.
    expansion: usize,
}

/// The state of the assembly of one file.
struct Assembler<'s> {
    sources: &'s mut Sources,
    library: &'s dyn Library,
    object: Object,
    input: Input,
    /// The statement that is being assembled.
    statement: Option<Statement>,
    /// Where it begins behind its labels, in bytes.
    start: usize,
    /// The current section, the one before, and those that were pushed.
    section: usize,
    previous: usize,
    pushed: Vec<(usize, usize)>,
    code: Code,
    pushed_code: Vec<Code>,
    /// The linker shortens what `.option relax` lets it.
    linker_relaxes: bool,
    macros: Macros,
    /// The symbols of `.comm`, in order.
    commons: Vec<SymbolId>,
    conditions: Conditions,
    problems: Vec<Diagnostic>,
    errors: usize,
    room: Room,
    stopped: bool,
}

impl<'s> Assembler<'s> {
    fn new(
        sources: &'s mut Sources,
        library: &'s dyn Library,
        options: &Options,
        room: Room,
    ) -> Self {
        let section = |name| Section::new(name, object::usual_kind(name).unwrap_or_default());
        let mut sections: Vec<Section> = [".text", ".data", ".bss"].map(section).into();
        let code = Code::of(options);
        let compressed = code.extensions_to_compress().is_some();
        sections[0].align = if compressed { 1 } else { 2 };
        Assembler {
            sources,
            library,
            object: Object { sections, symbols: Symbols::default(), compressed },
            input: Input::default(),
            statement: None,
            start: 0,
            section: 0,
            previous: 0,
            pushed: Vec::new(),
            code,
            pushed_code: Vec::new(),
            linker_relaxes: options.relax,
            macros: Macros::default(),
            commons: Vec::new(),
            conditions: Conditions::default(),
            problems: Vec::new(),
            errors: 0,
            room,
            stopped: false,
        }
    }

    /// Reads a file to its end.
    fn file(&mut self, file: FileId) {
        if let Err(problem) = self.input.push_file(self.sources, file) {
            self.report(*problem);
        }
        while !self.stopped
            && let Some(statement) = self.input.next()
        {
            if let Err(problem) = self.run(statement) {
                self.report(*problem);
            }
        }
        self.place_local_commons();
        if !self.stopped
            && let Some(open) = self.conditions.innermost()
        {
            self.report(messages::open_condition(open));
        }
    }

    /// Notes a message; after too many errors nothing more is read.
    fn report(&mut self, problem: Diagnostic) {
        let used_at = self.statement.as_ref().and_then(|statement| statement.used_at);
        let problem = match used_at {
            Some(used_at) if problem.others.is_empty() => {
                problem.other(used_at, "expanded from here")
            }
            _ => problem,
        };
        let error = problem.severity == Severity::Error;
        let at = problem.span;
        self.errors += usize::from(error);
        if error || self.problems.len() < 2 * ERROR_LIMIT {
            self.problems.push(problem);
        }
        if self.errors >= ERROR_LIMIT && !self.stopped {
            self.stopped = true;
            self.problems.push(messages::too_many_errors(at, ERROR_LIMIT));
        }
    }

    /// Where the current statement comes from.
    fn place(&self) -> Place {
        match &self.statement {
            Some(statement) => Place {
                span: statement.span_of(self.start..statement.text.len()),
                used_at: statement.used_at,
            },
            None => Place { span: messages::start_of(FileId(0)), used_at: None },
        }
    }

    fn section_mut(&mut self) -> &mut Section {
        &mut self.object.sections[self.section]
    }

    fn kind(&self) -> Kind {
        self.object.sections[self.section].kind
    }

    /// The place of the next byte.
    fn here(&mut self) -> Location {
        let section = self.section;
        let (piece, last) = self.section_mut().last();
        Location { section, piece, offset: last.bytes.len() as u64 }
    }

    /// Reads what needs the symbols and places known so far.
    fn with_scope<T>(&mut self, read: impl FnOnce(&mut Scope<'_>) -> T) -> T {
        let here = self.here();
        let Object { sections, symbols, .. } = &mut self.object;
        read(&mut Scope { symbols, sections, here })
    }

    /// Takes so many bytes of the room for data.
    fn take_room(&mut self, bytes: u64) -> Outcome {
        match self.room.data.checked_sub(bytes) {
            Some(left) => {
                self.room.data = left;
                Ok(())
            }
            None => {
                self.stopped = true;
                Err(Box::new(messages::too_much_data(self.place().span, DATA_LIMIT_BYTES)))
            }
        }
    }

    /// Takes so many bytes of the room for statements.
    fn take_expansion(&mut self, bytes: usize, at: Span) -> Outcome {
        match self.room.expansion.checked_sub(bytes) {
            Some(left) => {
                self.room.expansion = left;
                Ok(())
            }
            None => {
                self.stopped = true;
                self.room.expansion = 0;
                Err(Box::new(messages::expansion_too_large(at)))
            }
        }
    }

    /// Puts bytes in the current section.
    fn bytes(&mut self, bytes: &[u8]) -> Outcome {
        if self.kind().empty && bytes.iter().any(|&byte| byte != 0) {
            let name = self.object.sections[self.section].name.clone();
            return Err(Box::new(messages::data_in_empty(self.place().span, &name)));
        }
        self.take_room(bytes.len() as u64)?;
        self.section_mut().last().1.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Puts an instruction in the current section.
    fn code_bytes(&mut self, bytes: &[u8]) -> Outcome {
        self.line();
        self.bytes(bytes)
    }

    /// Notes that an instruction begins here.
    fn line(&mut self) {
        let (here, place) = (self.here(), self.place());
        self.section_mut().lines.push((here, place));
    }

    /// Ends the piece with something whose size is known only later.
    fn close_piece(&mut self, tail: Tail, elastic: bool) -> Outcome {
        const PIECE_COST_BYTES: u64 = 8;
        self.take_room(PIECE_COST_BYTES)?;
        self.section_mut().close(tail, elastic);
        Ok(())
    }

    /// Ends the piece with nothing.
    fn end_piece(&mut self, elastic: bool) -> Outcome {
        self.close_piece(Tail::Nothing, elastic)
    }
}
