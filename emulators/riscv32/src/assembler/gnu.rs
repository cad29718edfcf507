//! The GNU dialect: GNU as 2.40 for RISC-V, with a linking step like that of GNU ld.
//!
//! One pass over the statements of a file produces an [`object::Object`]. [`sizes`] then finds the
//! sizes that depend on distances. [`link`] puts the sections of all files in memory, shortens
//! calls and addresses, and fills in the values that depend on them.

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
mod sizes;
mod source;
mod statement;
mod symbols;

use asmkit::words::Word;
use asmkit::{Assembly, Diagnostic, FileId, Library, Severity, Sources, Span};

use self::conditions::Conditions;
use self::expression::Scope;
use self::macros::Macros;
use self::object::{Location, Object, Section, SectionKind, SourcePlace, Tail};
use self::options::Code;
use self::source::{Statement, StatementInput};
use self::symbols::{SymbolId, Symbols};
use super::Placement;
use crate::isa::csr_names;
use crate::options::Options;

pub(super) use self::cursor::is_name as is_in_names;

/// Vocabulary of the dialect.
pub(super) fn vocabulary() -> Vec<Word> {
    let mut all = instructions::words();
    all.extend(directives::words());
    all.extend(super::register_words());
    all.extend(csr_names::names().map(|(name, number)| super::csr_word(name, number)));
    all
}

/// Result of a statement: a value or a diagnostic.
type AsmResult<T = ()> = Result<T, Box<Diagnostic>>;

/// Number of errors after which assembly stops.
const ERROR_LIMIT: usize = 100;

/// Maximum size of all sections of a program, without reserved bytes.
const DATA_LIMIT_BYTES: u64 = 64 << 20;

/// Maximum size of the statements that macros, repetitions and included files produce.
///
/// This is about 450,000 short statements, which take less than a second to assemble.
/// by macros, and less than anybody waits for.
const EXPANSION_LIMIT_BYTES: usize = 16 << 20;

/// Cost of a statement produced by a macro, in addition to its bytes.
const STATEMENT_COST_BYTES: usize = 32;

/// Cost of each parameter of a macro in each use of it.
const PARAMETER_COST_BYTES: usize = 4;

/// Maximum nesting of macros, repetitions and files.
const DEPTH_LIMIT: usize = 100;

/// Assembles each file separately and links them.
pub(super) fn assemble_and_link(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
    placement: &Placement<'_>,
    library: &dyn Library,
) -> Result<Assembly, Vec<Diagnostic>> {
    let assembly = assemble_objects(sources, files, options, placement, library);
    assembly.map_err(|mut problems| {
        let is_error = |problem: &&mut Diagnostic| problem.severity == Severity::Error;
        let first = problems.iter_mut().find(is_error);
        if let (Some(first), Some(note)) = (first, preprocessor_note(sources, files)) {
            first.notes.push(note);
        }
        problems
    })
}

/// A note if a source has lines for the C preprocessor, which are comments for the assembler.
fn preprocessor_note(sources: &Sources, files: &[FileId]) -> Option<String> {
    const DIRECTIVES: &[&str] =
        &["define", "include", "if", "ifdef", "ifndef", "else", "elif", "endif", "undef"];
    let is_for_it = |line: &str| {
        let name = line.strip_prefix('#').map(str::trim_start).unwrap_or_default();
        DIRECTIVES.contains(&name.split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or(""))
    };
    files.iter().find_map(|&file| {
        let mut lines = sources.text(file).lines().enumerate();
        let (at, line) = lines.find(|(_, line)| is_for_it(line) && !line.ends_with('.'))?;
        let directive = asmkit::messages::short(&asmkit::plain(line.trim()));
        let name = asmkit::plain_name(sources.name(file));
        Some(format!(
            "{name}:{}: `{directive}` is for the C preprocessor, which does not run here; \
             `gcc -E -P` writes the source for the assembler",
            at + 1
        ))
    })
}

fn assemble_objects(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
    placement: &Placement<'_>,
    library: &dyn Library,
) -> Result<Assembly, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut objects = Vec::new();
    // Whether all files are complete enough to look for undefined symbols.
    let mut whole = true;
    let mut budget = Budget { data: DATA_LIMIT_BYTES, expansion: EXPANSION_LIMIT_BYTES };
    for &file in files {
        let mut assembler = Assembler::new(sources, library, options, budget);
        assembler.file(file);
        budget = assembler.budget;
        let Assembler { mut object, problems: found, code, stopped, .. } = assembler;
        problems.extend(found);
        let known = problems.len();
        equals::resolve(&mut object.symbols, &mut problems);
        whole &= !stopped && !has_errors(&problems[known..]);
        if !has_errors(&problems) {
            objects.push(sizes::find_sizes(object, code.relax, &mut budget, &mut problems));
        } else if whole {
            objects.push(sizes::find_sizes(object, code.relax, &mut budget, &mut Vec::new()));
        }
    }
    if has_errors(&problems) {
        let later = if whole { link::missing(objects, options, placement) } else { Vec::new() };
        let missing = asmkit::also_missing(&problems, later, messages::UNDEFINED);
        problems.extend(missing);
        return Err(problems);
    }
    let image = link::link(objects, options, placement, sources, &mut problems);
    match image {
        Some(image) if !has_errors(&problems) => Ok(Assembly { image, warnings: problems }),
        _ => Err(problems),
    }
}

fn has_errors(problems: &[Diagnostic]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}

/// Remaining space for the program.
#[derive(Debug, Clone, Copy)]
struct Budget {
    /// Bytes of sections.
    data: u64,
    /// Bytes of statements from macros and included files.
    expansion: usize,
}

/// State of the assembly of one file.
struct Assembler<'s> {
    sources: &'s mut Sources,
    library: &'s dyn Library,
    object: Object,
    input: StatementInput,
    /// Statement being assembled.
    statement: Option<Statement>,
    /// Offset in bytes after its labels.
    start: usize,
    /// Current section, previous section, and pushed sections.
    section: usize,
    previous: usize,
    pushed: Vec<(usize, usize)>,
    code: Code,
    pushed_code: Vec<Code>,
    /// Whether `.option relax` is in effect for the linker.
    linker_relaxes: bool,
    macros: Macros,
    /// Symbols of `.comm`, in order.
    commons: Vec<SymbolId>,
    conditions: Conditions,
    problems: Vec<Diagnostic>,
    errors: usize,
    budget: Budget,
    stopped: bool,
}

impl<'s> Assembler<'s> {
    fn new(
        sources: &'s mut Sources,
        library: &'s dyn Library,
        options: &Options,
        budget: Budget,
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
            input: StatementInput::default(),
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
            budget,
            stopped: false,
        }
    }

    /// Reads a whole file.
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

    /// Records a message; at the error limit, stops reading.
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

    /// Source place of the current statement.
    fn place(&self) -> SourcePlace {
        match &self.statement {
            Some(statement) => SourcePlace {
                span: statement.span_of(self.start..statement.text.len()),
                used_at: statement.used_at,
            },
            None => SourcePlace { span: messages::start_of(FileId(0)), used_at: None },
        }
    }

    fn section_mut(&mut self) -> &mut Section {
        &mut self.object.sections[self.section]
    }

    fn kind(&self) -> SectionKind {
        self.object.sections[self.section].kind
    }

    /// Location of the next byte.
    fn here(&mut self) -> Location {
        let section = self.section;
        let (piece, last) = self.section_mut().last();
        Location { section, piece, offset: last.bytes.len() as u64 }
    }

    /// Calls `read` with the symbols and places known so far.
    fn with_scope<T>(&mut self, read: impl FnOnce(&mut Scope<'_>) -> T) -> T {
        let here = self.here();
        let Object { sections, symbols, .. } = &mut self.object;
        read(&mut Scope { symbols, sections, here })
    }

    /// Takes `bytes` from the remaining space for data.
    fn take_data(&mut self, bytes: u64) -> AsmResult {
        match self.budget.data.checked_sub(bytes) {
            Some(left) => {
                self.budget.data = left;
                Ok(())
            }
            None => {
                self.stopped = true;
                Err(Box::new(messages::too_much_data(self.place().span, DATA_LIMIT_BYTES)))
            }
        }
    }

    /// Takes `bytes` from the remaining space for statements.
    fn take_expansion(&mut self, bytes: usize, at: Span) -> AsmResult {
        match self.budget.expansion.checked_sub(bytes) {
            Some(left) => {
                self.budget.expansion = left;
                Ok(())
            }
            None => {
                self.stopped = true;
                self.budget.expansion = 0;
                Err(Box::new(messages::expansion_too_large(at)))
            }
        }
    }

    /// Appends bytes to the current section.
    fn bytes(&mut self, bytes: &[u8]) -> AsmResult {
        if self.kind().empty && bytes.iter().any(|&byte| byte != 0) {
            let name = self.object.sections[self.section].name.clone();
            return Err(Box::new(messages::data_in_empty(self.place().span, &name)));
        }
        self.take_data(bytes.len() as u64)?;
        self.section_mut().last().1.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Appends an instruction to the current section.
    fn code_bytes(&mut self, bytes: &[u8]) -> AsmResult {
        self.line();
        self.bytes(bytes)
    }

    /// Records that an instruction begins here.
    fn line(&mut self) {
        let (here, place) = (self.here(), self.place());
        self.section_mut().lines.push((here, place));
    }

    /// Ends the current piece with a tail whose size is known only later.
    fn close_piece(&mut self, tail: Tail, elastic: bool) -> AsmResult {
        const PIECE_COST_BYTES: u64 = 8;
        self.take_data(PIECE_COST_BYTES)?;
        self.section_mut().close(tail, elastic);
        Ok(())
    }

    /// Ends the current piece without a tail.
    fn end_piece(&mut self, elastic: bool) -> AsmResult {
        self.close_piece(Tail::Nothing, elastic)
    }
}
