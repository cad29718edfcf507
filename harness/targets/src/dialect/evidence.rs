//! Weighs the signs found in a source.

use architecture::{Dialect, Finding, Languages, STRONG, Sign, Source, statements};

use machine::sort_by_number;

use crate::table;

/// Evidence for each machine and each dialect.
#[derive(Debug, Clone)]
pub struct Evidence {
    machines: Vec<Case>,
    dialects: Vec<Case>,
}

/// Evidence for one machine or dialect.
#[derive(Debug, Clone)]
struct Case {
    /// Name of the machine or dialect.
    of: &'static str,
    weight: u32,
    /// Weight of the heaviest sign, and its description.
    heaviest: Option<(u32, String)>,
    /// Whether a file name is among the signs.
    named: bool,
}

impl Case {
    fn new(of: &'static str, is_first: bool) -> Self {
        let head_start = if is_first { HEAD_START } else { 0 };
        Case { of, weight: head_start, heaviest: None, named: false }
    }

    fn add(&mut self, weight: u32, reason: impl FnOnce() -> String) {
        self.weight += weight;
        if self.heaviest.as_ref().is_none_or(|(heaviest, _)| weight > *heaviest) {
            self.heaviest = Some((weight, reason()));
        }
    }
}

/// Initial weight of MARS, RARS and MIPS, so that a single weak sign decides nothing.
const HEAD_START: u32 = 1;

/// Difference in weight from which on the lighter dialect is not chosen even if it assembles.
const DECISIVE: u32 = 8;

impl Evidence {
    /// Collects all signs.
    #[must_use]
    pub fn of(sources: &[Source<'_>]) -> Self {
        let names = table::languages().enumerate();
        let mut machines: Vec<Case> =
            names.map(|(at, of)| Case::new(of.machine, at == 0)).collect();
        let mut dialects: Vec<Case> = table::languages()
            .flat_map(|of| of.dialects)
            .map(|dialect| Case::new(dialect.name, dialect.is_first))
            .collect();
        for languages in table::languages() {
            let statements = statements(sources, &languages.comments());
            let is_own = |word: &str| is_own(languages, word);
            for sign in languages.signs {
                let found = sign.find(sources, &statements, is_own);
                if sign.says.is_empty() {
                    weigh(sign, &[languages.machine], &found, sources, &mut machines);
                } else {
                    weigh(sign, sign.says, &found, sources, &mut dialects);
                }
            }
        }
        Evidence { machines, dialects }
    }

    /// Adds a strong sign from outside the sources, such as a switch of these simulators only.
    pub fn add(&mut self, says: &[&str], reason: &str) {
        for case in self.dialects.iter_mut().filter(|case| says.contains(&case.of)) {
            case.add(STRONG, || reason.to_owned());
        }
    }

    /// Dialects worth trying, likeliest first.
    ///
    /// Includes all dialects of the likeliest machine; of other machines, those with some evidence,
    /// or those marked as guessable if no machine has strong evidence such as a register name.
    /// Their machine need not be in the table.
    #[must_use]
    pub fn likely(&self) -> Vec<&'static Dialect> {
        let machines = by_weight(&mut self.machines.iter());
        let heaviest = machines[0].heaviest.as_ref().map_or(0, |(weight, _)| *weight);
        let machines = machines.into_iter().enumerate().filter(|(rank, case)| {
            let is_guessed = table::languages().any(|of| of.machine == case.of && of.is_guessed);
            *rank == 0 || case.weight > HEAD_START || heaviest < STRONG && is_guessed
        });
        let dialects = machines.flat_map(|(_, machine)| {
            let of = self.dialects.iter();
            by_weight(&mut of.filter(|case| owner(case.of) == machine.of))
        });
        dialects.filter_map(|case| Some(table::language(case.of)?.1)).collect()
    }

    /// Heaviest sign for a dialect, as a sentence; `None` if there is no sign.
    #[must_use]
    pub fn because(&self, dialect: &Dialect) -> Option<&str> {
        let own = case(&self.dialects, dialect.name).heaviest.as_ref();
        let machine = case(&self.machines, owner(dialect.name)).heaviest.as_ref();
        // If the machine is unexpected, its sign is the one to report.
        let sign = match self.named() {
            Some(named) if named != owner(dialect.name) => machine.or(own),
            _ => own.or(machine),
        };
        sign.map(|(_, reason)| reason.as_str())
    }

    /// Whether the user expects this dialect: a machine's first, or the one of the file name.
    #[must_use]
    pub fn is_expected(&self, dialect: &Dialect) -> bool {
        self.named().map_or(dialect.is_first, |named| named == owner(dialect.name))
    }

    /// Machine indicated by a file name.
    fn named(&self) -> Option<&'static str> {
        self.machines.iter().find(|case| case.named).map(|case| case.of)
    }

    /// Whether the evidence for one dialect is decisive against the other.
    #[must_use]
    pub fn is_decided(&self, one: &Dialect, other: &Dialect) -> bool {
        let machines = [one, other].map(|dialect| owner(dialect.name));
        let (cases, [one, other]) = if machines[0] == machines[1] {
            (&self.dialects, [one.name, other.name])
        } else {
            (&self.machines, machines)
        };
        case(cases, one).weight >= case(cases, other).weight + DECISIVE
    }
}

/// Whether a word is an instruction of this machine only.
fn is_own(of: &Languages, word: &str) -> bool {
    let mut others = table::languages().filter(|other| other.machine != of.machine);
    (of.has_instruction)(word) && !others.any(|other| (other.has_instruction)(word))
}

/// Machine of a dialect.
pub(super) fn owner(dialect: &str) -> &'static str {
    table::language(dialect).map_or("", |(of, _)| of.machine)
}

/// Sorts by weight, heaviest first; equal weights keep the order of the tables.
fn by_weight<'c>(cases: &mut dyn Iterator<Item = &'c Case>) -> Vec<&'c Case> {
    let mut cases: Vec<&Case> = cases.collect();
    sort_by_number(&mut cases, |case| (!case.weight).into());
    cases
}

fn case<'c>(cases: &'c [Case], of: &str) -> &'c Case {
    cases.iter().find(|case| case.of == of).expect("there is a case for each")
}

fn weigh(
    sign: &Sign,
    says: &[&str],
    found: &[Finding],
    sources: &[Source<'_>],
    cases: &mut [Case],
) {
    let Some(first) = found.first() else { return };
    for case in cases.iter_mut().filter(|case| says.contains(&case.of)) {
        case.named |= first.line == 0;
        case.add(sign.weight * found.len() as u32, || in_words(sign.reason, first, sources));
    }
}

fn in_words(reason: &str, found: &Finding, sources: &[Source<'_>]) -> String {
    let reason = reason.replace("{}", &found.what);
    match (found.line, sources.len()) {
        (0, _) => reason,
        (line, 1) => format!("line {line} {reason}"),
        (line, _) => format!("line {line} of {} {reason}", sources[found.file].name.display()),
    }
}
