//! Where subroutines start, for the names in messages.
//!
//! Sure starts are the entry point, targets of direct calls, global labels, `main`, functions of a
//! compiled program, and the first address of each segment. If a compiler has listed functions,
//! there are no others.
//!
//! A program in assembly language may enter a subroutine in other ways: by a jump, through a
//! register or a pointer, or by a return from a trap. So another label is a start, too, if
//!
//! 1. control never continues to it from the instruction before: this is a return, a jump, or an exit
//!    call, no instruction skips it, and no call returns to the label; and
//! 2. from the start before the label up to the label, no branch or jump goes to the label or beyond
//!    it, up to the next sure start. The label of an `else`, of the end of a loop, or of a loop that is
//!    entered at its condition is the target of such a jump, or lies before one; and
//! 3. between the same two there is no jump through a register that may be that of a `switch`, whose
//!    cases are labels after a jump that no instruction names: one whose address is loaded or
//!    computed. A jump to an address formed from constants is none.

use std::collections::BTreeSet;

use machine::{CallFlow, Image, Machine as _, Role};

use super::rules::Rules;
use crate::target::{AnyMachine, Target};

/// Most instructions before a system call or a jump in which its register is looked for.
const MOST_BEFORE: usize = 8;

/// An instruction of a segment.
pub(super) struct Step {
    pub(super) address: u64,
    pub(super) flow: CallFlow,
    pub(super) text: String,
}

/// What is known about the program.
pub(super) struct Code<'c> {
    pub(super) target: &'c Target,
    pub(super) image: &'c Image,
    pub(super) machine: &'c AnyMachine,
    pub(super) rules: Rules,
}

/// Looks for starts in the instructions of a segment.
struct Search<'s> {
    steps: &'s [Step],
    roles: Vec<Option<Role>>,
    /// Number of delay slots.
    slots: usize,
    /// Register with the number of a system call, and numbers that end the program.
    exits: (&'static str, &'static [u64]),
    /// Index of the latest start.
    begin: usize,
    /// Targets of the branches and jumps since then.
    targets: BTreeSet<u64>,
    /// Whether there was a jump since then that may be that of a `switch`.
    switches: bool,
}

impl Code<'_> {
    /// Sure starts, in addition to the entry point and the targets of calls.
    pub(super) fn sure(&self) -> BTreeSet<u64> {
        let image = self.image;
        let code = || image.segments.iter().filter(|segment| segment.executable);
        let mut sure: BTreeSet<u64> = code().map(|segment| segment.base).collect();
        sure.extend(image.compiled.functions());
        if self.rules.is_script {
            return sure;
        }
        // Without object files, or a convention for calls, every label is global.
        let architecture = self.target.architecture();
        let has_calls = architecture.convention().is_some_and(|convention| !convention.is_free);
        let is_linked = architecture.elf_machine().is_some() && has_calls;
        let named = image.symbols.iter().filter(|it| it.address);
        let named = named.filter(|it| is_linked && it.global || it.name == "main");
        let is_code = |at: &u64| {
            code().any(|segment| (segment.base..segment.base + segment.size).contains(at))
        };
        sure.extend(named.map(|symbol| symbol.value).filter(is_code));
        sure
    }

    /// The other starts in the instructions of a segment; `returns` are the addresses after calls.
    pub(super) fn others(
        &self,
        steps: &[Step],
        sure: &BTreeSet<u64>,
        returns: impl Fn(u64) -> bool,
    ) -> Vec<u64> {
        if self.rules.is_script || !self.image.compiled.functions().is_empty() {
            return Vec::new();
        }
        let symbols = self.image.symbols.iter().filter(|symbol| symbol.address);
        let labels: BTreeSet<u64> = symbols.map(|symbol| symbol.value).collect();
        let mut search = Search {
            steps,
            roles: steps.iter().map(|step| self.machine.role(step.address)).collect(),
            slots: self.rules.slots as usize,
            exits: self.target.architecture().exits(self.target.dialect()),
            begin: 0,
            targets: BTreeSet::new(),
            switches: false,
        };
        let mut others = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let address = step.address;
            let next = sure.range(address + 1..).next().copied().unwrap_or(u64::MAX);
            if sure.contains(&address) {
                search.begin_at(at);
            } else if labels.contains(&address)
                && !returns(address)
                && search.is_apart(at)
                && search.targets.range(address..next).next().is_none()
            {
                others.push(address);
                search.begin_at(at);
            }
            search.note(at);
        }
        others
    }
}

impl Search<'_> {
    fn begin_at(&mut self, at: usize) {
        self.begin = at;
        self.targets.clear();
        self.switches = false;
    }

    /// Notes where the instruction at an index goes.
    fn note(&mut self, at: usize) {
        let Some(role) = &self.roles[at] else { return };
        // On RISC-V, `jr t0` is a return only if nothing here has set `t0`, the second link register.
        let may_switch = match self.steps[at].flow {
            CallFlow::Call => return,
            CallFlow::Return => {
                role.reads.first() == Some(&"t0") && self.set_before(at, "t0").is_some()
            }
            CallFlow::Other => role.turns,
        };
        if !may_switch {
            return;
        }
        match (role.target, role.reads.first()) {
            (Some(target), _) => drop(self.targets.insert(target)),
            (None, Some(register)) if !role.falls => {
                self.switches |=
                    !self.set_before(at, register).is_some_and(|by| self.is_constant(by));
            }
            _ => {}
        }
    }

    /// Whether the instruction at an index is not reached from those before it, as far as these do not
    /// name it.
    fn is_apart(&self, at: usize) -> bool {
        let Some(last) = at.checked_sub(1 + self.slots) else { return false };
        let role = |at: usize| self.roles.get(at).and_then(Option::as_ref);
        // The label is in the delay slot of a jump.
        let is_slot = (last + 1..at).any(|slot| role(slot).is_none_or(|role| role.turns));
        let is_skipped = last.checked_sub(1).and_then(role).is_some_and(|role| role.skips);
        let Some(ends) = role(last) else { return false };
        let goes_on = if is_trap_return(&self.steps[last].text) {
            false
        } else if ends.is_open() {
            !self.is_exit(last)
        } else {
            ends.falls && !self.is_always(last, ends)
        };
        !(self.switches || is_slot || is_skipped || goes_on)
    }

    /// Whether a branch is always taken: the `b` of MIPS compares the register zero with itself.
    fn is_always(&self, at: usize, role: &Role) -> bool {
        let text = &self.steps[at].text;
        let is_zero = role.reads.iter().all(|register| *register == "zero");
        is_zero && (text.starts_with("beq ") || text.starts_with("bgez "))
    }

    /// Whether the system call at an index ends the program.
    fn is_exit(&self, at: usize) -> bool {
        let (register, numbers) = self.exits;
        let by = self.set_before(at, register).filter(|by| self.is_constant(*by));
        let number = by.and_then(|by| last_number(&self.steps[by].text));
        number.is_some_and(|number| numbers.contains(&number))
    }

    /// Index of the instruction that sets a register before the one at an index.
    fn set_before(&self, at: usize, register: &str) -> Option<usize> {
        let first = self.begin.max(at.saturating_sub(MOST_BEFORE));
        let writes = |role: &Role| role.writes.contains(&register);
        (first..at).rev().find(|&by| self.roles[by].as_ref().is_some_and(writes))
    }

    /// Whether an instruction neither loads from memory nor combines registers.
    fn is_constant(&self, at: usize) -> bool {
        let few =
            |role: &Role| role.reads.iter().filter(|register| **register != "zero").count() <= 1;
        !self.steps[at].text.contains('(') && self.roles[at].as_ref().is_some_and(few)
    }
}

/// Whether an instruction returns from a trap, which its row does not say.
fn is_trap_return(text: &str) -> bool {
    matches!(text, "mret" | "sret" | "uret" | "eret")
}

/// The last operand of an instruction, if it is a number.
fn last_number(text: &str) -> Option<u64> {
    let last = text.rsplit([' ', ',']).next()?;
    match last.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => last.parse().ok(),
    }
}
