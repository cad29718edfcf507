//! All signs of a source together.

use architecture::{Dialect, Found, Languages, STRONG, Sign, Source, statements};

use machine::sort_by_number;

use crate::table;

/// What speaks for each machine and each dialect of it.
#[derive(Debug, Clone)]
pub struct Evidence {
    machines: Vec<Case>,
    dialects: Vec<Case>,
}

/// What speaks for one of them.
#[derive(Debug, Clone)]
struct Case {
    /// The name of the machine, or of the dialect.
    of: &'static str,
    weight: u32,
    /// The heaviest sign, in words, and its weight.
    heaviest: Option<(u32, String)>,
    /// Whether the name of a file is among it.
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

/// What MARS, RARS and the MIPS have before anything is known: a weak sign changes nothing.
const HEAD_START: u32 = 1;

/// With so much more for one than for another, the other is not taken because it assembles.
const DECISIVE: u32 = 8;

impl Evidence {
    /// Looks for all signs.
    #[must_use]
    pub fn of(sources: &[Source<'_>]) -> Self {
        let names = table::languages().enumerate();
        let mut machines: Vec<Case> =
            names.map(|(at, of)| Case::new(of.machine, at == 0)).collect();
        let mut dialects: Vec<Case> = table::languages()
            .flat_map(|of| of.dialects)
            .map(|dialect| Case::new(dialect.name, dialect.is_first))
            .collect();
        let statements = statements(sources);
        for languages in table::languages() {
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

    /// Adds what was given besides the sources, such as a switch that only these simulators have.
    pub fn add(&mut self, says: &[&str], reason: &str) {
        for case in self.dialects.iter_mut().filter(|case| says.contains(&case.of)) {
            case.add(STRONG, || reason.to_owned());
        }
    }

    /// The dialects that are worth a try, the likeliest first.
    ///
    /// These are all of the likeliest machine, and those of others that something speaks for, or that
    /// are guessed where nothing strong, such as a register, speaks for any; whether their machine is in
    /// the table or not.
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

    /// What weighs most for a dialect, as a sentence; nothing where it was only the first to try.
    #[must_use]
    pub fn because(&self, dialect: &Dialect) -> Option<&str> {
        let own = case(&self.dialects, dialect.name).heaviest.as_ref();
        let machine = case(&self.machines, owner(dialect.name)).heaviest.as_ref();
        // Where the machine is a surprise, that is what has to be told.
        let told = match self.named() {
            Some(named) if named != owner(dialect.name) => machine.or(own),
            _ => own.or(machine),
        };
        told.map(|(_, reason)| reason.as_str())
    }

    /// Whether it is what a user expects: the first dialect of a machine, or what the name of the
    /// file says.
    #[must_use]
    pub fn is_expected(&self, dialect: &Dialect) -> bool {
        self.named().map_or(dialect.is_first, |named| named == owner(dialect.name))
    }

    /// The machine that the name of a file tells of.
    fn named(&self) -> Option<&'static str> {
        self.machines.iter().find(|case| case.named).map(|case| case.of)
    }

    /// Whether the evidence for one is so strong that the other is no more than a hint.
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

/// Whether a word is an instruction of this machine and of no other.
fn is_own(of: &Languages, word: &str) -> bool {
    let mut others = table::languages().filter(|other| other.machine != of.machine);
    (of.has_instruction)(word) && !others.any(|other| (other.has_instruction)(word))
}

/// The name of the machine that has a dialect.
pub(super) fn owner(dialect: &str) -> &'static str {
    table::language(dialect).map_or("", |(of, _)| of.machine)
}

/// The heaviest first; of the same weight, in the order of the tables.
fn by_weight<'c>(cases: &mut dyn Iterator<Item = &'c Case>) -> Vec<&'c Case> {
    let mut cases: Vec<&Case> = cases.collect();
    sort_by_number(&mut cases, |case| (!case.weight).into());
    cases
}

fn case<'c>(cases: &'c [Case], of: &str) -> &'c Case {
    cases.iter().find(|case| case.of == of).expect("there is a case for each")
}

fn weigh(sign: &Sign, says: &[&str], found: &[Found], sources: &[Source<'_>], cases: &mut [Case]) {
    let Some(first) = found.first() else { return };
    for case in cases.iter_mut().filter(|case| says.contains(&case.of)) {
        case.named |= first.line == 0;
        case.add(sign.weight * found.len() as u32, || in_words(sign.reason, first, sources));
    }
}

fn in_words(reason: &str, found: &Found, sources: &[Source<'_>]) -> String {
    let reason = reason.replace("{}", &found.what);
    match (found.line, sources.len()) {
        (0, _) => reason,
        (line, 1) => format!("line {line} {reason}"),
        (line, _) => format!("line {line} of {} {reason}", sources[found.file].name.display()),
    }
}
