//! The Venus dialect: files are assembled separately and then linked, imported ones last.
//!
//! Source: Venus, backend of February 2023 (e10ade7). Instruction words and accepted syntax were
//! measured on its JVM build of 2020-07-03, whose `call` uses `t1`; later builds use `ra`.

mod directive;
mod instruction;
mod lexer;
mod link;
mod messages;
mod number;
mod pseudo;
mod unit;

use asmkit::words::Word;
use asmkit::{Assembly, Diagnostic, FileId, Library, Severity, Sources, source_cost_bytes};

use lexer::Token;
use unit::SourceUnit;

pub(crate) use lexer::is_word as is_in_names;

/// Vocabulary of Venus.
pub(super) fn vocabulary() -> Vec<Word> {
    let mut all: Vec<Word> = instruction::words().chain(pseudo::words()).collect();
    all.extend(directive::words());
    // Venus knows control and status registers only by number.
    all.extend(super::register_words());
    all
}

/// First address of a program's text.
const TEXT_BASE: u32 = 0;

/// First address of its static data.
const DATA_BASE: u32 = 0x1000_0000;

/// Maximum static data of a file, and of all imported files.
const DATA_LIMIT_BYTES: usize = 16 << 20;

/// Maximum text of all imported files together, and their maximum number.
const IMPORT_LIMIT_BYTES: usize = 4 << 20;
const IMPORT_LIMIT_FILES: usize = 1000;

/// Errors in a file after which assembly stops.
const ERROR_LIMIT: usize = 200;

/// Assembles files and the files that they import.
///
/// # Errors
/// All messages of severity error, and the warnings before them.
pub(super) fn assemble_and_link(
    sources: &mut Sources,
    files: &[FileId],
    library: &dyn Library,
) -> Result<Assembly, Vec<Diagnostic>> {
    let mut messages = Vec::new();
    let mut units: Vec<SourceUnit> =
        files.iter().map(|&file| SourceUnit::read(file, sources, &mut messages)).collect();
    let mut imported_bytes = 0;
    let mut done = 0;
    while done < units.len() {
        for import in std::mem::take(&mut units[done].imports) {
            let file = match open(sources, &import, library) {
                Ok(file) => file,
                Err(problem) => {
                    messages.push(*problem);
                    continue;
                }
            };
            if units.iter().any(|unit| unit.file == file) {
                continue;
            }
            imported_bytes += source_cost_bytes(sources.text(file).as_bytes());
            if imported_bytes > IMPORT_LIMIT_BYTES || units.len() > IMPORT_LIMIT_FILES {
                return Err(vec![*messages::too_much_import(import.span)]);
            }
            units.push(SourceUnit::read(file, sources, &mut messages));
            if units.iter().map(|unit| unit.data.len()).sum::<usize>() > DATA_LIMIT_BYTES {
                return Err(vec![*messages::too_much_data(import.span, DATA_LIMIT_BYTES)]);
            }
        }
        done += 1;
    }
    let is_wrong = |message: &Diagnostic| message.severity == Severity::Error;
    if messages.iter().any(is_wrong) {
        let mut later = Vec::new();
        link::link(&units, sources, &mut later);
        let missing = asmkit::also_missing(&messages, later, messages::UNDEFINED);
        messages.extend(missing);
        return Err(messages);
    }
    let image = link::link(&units, sources, &mut messages);
    if messages.iter().any(is_wrong) {
        Err(messages)
    } else {
        Ok(Assembly { image, warnings: messages })
    }
}

/// Opens an imported file; returns an already opened file if it is the same.
///
/// `<file>` is relative to the program's folder, `"file"` and `file` to the folder of the importing
/// file.
fn open(
    sources: &mut Sources,
    import: &Token,
    library: &dyn Library,
) -> Result<FileId, Box<Diagnostic>> {
    let quoted = |open, close| import.text.strip_prefix(open)?.strip_suffix(close);
    let from_program = quoted('<', '>');
    let name = from_program.or_else(|| quoted('"', '"')).unwrap_or(&import.text);
    let importing = if from_program.is_some() { FileId(0) } else { import.span.file };
    let from = sources.name(importing).to_owned();
    let (shown, bytes) =
        library.open(&from, name).map_err(|why| messages::import(import.span, name, &why))?;
    let known = sources.names().iter().position(|known| *known == shown);
    Ok(known.map_or_else(|| sources.add(&shown, &bytes), |at| FileId(at as u32)))
}
