//! Which dialect a source is taken for: by evidence, and where it leaves a doubt by trying.

use architecture::Dialect;
use asmkit::{Diagnostic, Severity, Sources};
use machine::numbers::counted;

use super::Evidence;
use super::evidence::owner;

/// What came of it.
#[derive(Debug)]
pub struct Choice<A> {
    /// The dialect that was taken.
    pub dialect: &'static Dialect,
    /// What its assembler made of the source.
    pub attempt: A,
    /// Why it is this dialect, where the user could expect another.
    pub note: Option<String>,
    /// Which dialect would assemble what this one refuses.
    pub hint: Option<String>,
}

/// Why an assembler refuses a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Errors that it told.
    pub errors: usize,
    /// Where the first one is, such as `line 3`.
    pub place: String,
}

impl Refusal {
    /// What the messages of an assembler come to.
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

/// Takes the first of the likely dialects that assembles the source.
///
/// Where none does it is the likeliest one, unless another of its machine finds less than a third
/// of the errors. `of` are the likely dialects that can be taken at all, the likeliest first.
///
/// # Panics
/// When there is no dialect to choose from.
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
            return taken(evidence, dialect, made, refused);
        };
        refused.push(Refused { dialect, made, why });
    }
    let first = refused[0].why.errors;
    let is_better = |refused: &Refused<A>| {
        let same_machine = owner(refused.dialect.name) == owner(likeliest.name);
        let open = same_machine && !evidence.is_decided(likeliest, refused.dialect);
        open && refused.why.errors * 3 < first
    };
    let better = (0..refused.len()).filter(|&at| is_better(&refused[at]));
    let fewest = better.min_by_key(|&at| refused[at].why.errors).unwrap_or(0);
    let Refused { dialect, made, why } = refused.swap_remove(fewest);
    let note = match fewest {
        0 => told(evidence, dialect),
        _ => Some(format!("{} here, {first} in {}", counted(why.errors, "error"), likeliest.name)),
    };
    Choice { dialect, attempt: made, note, hint: None }
}

/// An attempt that came to nothing.
struct Refused<A> {
    dialect: &'static Dialect,
    made: A,
    why: Refusal,
}

/// What to do with a source that this dialect assembles, and those before it do not.
fn taken<A>(
    evidence: &Evidence,
    dialect: &'static Dialect,
    made: A,
    refused: Vec<Refused<A>>,
) -> Choice<A> {
    let Some(likeliest) = refused.into_iter().next() else {
        let note = told(evidence, dialect);
        return Choice { dialect, attempt: made, note, hint: None };
    };
    let name = dialect.name;
    if evidence.is_decided(likeliest.dialect, dialect) {
        let note = told(evidence, likeliest.dialect);
        let hint = Some(format!("this assembles as {name}: --dialect {name}"));
        return Choice { dialect: likeliest.dialect, attempt: likeliest.made, note, hint };
    }
    let (place, other) = (likeliest.why.place, likeliest.dialect.name);
    let note = Some(format!("{place} is an error in {other}, and all of it assembles in {name}"));
    Choice { dialect, attempt: made, note, hint: None }
}

/// Why a dialect was the likeliest, unless it is the expected one.
fn told(evidence: &Evidence, dialect: &Dialect) -> Option<String> {
    let told = evidence.because(dialect).filter(|_| !evidence.is_expected(dialect));
    told.map(str::to_owned)
}
