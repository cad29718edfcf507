//! SPL as an architecture: scripts as programs, cells as addresses with names.

use architecture::{
    Architecture, Choices, Dialect, Finding, Languages, Page, Processor, ProgramFile, STRONG,
    Setup, Sign, SignPattern, Statement, Switch, World,
};
use asmkit::words::Word;
use asmkit::{Diagnostic, FileId, Library, Sources, Span};
use machine::{AnyMachine, Data, Fault, Image, Spec};

use crate::grid::NOTE;
use crate::spec::{SPEC, cell};
use crate::syntax::is_in_names;
use crate::{Esproc, Options, Script, ScriptError, page};

/// Row of SPL in the table of machines.
pub const ARCHITECTURE: &dyn Architecture = &Spl;

static DIALECTS: &[Dialect] =
    &[Dialect::new("spl", "SPL, the cell grid language of esProc", is_in_names)
        .with_comment_cells(&[NOTE])];

/// Languages and the signs by which they are detected.
pub static LANGUAGES: Languages = Languages {
    machine: SPEC.name,
    dialects: DIALECTS,
    signs: SIGNS,
    has_instruction: |_| false,
    is_guessed: false,
};

static PROCESSORS: &[Processor] =
    &[Processor { name: "esproc", dialects: &["spl"], switches: &[] }];

static SIGNS: &[Sign] = &[
    Sign::of_machine(
        STRONG,
        SignPattern::Named(&["spl", "splx", "dfx"]),
        "the name ends in .{}, the extension of SPL scripts",
    ),
    Sign::of_machine(STRONG, SignPattern::Habit(first_cell), "begins with {}, as SPL cells do"),
];

/// First characters of a file saved by esProc's designer.
const SAVED: &str = "RQQR";

struct Spl;

impl Architecture for Spl {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn title(&self) -> &'static str {
        "SPL"
    }

    fn languages(&self) -> &'static Languages {
        &LANGUAGES
    }

    fn processors(&self) -> &'static [Processor] {
        PROCESSORS
    }

    fn switches(&self) -> Vec<&'static Switch> {
        Vec::new()
    }

    fn words(&self, _: &Dialect) -> Vec<Word> {
        page::words()
    }

    fn set_up(&self, _: &Dialect, _: &Choices) -> Result<Box<dyn Setup>, String> {
        Ok(Box::new(Options::default()))
    }

    fn pages(&self) -> &'static [Page] {
        &[Page { name: page::NAME, text: page }]
    }

    fn benchmark(&self) -> (&'static Dialect, &'static str) {
        (&DIALECTS[0], include_str!("architecture/loop.spl"))
    }

    fn places(&self, image: &Image) -> Vec<(u64, String, String)> {
        let cell = |address| {
            let (name, text) = (cell(image, address)?, text_at(image, address)?);
            Some((address, name.to_owned(), asmkit::plain(text)))
        };
        image.lines.iter().filter_map(|line| cell(line.address)).collect()
    }

    fn describe_fault(
        &self,
        fault: &Fault,
        image: &Image,
        sources: &Sources,
    ) -> Option<Diagnostic> {
        let span = span(image, sources, fault.pc)?;
        let (id, sentence) = (fault.cause.id(), fault.cause.sentence(self.spec()));
        Some(Diagnostic::error(id, span, sentence).help(fault.cause.help().map(str::to_owned)))
    }
}

impl Setup for Options {
    fn architecture(&self) -> &'static dyn Architecture {
        ARCHITECTURE
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
        assemble(sources, files)
    }

    fn machine(&self) -> AnyMachine {
        AnyMachine::new(Esproc::new(self.clone()))
    }

    fn write(&self, _: &ProgramFile, _: Option<&str>, _: Option<&str>) -> Result<Vec<u8>, String> {
        Err("a script cannot be written in another format: it runs as it is".to_owned())
    }

    fn instruction_units(&self, _: u16) -> u64 {
        0
    }

    fn world(&self) -> World {
        World::Siblings
    }

    fn takes_arguments(&self) -> bool {
        false
    }
}

/// Finds a first statement that begins with `=`, as a cell with a value; no assembler has one.
fn first_cell(statements: &[Statement<'_>]) -> Vec<Finding> {
    let first = statements.first().filter(|statement| statement.first() == "=");
    first.map(|first| Finding::at(first, "=")).into_iter().collect()
}

/// Assembles a script into a program.
///
/// # Errors
/// All errors in the script; or that there is more than one file.
fn assemble(sources: &Sources, files: &[FileId]) -> Result<ProgramFile, Vec<Diagnostic>> {
    let &[file, ref others @ ..] = files else { return Ok(ProgramFile::default()) };
    if let Some(&other) = others.first() {
        let start = Span { file: other, start: 0, end: 0 };
        let message = "a script is one file: this file is one too many";
        return Err(vec![Diagnostic::error("S002", start, message)]);
    }
    if sources.text(file).starts_with(SAVED) {
        let start = Span { file, start: 0, end: 0 };
        let message = "this file is in the format of esProc's designer (.splx): copy its cells \
                       out as text";
        return Err(vec![Diagnostic::error("S003", start, message)]);
    }
    let script = Script::parse(sources.text(file)).map_err(|errors| {
        errors.iter().map(|error| diagnostic(error, sources, file)).collect::<Vec<_>>()
    })?;
    Ok(script.image(sources.name(file)).into())
}

/// Converts a message of the parser to a diagnostic at its place in the source.
fn diagnostic(error: &ScriptError, sources: &Sources, file: FileId) -> Diagnostic {
    let line = sources.line_span(file, error.line);
    let line = line.unwrap_or(Span { file, start: 0, end: 0 });
    let text = sources.line_text(file, error.line).unwrap_or("");
    let column = (error.column as usize).saturating_sub(1);
    let at = text.char_indices().nth(column).map_or(text.len(), |(at, _)| at);
    let span = Span { file, start: line.start + at as u32, end: line.start + end(text, at) as u32 };
    let label =
        if error.cell.is_empty() { String::new() } else { format!("in cell {}", error.cell) };
    Diagnostic::error("S001", span, error.message.clone()).label(label).help(error.help.clone())
}

/// End of the name that begins at a byte of a line, including its point; or of the single character
/// there.
fn end(text: &str, at: usize) -> usize {
    let first = text[at..].chars().next();
    let start = at + first.filter(|&c| c == '.').map_or(0, char::len_utf8);
    let name = &text[start..];
    let name = name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len());
    (start + name).max(at + first.map_or(0, char::len_utf8))
}

/// Span of a cell's text in the source; the whole line if the source writes the cell differently.
fn span(image: &Image, sources: &Sources, address: u64) -> Option<Span> {
    let line = image.line(address)?;
    let file = FileId(line.file);
    if file.0 as usize >= sources.names().len() {
        return None;
    }
    let (whole, text) = (sources.line_span(file, line.line)?, sources.line_text(file, line.line)?);
    let wanted = text_at(image, address)?;
    let column = column(cell(image, address)?);
    let mut fields = Vec::new();
    for field in text.split('\t') {
        let start =
            fields.last().map_or(0, |(start, field): &(usize, &str)| start + field.len() + 1);
        fields.push((start, field));
    }
    // A script may show its row numbers before the first column.
    let places = [column, column + 1].into_iter().filter_map(|place| fields.get(place));
    let found = places.into_iter().find(|(_, field)| field.trim() == wanted);
    let Some((start, field)) = found else { return Some(whole) };
    let start = whole.start + (start + field.len() - field.trim_start().len()) as u32;
    Some(Span { file, start, end: start + wanted.len() as u32 })
}

/// Text of a cell in the image, where cells are at the addresses of their texts.
fn text_at(image: &Image, address: u64) -> Option<&str> {
    let segment = image.segments.first()?;
    let Data::Bytes(bytes) = &segment.data else { return None };
    let start = usize::try_from(address.checked_sub(segment.base)?).ok()?;
    let text = std::str::from_utf8(bytes.get(start..)?).ok()?;
    text.split(['\t', '\n']).next()
}

/// Column of a cell, from 0, from the letters of its name.
fn column(name: &str) -> usize {
    let letters = name.bytes().take_while(u8::is_ascii_uppercase);
    letters.fold(0, |column, letter| column * 26 + usize::from(letter - b'A') + 1).saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(text: &str) -> (Sources, FileId) {
        let mut sources = Sources::new();
        let file = sources.add("x.spl", text.as_bytes());
        (sources, file)
    }

    #[test]
    fn a_cell_is_found_where_it_is_written() {
        let (sources, file) = sources("\tA\tB\n1\t=1\t =A1 \n2\t\t\"=\"\"x\"\"\"\n");
        let image = assemble(&sources, &[file]).unwrap().image;
        let marked = |name: &str| {
            let span = span(&image, &sources, image.symbol(name).unwrap()).unwrap();
            String::from_utf8_lossy(&sources.bytes(span)).into_owned()
        };
        assert_eq!((marked("A1").as_str(), marked("B1").as_str()), ("=1", "=A1"));
        assert!(marked("B2").contains("=\"\"x\"\""), "{}", marked("B2"));
        assert_eq!(cell(&image, image.symbol("B1").unwrap()), Some("B1"));
        let places = ARCHITECTURE.places(&image);
        assert_eq!((places[0].1.as_str(), places[0].2.as_str()), ("A1", "=1"));
    }

    #[test]
    fn columns_continue_after_z() {
        assert_eq!(["A1", "Z9", "AA1", "ZZ10"].map(column), [0, 25, 26, 701]);
    }

    #[test]
    fn a_message_underlines_the_name_it_is_about() {
        let marked = |text: &str| {
            let (sources, file) = sources(text);
            let messages = assemble(&sources, &[file]).unwrap_err();
            String::from_utf8_lossy(&sources.bytes(messages[0].span)).into_owned()
        };
        assert_eq!(marked("=1\t=A1.summ()"), ".summ");
        assert_eq!(marked("=suum(1)"), "suum");
        assert_eq!(marked("=(1+2"), "(");
    }

    #[test]
    fn files_of_the_designer_are_reported() {
        let (sources, file) = sources("RQQR\u{b}\u{4}");
        let messages = assemble(&sources, &[file]).unwrap_err();
        assert_eq!(messages[0].id, "S003");
        assert!(messages[0].message.contains(".splx"), "{}", messages[0].message);
    }

    #[test]
    fn a_script_is_one_file() {
        let (mut sources, file) = sources("=1\n");
        let other = sources.add("y.spl", b"=2\n");
        let messages = assemble(&sources, &[file, other]).unwrap_err();
        assert_eq!((messages[0].id, messages[0].span.file), ("S002", other));
    }
}
