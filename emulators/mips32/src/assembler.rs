//! The assembler: both dialects, one output.

mod mars;
mod messages;
mod nearest;
mod program;
mod spim;

use asmkit::{Diagnostic, FileId, Library, Severity, Sources};
use machine::Image;

use crate::options::{Dialect, Options};

/// An assembled program.
#[derive(Debug, Clone, Default)]
pub struct Assembly {
    /// What goes into memory.
    pub image: Image,
    /// What the assembler has to say although it succeeded.
    pub warnings: Vec<Diagnostic>,
}

/// The most source text that one assembly may have, included files counted.
pub(crate) const SOURCE_LIMIT_BYTES: usize = 4 << 20;

/// Errors that are reported before the assembler gives up, as in MARS.
pub(crate) const ERROR_LIMIT: usize = 200;

/// Assembles files together, the first one first.
///
/// # Errors
/// Every message of severity error, with the warnings that came before it.
pub fn assemble(
    sources: &mut Sources,
    files: &[FileId],
    options: &Options,
    library: &dyn Library,
) -> Result<Assembly, Vec<Diagnostic>> {
    let bytes: usize = files.iter().map(|&file| sources.text(file).len()).sum();
    if bytes > SOURCE_LIMIT_BYTES {
        let at = messages::start_of(files.last().copied().unwrap_or(FileId(0)));
        return Err(vec![messages::source_too_large(at, SOURCE_LIMIT_BYTES)]);
    }
    let assembled = match options.dialect {
        Dialect::Mars => mars::assemble(sources, files, options, library),
        Dialect::Spim => spim::assemble(sources, files, options, library),
    };
    let assembled = assembled.and_then(|assembly| refuse_warnings(assembly, options));
    let mut warnings = encoding_warnings(sources, options.dialect);
    match assembled {
        Ok(assembly) => {
            warnings.extend(assembly.warnings);
            Ok(Assembly { image: assembly.image, warnings })
        }
        Err(diagnostics) => {
            warnings.extend(diagnostics);
            Err(warnings)
        }
    }
}

/// Turns warnings into errors where that was asked for.
fn refuse_warnings(assembly: Assembly, options: &Options) -> Result<Assembly, Vec<Diagnostic>> {
    if !options.warnings_are_errors || assembly.warnings.is_empty() {
        return Ok(assembly);
    }
    let refuse = |warning| Diagnostic { severity: Severity::Error, ..warning };
    Err(assembly.warnings.into_iter().map(refuse).collect())
}

/// A warning for every file that is not UTF-8.
fn encoding_warnings(sources: &Sources, dialect: Dialect) -> Vec<Diagnostic> {
    let files = (0..sources.names().len() as u32).map(FileId);
    let kept = dialect == Dialect::Spim;
    let warning = |file| Some(messages::not_utf8(file, sources.replaced_at(file)?, kept));
    files.filter_map(warning).collect()
}
