//! All signs of a source together.

use super::signs::{DIALECTS, Found, MACHINES, STRONG, Sign};
use super::statement::{Source, statements};
use super::{Dialect, Machine};

/// What speaks for each machine and each dialect of it.
#[derive(Debug, Clone)]
pub struct Evidence {
    machines: Vec<Case<Machine>>,
    dialects: Vec<Case<Dialect>>,
}

/// What speaks for one of them.
#[derive(Debug, Clone)]
struct Case<F> {
    of: F,
    weight: u32,
    /// The heaviest sign, in words, and its weight.
    heaviest: Option<(u32, String)>,
    /// Whether the name of a file is among it.
    named: bool,
}

impl<F: Copy + PartialEq> Case<F> {
    fn new(of: F, head_start: u32) -> Self {
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
        let head_start = |first| if first { HEAD_START } else { 0 };
        let mut machines: Vec<Case<Machine>> =
            Machine::ALL.iter().map(|&of| Case::new(of, head_start(of == Machine::Mips))).collect();
        let mut dialects: Vec<Case<Dialect>> =
            Dialect::ALL.iter().map(|&of| Case::new(of, head_start(of.is_first()))).collect();
        let statements = statements(sources);
        let find = |look: &super::signs::Look, most| look.find(sources, &statements, most);
        for sign in MACHINES {
            weigh(sign, &find(&sign.look, sign.most), sources, &mut machines);
        }
        for sign in DIALECTS {
            weigh(sign, &find(&sign.look, sign.most), sources, &mut dialects);
        }
        Evidence { machines, dialects }
    }

    /// Adds what was given besides the sources, such as a switch that only these simulators have.
    pub fn add(&mut self, says: &[Dialect], reason: &str) {
        for case in self.dialects.iter_mut().filter(|case| says.contains(&case.of)) {
            case.add(STRONG, || reason.to_owned());
        }
    }

    /// The dialects that are worth a try, the likeliest first.
    ///
    /// These are all of the likeliest machine, and those of others that something speaks for; of the
    /// RISC-V also where nothing strong speaks for any machine, such as a register.
    #[must_use]
    pub fn likely(&self) -> Vec<Dialect> {
        let mut machines: Vec<&Case<Machine>> = self.machines.iter().collect();
        machines.sort_by_key(|case| std::cmp::Reverse(case.weight));
        let heaviest = machines[0].heaviest.as_ref().map_or(0, |(weight, _)| *weight);
        let machines = machines.into_iter().enumerate().filter(|(rank, case)| {
            let is_open = heaviest < STRONG && case.of == Machine::RiscV;
            *rank == 0 || case.weight > HEAD_START || is_open
        });
        let dialects = machines.flat_map(|(_, machine)| {
            let mut of: Vec<&Case<Dialect>> =
                self.dialects.iter().filter(|case| case.of.machine() == machine.of).collect();
            of.sort_by_key(|case| std::cmp::Reverse(case.weight));
            of
        });
        dialects.map(|case| case.of).collect()
    }

    /// What weighs most for a dialect, as a sentence; nothing where it was only the first to try.
    #[must_use]
    pub fn because(&self, dialect: Dialect) -> Option<&str> {
        let own = self.dialect(dialect).heaviest.as_ref();
        let machine = self.machine(dialect.machine()).heaviest.as_ref();
        // Where the machine is a surprise, that is what has to be told.
        let told = match self.named() {
            Some(named) if named != dialect.machine() => machine.or(own),
            _ => own.or(machine),
        };
        told.map(|(_, reason)| reason.as_str())
    }

    /// Whether it is what a user expects: MARS or RARS, or what the name of the file says.
    #[must_use]
    pub fn is_expected(&self, dialect: Dialect) -> bool {
        self.named().map_or(dialect.is_first(), |named| named == dialect.machine())
    }

    /// The machine that the name of a file tells of.
    fn named(&self) -> Option<Machine> {
        self.machines.iter().find(|case| case.named).map(|case| case.of)
    }

    /// Whether the evidence for one is so strong that the other is no more than a hint.
    #[must_use]
    pub fn is_decided(&self, one: Dialect, other: Dialect) -> bool {
        let (one_machine, other_machine) = (one.machine(), other.machine());
        let (one, other) = match one_machine == other_machine {
            true => (self.dialect(one).weight, self.dialect(other).weight),
            false => (self.machine(one_machine).weight, self.machine(other_machine).weight),
        };
        one >= other + DECISIVE
    }

    fn dialect(&self, dialect: Dialect) -> &Case<Dialect> {
        case(&self.dialects, dialect)
    }

    fn machine(&self, machine: Machine) -> &Case<Machine> {
        case(&self.machines, machine)
    }
}

fn case<F: Copy + PartialEq>(cases: &[Case<F>], of: F) -> &Case<F> {
    cases.iter().find(|case| case.of == of).expect("there is a case for each")
}

fn weigh<F: Copy + PartialEq>(
    sign: &Sign<F>,
    found: &[Found],
    sources: &[Source<'_>],
    cases: &mut [Case<F>],
) {
    let Some(first) = found.first() else { return };
    for case in cases.iter_mut().filter(|case| sign.says.contains(&case.of)) {
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
