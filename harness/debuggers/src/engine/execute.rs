//! Executes instructions that the user types while the program is stopped.
//!
//! They count as instructions of the run, and they are a change by the user: going back over them
//! undoes them, and what followed is forgotten.

use machine::{Machine as _, Stop};

use super::Typed;
use super::drive::{Drive, Frontend, Halt};
use targets::target::AnyMachine;

/// Result of executing a typed instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Executed {
    /// The program is where it was.
    Stays,
    /// The same; the instruction would have skipped the next one.
    Skips,
    /// The program continues where the instruction jumped.
    Turns,
    /// The instruction has ended the program.
    Ends(Halt),
    /// Nothing has changed, for this reason.
    Undone(String),
}

impl Drive<'_> {
    /// Executes a typed instruction, with all machine instructions that it stands for.
    ///
    /// # Errors
    /// The reason why there is nothing to execute.
    pub(crate) fn execute(
        &mut self,
        text: &str,
        frontend: &mut dyn Frontend,
    ) -> Result<Executed, String> {
        if self.ended.is_some() {
            return Err("the program has ended".to_owned());
        }
        let pc = self.run.pc();
        if self.is_in_slot(pc) {
            return Err("the program is between a jump and its delay slot: step first".to_owned());
        }
        let typed = self.run.assemble(text)?;
        let executed = loop {
            let settle = |stop, machine: &mut _| settle(stop, machine, &typed, pc);
            match self.run.timeline.execute(&typed, settle) {
                Ok(executed) => break executed,
                Err(None) => {
                    break Executed::Undone(
                        "nothing has changed: the call would overwrite itself here; step first"
                            .to_owned(),
                    );
                }
                Err(Some(stop)) => {
                    // `Ok` if there is input now.
                    if let Err(halt) = self.after_run(stop, frontend) {
                        break Executed::Undone(self.undone(halt));
                    }
                }
            }
        };
        self.show(frontend);
        if let Executed::Ends(halt) = &executed {
            self.ended = Some(halt.clone());
        }
        if !matches!(executed, Executed::Undone(_)) {
            self.pending = None;
        }
        Ok(executed)
    }

    /// Why an instruction was undone.
    fn undone(&self, halt: Halt) -> String {
        let why = match halt {
            Halt::Fault(fault) => fault.cause.sentence(self.run.machine().spec()),
            Halt::Limit(limit) => targets::diagnose::limit(limit, self.run.machine().spec()),
            _ => "it waits for input, which must be given before it".to_owned(),
        };
        format!("nothing has changed: {why}")
    }

    /// Whether the next instruction is in the slot of a jump, whose target would be forgotten.
    fn is_in_slot(&self, pc: u64) -> bool {
        let target = self.run.program.target;
        let slots = target.delay_slots() * target.instruction_units(0);
        let jump = pc.checked_sub(slots).filter(|_| slots > 0);
        jump.and_then(|at| self.run.machine().role(at))
            .is_some_and(|role| role.turns && !role.is_open())
    }
}

/// Sets the program counter after typed instructions of a program that is stopped at `pc`; `None` if
/// a jump did not survive what it stored.
fn settle(stop: Stop, machine: &mut AnyMachine, typed: &Typed, pc: u64) -> Option<Executed> {
    match stop {
        Stop::Exit { status } => return Some(Executed::Ends(Halt::Ended(status))),
        Stop::End => return Some(Executed::Ends(Halt::RanOff)),
        _ => {}
    }
    let (now, end) = (machine.pc(), typed.end());
    let skips = now == end + 1 && skips(machine, typed);
    if now == end || skips {
        machine.set_pc(pc);
        return Some(if skips { Executed::Skips } else { Executed::Stays });
    }
    let is_whole = |(at, unit): (u64, &u64)| machine.peek(at) == Some(*unit);
    if !(typed.at..).zip(&typed.units).all(is_whole) {
        return None;
    }
    // Without room before the program counter, a call has the wrong return address.
    let links = machine.role(typed.last).unwrap_or_default().writes;
    for name in links.into_iter().filter(|_| pc != end) {
        if machine.register(name) == Some(end) {
            machine.set_register(name, pc);
        }
    }
    Some(Executed::Turns)
}

/// Whether an instruction that continues one unit further skips, and does not jump there.
fn skips(machine: &AnyMachine, typed: &Typed) -> bool {
    // A jump goes to the same address from another place.
    let (mut elsewhere, at) = (machine.clone(), typed.end());
    elsewhere.poke_all(at, &typed.units);
    let role = elsewhere.role(at).unwrap_or_default();
    role.target.map_or(role.falls || role.skips, |target| target == at + 2)
}
