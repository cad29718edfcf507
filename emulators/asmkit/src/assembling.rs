//! Checks that apply to every assembly, regardless of the dialect.

use machine::sort_by_number;

use crate::{Assembly, Diagnostic, FileId, Severity, Sources, Span, messages};

/// Limit of the source text of one assembly, included files too, in [`source_cost_bytes`].
pub const SOURCE_LIMIT_BYTES: usize = 4 << 20;

/// Extra bytes that each line end counts.
const LINE_COST_BYTES: usize = 8;

/// Size of a text as counted against [`SOURCE_LIMIT_BYTES`].
///
/// A line counts more than its bytes because an assembler stores more for it.
#[must_use]
pub fn source_cost_bytes(text: &[u8]) -> usize {
    let ends = text.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    text.len() + LINE_COST_BYTES * ends
}

/// Number of errors reported before an assembler stops, as in MARS.
pub const ERROR_LIMIT: usize = 200;

/// Checks in addition to the dialect's own messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Whether warnings are errors.
    pub warnings_are_errors: bool,
    /// Whether strings keep bytes that are not UTF-8.
    pub keeps_bytes: bool,
}

/// Runs the assembler of a dialect under the rules that apply to all dialects.
///
/// # Errors
/// All errors, with the warnings, in source order.
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
            // A number with an error needs no warning that it is cut.
            warnings.retain(|message| {
                message.id != messages::NUMBER_CUT || !refused.contains(&message.span)
            });
            // Source order, regardless of the step that found them.
            sort_by_number(&mut warnings, |message| {
                (u64::from(message.span.file.0) << 32) | u64::from(message.span.start)
            });
            Err(warnings)
        }
    }
}

/// Messages of a later step with the code `missing`, about names that no error mentions.
///
/// Empty if a definition may be missing because of an error, such as a file that was not found.
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

/// Codes of errors that can hide definitions: of files that cannot be included or imported, and
/// of macros, repetitions and conditions.
const HIDING: &[&str] = &[
    "A050", "A051", "A052", "A053", "A054", "A055", "A060", "A061", "A074", "A075", "A080", "A081",
    "A082", "A083", "A085", "A086", "A087", "A090", "A437",
];

/// Turns warnings into errors if the rules require it.
fn refuse_warnings(assembly: Assembly, rules: Rules) -> Result<Assembly, Vec<Diagnostic>> {
    if !rules.warnings_are_errors || assembly.warnings.is_empty() {
        return Ok(assembly);
    }
    let refuse = |warning| Diagnostic { severity: Severity::Error, ..warning };
    Err(assembly.warnings.into_iter().map(refuse).collect())
}

/// One warning for each file that is not UTF-8.
fn encoding_warnings(sources: &Sources, rules: Rules) -> Vec<Diagnostic> {
    let files = (0..sources.names().len() as u32).map(FileId);
    let warning =
        |file| Some(messages::not_utf8(file, sources.replaced_at(file)?, rules.keeps_bytes));
    files.filter_map(warning).collect()
}
