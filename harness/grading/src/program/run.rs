//! One run of a whole program.

use machine::{AnyMachine, Host, Image, Machine as _, Observer, Stop};

use super::cases::GivenCase;
use super::memory;
use crate::assignment::{AnswerPlace, Assignment};

/// Result of a run.
pub(super) struct ProgramRun {
    pub(super) stop: Stop,
    /// Instructions it took.
    pub(super) instructions: u64,
    /// Instructions that were tried since it began: what a budget counts.
    pub(super) tried: u64,
    pub(super) machine: AnyMachine,
    pub(super) host: Host,
    /// Registers as the program's own code left them, before other code ended it.
    pub(super) registers: Vec<(&'static str, u64)>,
    /// Instructions that were tried when it left them so.
    pub(super) left_at: u64,
}

impl ProgramRun {
    /// Whether the program ended by itself.
    pub(super) fn has_ended(&self) -> bool {
        status(self.stop).is_some()
    }
}

/// Exit status of a program; none if it did not end by itself.
pub(super) fn status(stop: Stop) -> Option<i32> {
    match stop {
        Stop::Exit { status } => Some(status),
        Stop::End => Some(0),
        _ => None,
    }
}

/// Instructions that start-up code may take before the program's own.
const START_INSTRS: u64 = 100_000;

/// The machine before the first instruction of a case, with what is put in memory and registers.
pub(super) fn begin(
    assignment: &Assignment,
    image: &Image,
    case: &GivenCase,
) -> Result<(AnyMachine, Host), String> {
    let mut machine = case.target(assignment).machine();
    machine.load(image).map_err(|why| why.to_string())?;
    let mut host = case.host.clone();
    // Registers are as the system makes them before the first instruction.
    machine.run(&mut host, 0, &mut ());
    if !case.place.is_empty() {
        // Start-up code sets registers of its own.
        let is_own = |address| is_own(image, address);
        if !is_own(machine.pc()) {
            machine.run(&mut host, START_INSTRS, &mut Until(&is_own, false));
        }
        for put in &case.place {
            memory::put(assignment, image, &mut machine, put);
        }
    }
    Ok((machine, host))
}

/// Runs a case to its end.
pub(super) fn run(
    assignment: &Assignment,
    image: &Image,
    case: &GivenCase,
) -> Result<ProgramRun, String> {
    let (mut machine, mut host) = begin(assignment, image, case)?;
    let begun = machine.attempted();
    let looks_at_registers =
        case.expected.answers.iter().any(|(answer, _)| matches!(answer, AnswerPlace::Register(_)));
    let left = if looks_at_registers {
        run_to_its_last(image, &mut machine, &mut host, case.budget)
    } else {
        let stop = machine.run(&mut host, case.budget, &mut ());
        FinalRegisters { stop, registers: Vec::new(), at: machine.attempted() }
    };
    let FinalRegisters { stop, registers, at } = left;
    let (instructions, tried) = (machine.counts().instructions, machine.attempted() - begun);
    Ok(ProgramRun { stop, instructions, tried, machine, host, registers, left_at: at - begun })
}

/// A run that is over, with the registers as the program's own code left them.
struct FinalRegisters {
    stop: Stop,
    registers: Vec<(&'static str, u64)>,
    at: u64,
}

/// Runs to the end, and keeps the registers as the program's own code left them: code that called it
/// may set others after that.
fn run_to_its_last(
    image: &Image,
    machine: &mut AnyMachine,
    host: &mut Host,
    budget: u64,
) -> FinalRegisters {
    let begun = machine.attempted();
    let is_foreign = |address| image.line(address).is_some_and(|line| line.file != 0);
    let mut left = None;
    loop {
        let rest = budget.saturating_sub(machine.attempted() - begun);
        let stop = if left.is_some() {
            machine.run(host, rest.min(1), &mut ())
        } else {
            machine.run(host, rest, &mut Until(&is_foreign, false))
        };
        match stop {
            Stop::Pause => left = Some((machine.registers(), machine.attempted())),
            Stop::Budget if left.is_some() && rest > 1 => {
                left = left.filter(|_| is_foreign(machine.pc()));
            }
            stop => {
                let (registers, at) =
                    left.unwrap_or_else(|| (machine.registers(), machine.attempted()));
                return FinalRegisters { stop, registers, at };
            }
        }
    }
}

/// Whether an instruction is from the submission itself.
pub(super) fn is_own(image: &Image, address: u64) -> bool {
    image.line(address).is_some_and(|line| line.file == 0)
}

/// The line of the submission that an instruction is from.
pub(super) fn line(image: &Image, address: u64) -> Option<u32> {
    let line = image.line(address)?;
    match line.used_at {
        Some((0, used)) if line.file != 0 => Some(used),
        _ => (line.file == 0).then_some(line.line),
    }
}

/// Pauses before the first instruction of some.
struct Until<'u>(&'u dyn Fn(u64) -> bool, bool);

impl Observer for Until<'_> {
    const MARKS: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        self.0(address)
    }

    fn arrived(&mut self, _: u64) {
        self.1 = true;
    }

    fn pauses(&self) -> bool {
        self.1
    }
}
