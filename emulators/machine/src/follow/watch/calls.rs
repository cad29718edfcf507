//! System calls of a watched program.

use super::super::{Doubt, Follow, Use};
use super::{Incident, Origin, Source};

/// Number of the call that prints an integer, in every dialect that has one.
const PRINT_INT: u64 = 1;

/// Number of the call that prints a string, in every dialect that takes its address.
const PRINT_STRING: u64 = 4;

impl Follow {
    /// Checks what a system call is given.
    pub(in super::super) fn check_system_call(
        &self,
        number: u64,
        reads: &[u8],
        get: impl Fn(u8) -> u64,
    ) {
        let Some(watch) = &self.watch else { return };
        let pc = self.pc();
        let Some((&slot, arguments)) = reads.split_first() else { return };
        if let Source::Result(from) = self.source(slot) {
            watch.report(Incident::Number { pc, number, from: from.into() });
        }
        let sources = arguments.iter().map(|&slot| self.source(slot));
        for source in sources.filter(|_| number == PRINT_INT && arguments.len() == 1) {
            if let Source::Returned(from) = source {
                watch.report(Incident::Printed { pc, from: from.into() });
            }
        }
        watch.quiet.set(None);
        if watch.quiet_calls.contains(&number) {
            watch.quiet.set(Some(slot));
            if let (PRINT_STRING, &[text]) = (number, arguments) {
                self.used(Use::Call, self.doubt_of_load(self.unit(get(text))));
            }
        }
    }

    /// A jump to the return address of a call that has returned.
    pub(in super::super) fn jumps_to_stale(&self, call: u64) {
        if let Some(watch) = &self.watch {
            let (pc, link) = (self.pc(), watch.registers.link);
            let saved = watch.open.last().map_or(0, |open| open.saved);
            let saves = watch.saves.borrow();
            let own = saves.after(saved).find(|(_, save)| Some(save.slot) == link);
            let saved_by = own.map(|(_, save)| save.pc);
            drop(saves);
            watch.report(Incident::Stale { pc, call, saved_by });
        }
    }

    /// Whether a register holds the number that the last system call left there.
    pub(in super::super) fn is_old_number(&self, doubt: Doubt) -> bool {
        let Some(watch) = &self.watch else { return false };
        doubt.is_copy && matches!(watch.origin(doubt.origin), Some(Origin::Number { .. }))
    }

    /// Notes the registers that a system call changed.
    pub(in super::super) fn note_results(&self, changed: impl Iterator<Item = (u8, u64)>) {
        let Some(watch) = &self.watch else { return };
        let pc = self.pc();
        let granted = watch.granted.take();
        // A result may be the value that its register had.
        let is_quiet = watch.quiet.get().is_some();
        for &slot in watch.registers.results.iter().filter(|_| !is_quiet) {
            self.set_late(slot, Doubt::NONE);
        }
        for (slot, value) in changed {
            watch.wrote(slot, pc);
            if watch.quiet.get() == Some(slot) {
                watch.quiet.set(None);
            }
            let is_block = granted == Some(value);
            let source =
                if is_block { Source::Base(value as u32) } else { Source::Result(pc as u32) };
            self.set_source(slot, source);
        }
        if let Some(slot) = watch.quiet.take() {
            let origin = watch.origins.borrow_mut().number(Origin::Number { slot, pc });
            self.set_late(slot, Doubt::of(u32::MAX.into(), origin));
        }
    }

    /// Notes memory that the system allocated.
    pub(in super::super) fn note_granted(&mut self, range: std::ops::Range<u64>) {
        if let Some(watch) = self.watch.as_mut().filter(|_| !range.is_empty()) {
            watch.granted.set(Some(range.start));
            watch.objects.change(range.clone(), None);
            if watch.has_objects {
                watch.objects.add(range);
            }
        }
    }
}
