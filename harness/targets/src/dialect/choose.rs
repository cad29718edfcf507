//! Chooses the dialect of a source: by evidence, and if that is not decisive, by assembling.

use architecture::Dialect;
use asmkit::{Diagnostic, Severity, Sources};
use machine::numbers::counted;

use super::Evidence;
use super::evidence::owner;

/// The chosen dialect and its result.
#[derive(Debug)]
pub struct Choice<A> {
    /// The chosen dialect.
    pub dialect: &'static Dialect,
    /// Result of its assembler.
    pub attempt: A,
    /// Reason for this dialect, if the user could expect another.
    pub note: Option<String>,
    /// Another dialect that would assemble the source.
    pub hint: Option<String>,
}

/// Errors of an assembler that rejected a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Number of errors.
    pub errors: usize,
    /// Location of the first error, such as `line 3`.
    pub place: String,
}

impl Refusal {
    /// Summarises the messages of an assembler.
    #[must_use]
    pub fn of(messages: &[Diagnostic], sources: &Sources) -> Self {
        let is_error = |message: &&Diagnostic| message.severity == Severity::Error;
        let errors = messages.iter().filter(is_error).count();
        let first = messages.iter().find(is_error).or(messages.first());
        let place = first.map_or_else(String::new, |first| {
            let (line, _) = sources.line_column(first.span);
            match first.span.file.0 {
                0 => format!("line {line}"),
                _ => format!("line {line} of {}", sources.name(first.span.file)),
            }
        });
        Refusal { errors, place }
    }
}

/// Chooses the first of the likely dialects that assembles the source.
///
/// If none does, chooses the likeliest, unless another dialect of its machine has less than a third
/// of the errors. `of` lists the available dialects, likeliest first.
///
/// # Panics
/// If `of` is empty.
pub fn choose<A>(
    evidence: &Evidence,
    of: &[&'static Dialect],
    mut attempt: impl FnMut(&'static Dialect) -> A,
    refusal: impl Fn(&A) -> Option<Refusal>,
) -> Choice<A> {
    let likeliest = *of.first().expect("there is a dialect to choose");
    let mut refused = Vec::new();
    for &dialect in of {
        let made = attempt(dialect);
        let Some(why) = refusal(&made) else {
            return accepted(evidence, dialect, made, refused);
        };
        refused.push(FailedAttempt { dialect, made, why });
    }
    let first = refused[0].why.errors;
    let is_better = |refused: &FailedAttempt<A>| {
        let same_machine = owner(refused.dialect.name) == owner(likeliest.name);
        let open = same_machine && !evidence.is_decided(likeliest, refused.dialect);
        open && refused.why.errors * 3 < first
    };
    let better = (0..refused.len()).filter(|&at| is_better(&refused[at]));
    let fewest = better.min_by_key(|&at| refused[at].why.errors).unwrap_or(0);
    let FailedAttempt { dialect, made, why } = refused.swap_remove(fewest);
    let note = match fewest {
        0 => reason(evidence, dialect),
        _ => Some(format!(
            "{} in this dialect, {first} in {}",
            counted(why.errors, "error"),
            likeliest.name
        )),
    };
    Choice { dialect, attempt: made, note, hint: None }
}

/// A failed attempt.
struct FailedAttempt<A> {
    dialect: &'static Dialect,
    made: A,
    why: Refusal,
}

/// Choice for a source that this dialect assembles and the likelier ones reject.
fn accepted<A>(
    evidence: &Evidence,
    dialect: &'static Dialect,
    made: A,
    refused: Vec<FailedAttempt<A>>,
) -> Choice<A> {
    let Some(likeliest) = refused.into_iter().next() else {
        let note = reason(evidence, dialect);
        return Choice { dialect, attempt: made, note, hint: None };
    };
    let name = dialect.name;
    if evidence.is_decided(likeliest.dialect, dialect) {
        let note = reason(evidence, likeliest.dialect);
        let hint = Some(format!("this assembles as {name}: use --dialect {name}"));
        return Choice { dialect: likeliest.dialect, attempt: likeliest.made, note, hint };
    }
    let (place, other) = (likeliest.why.place, likeliest.dialect.name);
    let note = Some(format!("{place} is an error in {other}; all of it assembles as {name}"));
    Choice { dialect, attempt: made, note, hint: None }
}

/// Reason why a dialect is the likeliest, unless it is the expected one.
fn reason(evidence: &Evidence, dialect: &Dialect) -> Option<String> {
    let reason = evidence.because(dialect).filter(|_| !evidence.is_expected(dialect));
    reason.map(str::to_owned)
}
