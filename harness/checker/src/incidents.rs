//! Findings about calls, the stack and memory.

use architecture::Back;
use machine::follow::Incident;

use crate::checks;
use crate::finding::{Finding, Scene};
use crate::objects::DataObject;
use crate::wording;

impl Scene<'_> {
    /// The finding of an incident; `None` if it is not a mistake after all.
    pub(crate) fn incident(&self, incident: &Incident, objects: &[DataObject]) -> Option<Finding> {
        if self.is_allowed(incident) {
            return None;
        }
        Some(match *incident {
            Incident::Preserved { .. } => return self.preserved(incident),
            Incident::Stack { pc, entry, call, was, is } => self.stack(pc, entry, call, was, is),
            Incident::Stale { pc, call, saved_by } => self.stale(pc, call, saved_by),
            Incident::Misaligned { pc, stack } => {
                let convention = self.program.target.convention()?;
                let name = self.stack_pointer();
                let place = self.place(pc);
                let message = wording::misaligned(&place, &name, convention.loose_alignment_units);
                let value = format!("`{name}` is {}", self.word(stack));
                self.finding(&checks::ALIGNMENT, pc, message).note(value).about(name)
            }
            Incident::StoredBelow { pc, address } => {
                let message = wording::stored_below(&self.place(pc));
                let address = self.program.target.spec().show_address(address);
                let note = format!("a call may overwrite the word at {address}");
                self.finding(&checks::BELOW, pc, message).note(note).about("stack")
            }
            Incident::LoadedBelow { pc, .. } => {
                let message = wording::loaded_below(&self.place(pc));
                let note = "its frame is already freed";
                self.finding(&checks::BELOW, pc, message).note(note).about("stack")
            }
            Incident::Overwritten { pc, slot, saved_by, owner, raised_by, .. } => {
                self.overwritten(pc, slot, saved_by, owner, raised_by)
            }
            Incident::Outside { pc, address, units, is_store, base, branch } => {
                return self
                    .outside(objects, &Access { pc, address, units, is_store, base, branch });
            }
            Incident::Freed { pc, address, is_store, freed_by } => {
                let check = if is_store { &checks::OUTSIDE } else { &checks::LOADED };
                let does = if is_store { "writes" } else { "reads" };
                let address = self.program.target.spec().show_address(address);
                let (place, freed) = (self.place(pc), self.place(freed_by));
                let message = format!("{place} {does} {address}, which {freed} has freed");
                let help = "do not use memory after it was freed: copy what you need before that";
                self.finding(check, pc, message).help(help).about(freed)
            }
            Incident::Number { pc, number, from } => {
                let message = format!(
                    "{} makes system call {number}, which is the result of the one in {}",
                    self.place(pc),
                    self.place(from)
                );
                self.finding(&checks::NUMBER, pc, message)
            }
            Incident::Printed { pc, from } => {
                let procedure = self.procedure(self.watch.procedure_of(from).unwrap_or(from));
                let message = format!(
                    "{} returns from `{procedure}` with an address in the result register",
                    self.place(from)
                );
                let note = format!("{} prints it as a number", self.place(pc));
                self.finding(&checks::PRINTED, from, message).note(note)
            }
        })
    }

    /// Whether each subroutine has a convention of its own, which may pass values on the stack and
    /// has no number of a system call in a register.
    fn is_allowed(&self, incident: &Incident) -> bool {
        let is_of_stack = matches!(
            incident,
            Incident::Stack { .. }
                | Incident::Misaligned { .. }
                | Incident::StoredBelow { .. }
                | Incident::LoadedBelow { .. }
                | Incident::Number { .. }
        );
        is_of_stack && self.program.target.convention().is_some_and(|it| it.is_free)
    }

    fn preserved(&self, incident: &Incident) -> Option<Finding> {
        let Incident::Preserved { pc, entry, call, slot, was, is, first, undefined, is_needed } =
            *incident
        else {
            return None;
        };
        let (name, procedure) = (self.register(slot), self.procedure(entry));
        let message = wording::not_restored(&procedure, &name);
        if let Some(undefined) = undefined {
            let load = match self.watch.origin(undefined) {
                Some(machine::follow::Origin::StackLoad { pc }) => pc,
                _ => pc,
            };
            let note = format!(
                "{} loads it from a word of the stack that was not written since it was allocated",
                self.place(load)
            );
            return Some(self.finding(&checks::PRESERVED, load, message).note(note).about(name));
        }
        let first = first.unwrap_or(pc);
        // A procedure that computes with the caller's value shares the register with it.
        if self.reads(first, slot) || !is_needed {
            return None;
        }
        let values = format!(
            "it was {} at the call in {}, and is {} at the return in {}",
            self.word(was),
            self.place(call),
            self.word(is),
            self.place(pc)
        );
        let found = self.finding(&checks::PRESERVED, first, message).note(values);
        let help = format!(
            "use a register that a procedure may change, or save `{name}` on the stack and restore \
             it before the return"
        );
        Some(found.help(help).about(name))
    }

    /// Remark about a preserved register in which no caller has a value.
    pub(crate) fn remark(&self, incident: &Incident) -> Option<String> {
        let Incident::Preserved { entry, call, slot, first, is_needed, .. } = *incident else {
            return None;
        };
        let first = first.filter(|&first| !is_needed && !self.reads(first, slot))?;
        // The system's own code, which calls `main`, needs no registers.
        self.line_of(call).is_some().then(|| {
            let message = wording::not_restored(&self.procedure(entry), &self.register(slot));
            format!("{message} ({}); no caller has a value in it", self.place(first))
        })
    }

    fn stack(&self, pc: u64, entry: u64, call: u64, was: u64, is: u64) -> Finding {
        let convention = self.program.target.convention();
        let name = self.stack_pointer();
        let procedure = self.procedure(entry);
        let is_pushed = convention.is_some_and(|convention| convention.back == Back::Pushed);
        let message = if is_pushed {
            let [is, was] = [is, was].map(|value| self.word(value));
            wording::pushed_stack_differs(&procedure, &name, &is, &was)
        } else {
            let apart = i64::from(is.wrapping_sub(was) as u32 as i32);
            wording::stack_differs(&procedure, &name, apart)
        };
        let note = format!("it was called in {}", self.place(call));
        self.finding(&checks::STACK, pc, message).note(note).about(name)
    }

    fn stale(&self, pc: u64, call: u64, saved_by: Option<u64>) -> Finding {
        if let Some((from, into)) = self.watch.fell() {
            return self.fall(from, into);
        }
        let link = self
            .watch
            .link_slot()
            .map_or_else(|| "the return address".to_owned(), |slot| self.register(slot));
        let message = format!(
            "{} returns to the place after the call in {} again: that call overwrote `{link}`",
            self.place(pc),
            self.place(call)
        );
        let found = self.finding(&checks::BACK, pc, message).about(link.clone());
        match saved_by {
            Some(save) => found
                .note(format!("{} saved `{link}`, but nothing restores it", self.place(save)))
                .help(format!("load `{link}` again before the return")),
            None => {
                let procedure = self.procedure(self.watch.procedure());
                found.note(format!("`{procedure}` did not save `{link}` before that call"))
            }
        }
    }

    fn overwritten(
        &self,
        pc: u64,
        slot: u8,
        saved_by: u64,
        owner: u64,
        raised_by: Option<u64>,
    ) -> Finding {
        let (name, owner) = (self.register(slot), self.procedure(owner));
        let message = format!(
            "{} overwrites the `{name}` that `{owner}` saved in {}",
            self.place(pc),
            self.place(saved_by)
        );
        let stack = self.stack_pointer();
        let found = self.finding(&checks::OUTSIDE, pc, message).about(name);
        match raised_by {
            Some(raised) => found
                .note(format!(
                    "{} has moved `{stack}` above its value at the call",
                    self.place(raised)
                ))
                .help("the stack grows down: subtract from the stack pointer to allocate"),
            None => found,
        }
    }

    fn outside(&self, objects: &[DataObject], access: &Access) -> Option<Finding> {
        let Access { pc, address, units, is_store, base, branch } = *access;
        let contains = |at: u64| objects.iter().find(|object| object.units.contains(&at));
        if contains(address).is_some_and(|other| address < base && !other.is_used) {
            // A program that does not use a label takes its memory for a part of the next object.
            return None;
        }
        let spec = self.program.target.spec();
        let does = if is_store { "writes" } else { "reads" };
        let check = if is_store { &checks::OUTSIDE } else { &checks::LOADED };
        let shown = spec.show_address(address);
        let made = contains(base);
        let block = self.watch.objects.find(base)?;
        let end = made.map_or(block.end, |object| object.units.end);
        let start = made.map_or(block.start, |object| object.units.start);
        let whose = made.map_or_else(
            || "a block of the heap".to_owned(),
            |object| format!("`{}`", object.name),
        );
        let size = machine::numbers::counted(end - start, "byte");
        let side = if address + units > end { "past the end of" } else { "before" };
        let message = format!("{} {does} {shown}, {side} {whose}", self.place(pc));
        let mut found = self.finding(check, pc, message).about(whose.clone());
        let other = contains(address).filter(|other| made.is_none_or(|it| it.name != other.name));
        found = match other {
            Some(other) => found.note(format!(
                "the address was made from {whose}, which has {size}; `{}` is there",
                other.name
            )),
            None => found.note(format!("the address was made from {whose}, which has {size}")),
        };
        if let Some(object) = made.filter(|object| object.directive == ".ascii")
            && let Some(place) = &object.place
        {
            let line = place.line;
            found = found
                .note(format!("{whose} in line {line} has no zero at its end"))
                .help("end the text with a zero byte, as `.asciiz` does");
        }
        if let Some(branch) = branch.filter(|&branch| branch != pc) {
            found = found.note(format!(
                "the branch in {} was the last to decide before that",
                self.place(branch)
            ));
        }
        Some(found)
    }

    /// Data was read from instructions, through the label of data.
    pub(crate) fn data(&self, pc: u64, address: u64, base: u64) -> Finding {
        let image = self.program.image;
        let spec = self.program.target.spec();
        let near = image.nearest_symbol(base).filter(|(_, distance)| *distance == 0);
        let whose = near.map_or_else(
            || spec.show_address(base),
            |(symbol, _)| format!("`{}`", asmkit::plain_name(&symbol.name)),
        );
        let message = format!(
            "{} reads {}, which is an instruction ({}), through the address of {whose}",
            self.place(pc),
            spec.show_address(address),
            self.place(address)
        );
        self.finding(&checks::LOADED, pc, message).about(whose)
    }
}

/// An access outside of an object.
struct Access {
    pc: u64,
    address: u64,
    units: u64,
    is_store: bool,
    base: u64,
    branch: Option<u64>,
}
