//! What every assembly is checked for, whatever the dialect.

use machine::sort_by_number;

use crate::{Assembly, Diagnostic, FileId, Severity, Sources, Span, messages};

/// The most source text that one assembly may have, included files counted, as
/// [`source_cost_bytes`] counts it.
pub const SOURCE_LIMIT_BYTES: usize = 4 << 20;

/// What an end of line counts for besides its byte.
const LINE_COST_BYTES: usize = 8;

/// What a text takes of [`SOURCE_LIMIT_BYTES`]: an assembler keeps more for a line than its bytes.
#[must_use]
pub fn source_cost_bytes(text: &[u8]) -> usize {
    let ends = text.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    text.len() + LINE_COST_BYTES * ends
}

/// Errors that are reported before an assembler gives up, as in MARS.
pub const ERROR_LIMIT: usize = 200;

/// What is refused or remarked beside the dialect's own messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Whether a warning is an error.
    pub warnings_are_errors: bool,
    /// Whether strings keep bytes that are not UTF-8.
    pub keeps_bytes: bool,
}

/// What the assembler of a dialect makes of files, under the rules that hold for all of them.
///
/// # Errors
/// Every message of severity error, with the warnings that came before it.
pub fn checked(
    sources: &mut Sources,
    files: &[FileId],
    rules: Rules,
    assemble: impl FnOnce(&mut Sources) -> Result<Assembly, Vec<Diagnostic>>,
) -> Result<Assembly, Vec<Diagnostic>> {
    let bytes: usize =
        files.iter().map(|&file| source_cost_bytes(sources.text(file).as_bytes())).sum();
    if bytes > SOURCE_LIMIT_BYTES {
        let at = messages::start_of(files.last().copied().unwrap_or(FileId(0)));
        return Err(vec![messages::source_too_large(at, SOURCE_LIMIT_BYTES)]);
    }
    let assembled = assemble(sources).and_then(|assembly| refuse_warnings(assembly, rules));
    let mut warnings = encoding_warnings(sources, rules);
    match assembled {
        Ok(assembly) => {
            warnings.extend(assembly.warnings);
            Ok(Assembly { image: assembly.image, warnings })
        }
        Err(diagnostics) => {
            warnings.extend(diagnostics);
            let refused: Vec<Span> = warnings
                .iter()
                .filter(|message| message.severity == Severity::Error)
                .map(|message| message.span)
                .collect();
            // Of a number that is refused it need not be said that it would be cut.
            warnings.retain(|message| {
                message.id != messages::NUMBER_CUT || !refused.contains(&message.span)
            });
            // Whichever step of the assembler found it.
            sort_by_number(&mut warnings, |message| {
                (u64::from(message.span.file.0) << 32) | u64::from(message.span.start)
            });
            Err(warnings)
        }
    }
}

/// Messages about missing definitions by what a later step says in spite of errors: those of an
/// identifier, about names that no error mentions.
///
/// None where a definition may be missing because of an error, as of a file that is not there.
#[must_use]
pub fn also_missing(
    errors: &[Diagnostic],
    later: Vec<Diagnostic>,
    missing: &'static str,
) -> Vec<Diagnostic> {
    let is_error = |message: &&Diagnostic| message.severity == Severity::Error;
    let errors = || errors.iter().filter(is_error);
    if errors().any(|error| HIDING.contains(&error.id)) {
        return Vec::new();
    }
    let name = |message: &str| Some(message.split('`').nth(1)?.to_owned());
    let is_new = |message: &Diagnostic| {
        let name = name(&message.message).unwrap_or_default();
        errors().all(|error| !error.message.contains(&format!("`{name}`")))
    };
    let mut later = later;
    later.retain(|message| message.id == missing && is_new(message));
    later
}

/// Errors behind which definitions may be missing that are there: of files that cannot be included
/// or imported, and of macros, repetitions and conditions.
const HIDING: &[&str] = &[
    "A050", "A051", "A052", "A053", "A054", "A055", "A060", "A061", "A074", "A075", "A080", "A081",
    "A082", "A083", "A085", "A086", "A087", "A090", "A437",
];

/// Turns warnings into errors where that was asked for.
fn refuse_warnings(assembly: Assembly, rules: Rules) -> Result<Assembly, Vec<Diagnostic>> {
    if !rules.warnings_are_errors || assembly.warnings.is_empty() {
        return Ok(assembly);
    }
    let refuse = |warning| Diagnostic { severity: Severity::Error, ..warning };
    Err(assembly.warnings.into_iter().map(refuse).collect())
}

/// A warning for every file that is not UTF-8.
fn encoding_warnings(sources: &Sources, rules: Rules) -> Vec<Diagnostic> {
    let files = (0..sources.names().len() as u32).map(FileId);
    let warning =
        |file| Some(messages::not_utf8(file, sources.replaced_at(file)?, rules.keeps_bytes));
    files.filter_map(warning).collect()
}
