//! Findings about undefined values.

use machine::Machine as _;
use machine::follow::{Doubt, Origin, Use};

use crate::checks;
use crate::finding::{Finding, Scene};
use crate::wording;

/// What depends on a value.
fn dependent(how: Use) -> &'static str {
    match how {
        Use::Branch => "a branch",
        Use::Address => "the address of a memory access",
        Use::Jump => "the target of a jump",
        Use::Call => "a system call",
        Use::Device => "a store to a device",
    }
}

impl Scene<'_> {
    /// An undefined value decided something.
    pub(crate) fn undefined(
        &self,
        pc: u64,
        how: Use,
        doubt: Doubt,
        read_at: Option<u64>,
    ) -> Option<Finding> {
        let origin = self.watch.origin(doubt.origin)?;
        let is_free = self.program.target.convention().is_some_and(|it| it.is_free);
        let is_start = matches!(origin, Origin::Start { .. });
        if self.is_argument_count(how, origin) || is_free && !is_start {
            return None;
        }
        let read = read_at.unwrap_or(pc);
        let dependent = dependent(how);
        let decides = if read == pc {
            format!("{dependent} depends on it")
        } else {
            format!("{dependent} in {} depends on it", self.place(pc))
        };
        let found = match origin {
            Origin::Start { slot } => self.unset(read, slot),
            Origin::Call { slot, call, entry, is_written } => {
                self.after_call(read, slot, call, entry, is_written)
            }
            Origin::StackLoad { pc: load } => {
                let message = format!(
                    "{} reads a word of the stack that was not written since it was allocated",
                    self.place(load)
                );
                self.finding(&checks::UNWRITTEN, load, message).about("stack")
            }
            Origin::Stack => {
                let message =
                    format!("{} uses stack memory that was never written", self.place(read));
                self.finding(&checks::UNWRITTEN, read, message).about("stack")
            }
            Origin::Number { slot, pc: call } => {
                let name = self.register(slot);
                let message = format!("{} reads `{name}` before it is set", self.place(read));
                let left =
                    format!("it still holds the number of the system call in {}", self.place(call));
                self.finding(&checks::UNSET, read, message).note(left).about(name)
            }
        };
        let found = self.fallen(found, origin, read);
        Some(Finding { is_of_jump: how == Use::Jump, ..found.note(decides) })
    }

    /// Whether a program tests its number of arguments, which are none.
    fn is_argument_count(&self, how: Use, origin: Origin) -> bool {
        let Origin::Start { slot } = origin else { return false };
        let first = self.program.target.convention().and_then(|it| it.arguments.first());
        how == Use::Branch && Some(&self.name(slot)) == first
    }

    fn unset(&self, read: u64, slot: u8) -> Finding {
        let (name, place) = (self.register(slot), self.place(read));
        if self.reads(read, slot) {
            let message = wording::read_before_set(&place, &name);
            return self.finding(&checks::UNSET, read, message).about(name);
        }
        let message = format!("{place} uses a value that comes from `{name}`, which was never set");
        let found = self.finding(&checks::UNSET, read, message);
        self.copied(found, read).about(name)
    }

    /// Adds where the registers of an instruction got their values.
    fn copied(&self, found: Finding, read: u64) -> Finding {
        let role = self.machine.role(read).unwrap_or_default();
        let slots = self.names.iter().filter(|(_, name)| role.reads.contains(name));
        let writers = slots.filter_map(|&(slot, _)| {
            let writer = self.watch.writer_before(slot, read)?;
            Some(format!("`{}` got its value in {}", self.register(slot), self.place(writer)))
        });
        let notes: Vec<String> = writers.take(2).collect();
        notes.into_iter().fold(found, Finding::note)
    }

    fn after_call(&self, read: u64, slot: u8, call: u64, entry: u64, is_written: bool) -> Finding {
        let (name, procedure) = (self.register(slot), self.procedure(entry));
        let (place, call) = (self.place(read), self.place(call));
        let message = if self.reads(read, slot) {
            wording::read_after_call(&place, &name, &procedure, &call)
        } else {
            format!(
                "{place} uses a value that comes from `{name}`, which the call to `{procedure}` \
                 ({call}) may have overwritten"
            )
        };
        let found = self.finding(&checks::CLOBBERED, read, message).about(name.clone());
        let found = if is_written {
            found.note(format!("`{procedure}` does change `{name}`"))
        } else {
            found
        };
        self.with_unread_argument(found, read, slot)
    }

    /// Adds that another argument register was set in vain.
    fn with_unread_argument(&self, found: Finding, read: u64, slot: u8) -> Finding {
        let Some(convention) = self.program.target.convention() else { return found };
        let Some((call, _)) = self.watch.open().next_back() else { return found };
        let is_argument = |name: &str| convention.arguments.contains(&name);
        if !is_argument(self.name(slot)) || self.procedure_at(read) != Some(self.watch.procedure())
        {
            return found;
        }
        let arguments = self.names.iter().filter(|(_, name)| is_argument(name));
        let set = arguments.filter_map(|&(other, _)| {
            let writer = self.watch.writer(other).filter(|_| other != slot)?;
            // Set directly before the call.
            (writer < call && call - writer <= 16 && self.is_unread(other))
                .then_some((other, writer))
        });
        match set.max_by_key(|(_, writer)| *writer) {
            Some((other, writer)) => found.note(format!(
                "{} sets `{}`, which `{}` does not read",
                self.place(writer),
                self.register(other),
                self.procedure(self.watch.procedure())
            )),
            None => found,
        }
    }

    /// Whether no instruction of the current procedure reads a register.
    fn is_unread(&self, slot: u8) -> bool {
        let entry = self.watch.procedure();
        let lines = &self.program.image.lines;
        let own = lines.iter().map(|line| line.address).filter(|&at| at >= entry);
        let own = own.take_while(|&at| at == entry || !self.watch.is_entry(at));
        !own.into_iter().any(|at| self.reads(at, slot))
    }

    fn procedure_at(&self, address: u64) -> Option<u64> {
        let lines = &self.program.image.lines;
        let before = lines.iter().rev().map(|line| line.address).filter(|&at| at <= address);
        before.into_iter().find(|&at| self.watch.is_entry(at))
    }

    /// The fall into a procedure, if that is why a register of it is undefined.
    fn fallen(&self, found: Finding, origin: Origin, read: u64) -> Finding {
        let Some((from, into)) = self.watch.fell() else { return found };
        let is_register = matches!(origin, Origin::Start { .. } | Origin::Call { .. });
        if !is_register || self.procedure_at(read) != Some(into) {
            return found;
        }
        self.fall(from, into).note(found.message)
    }

    /// Control fell into a procedure.
    pub(crate) fn fall(&self, from: u64, into: u64) -> Finding {
        let procedure = self.procedure(into);
        let message = wording::falls_into(&self.place(from), &procedure);
        let help = "end each procedure with a return, and the program with the call that ends it";
        self.finding(&checks::ASTRAY, from, message).help(help).about(procedure)
    }
}
