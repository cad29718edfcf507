//! Accesses of a watched program: the stack, what procedures saved there, and objects.

use super::super::{Doubt, Follow, StoredDoubt};
use super::saves::Save;
use super::{Incident, Origin, Source, Watch};

/// Stores below the stack pointer that are kept.
const MOST_BELOW: usize = 64;

/// Largest change of the stack pointer that makes memory undefined.
const MOST_FRAME: u64 = 1 << 20;

/// An access to memory.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct WatchedAccess {
    pub(in super::super) address: u64,
    pub(in super::super) units: u64,
    /// What the address was made from.
    pub(in super::super) source: Source,
    /// What the stored value was made from; `None` for a load.
    pub(in super::super) stored: Option<Source>,
}

impl Follow {
    /// Call before an access.
    #[inline]
    pub(in super::super) fn accesses(&self, access: WatchedAccess) {
        if let Some(watch) = &self.watch {
            watch.accesses(self.pc(), access);
        }
    }

    /// Call when an instruction sets the stack pointer.
    pub(in super::super) fn sets_stack(&self, new: u64, source: Source) {
        let Some(watch) = &self.watch else { return };
        let old = watch.stack.replace(new);
        if watch.registers.link.is_none() {
            return watch.pushed.moves(self.pc(), old, new);
        }
        let mut now = watch.now.borrow_mut();
        if source != Source::Stack {
            now.replaced = true;
            watch.is_stack_known.set(false);
            watch.below.borrow_mut().clear();
            if watch.open.is_empty() && watch.calls == 0 {
                // The program sets up its stack.
                now.replaced = false;
                watch.is_stack_known.set(true);
                watch.lowest.set(new);
                drop(now);
                self.set_source(watch.registers.stack, Source::Stack);
            }
            return;
        }
        if !watch.is_stack_known.get() {
            return;
        }
        if new < old {
            now.lowered = true;
            let lowest = watch.lowest.get();
            if new < lowest {
                watch.lowest.set(new);
                self.undefine(watch, new, lowest);
            }
            // Stored before its memory was allocated.
            let mut below = watch.below.borrow_mut();
            let stored = below.iter().filter(|(_, address)| (new..lowest).contains(address));
            for &(_, address) in stored {
                let end = address + watch.registers.word_units;
                self.set_units_late(address..end, StoredDoubt::NONE);
            }
            below.retain(|&(_, address)| address < new);
        } else if new > old {
            if !now.lowered {
                now.popped = new;
            }
            now.raised = true;
            self.undefine(watch, old, new);
        }
    }

    /// Makes memory of the stack undefined, unless the program's file initialises it.
    fn undefine(&self, watch: &Watch, start: u64, end: u64) {
        if end - start <= MOST_FRAME && !watch.is_initialised(start, end) {
            let number = watch.origins.borrow_mut().number(Origin::Stack);
            let doubt = Doubt::of(0xff, number);
            let kept = StoredDoubt { doubt, ..StoredDoubt::NONE };
            self.set_units_late(start..end, kept);
        }
    }

    /// The doubt of a load, with the load as its reason if it is of the stack.
    pub(in super::super) fn doubt_of_load(&self, doubt: Doubt) -> Doubt {
        let Some(watch) = &self.watch else { return doubt };
        let mut origins = watch.origins.borrow_mut();
        if doubt.is_none() || origins.get(doubt.origin) != Some(Origin::Stack) {
            return doubt;
        }
        if watch.below_at.get() == self.pc() {
            // It is reported, and the value is still there.
            return Doubt::NONE;
        }
        Doubt { origin: origins.number(Origin::StackLoad { pc: self.pc() }), ..doubt }
    }
}

impl Watch {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn accesses(&self, pc: u64, access: WatchedAccess) {
        let WatchedAccess { address, units, stored, .. } = access;
        if let Some(freed_by) = self.objects.freed_by(address..address + units) {
            let is_store = stored.is_some();
            self.report(Incident::Freed { pc, address, is_store, freed_by });
        }
        match (self.registers.link, stored) {
            (None, Some(_)) => self.pushed.stores(pc, address),
            (None, None) => self.pushed.loads(pc, address),
            (Some(_), _) => self.accesses_frame(pc, access),
        }
    }

    /// An access where calls do not push.
    fn accesses_frame(&self, pc: u64, access: WatchedAccess) {
        let WatchedAccess { address, units, source, stored } = access;
        if let Some(base) = source.base() {
            self.check_object(pc, access, base.into());
            if units < self.registers.word_units && stored.is_none() {
                self.kinds.loads(pc, base.into(), address);
            }
        }
        if source == Source::Stack && address < self.stack.get() && self.is_stack_known.get() {
            self.access_below(pc, address, stored.is_some());
        }
        let may_have = self.saves.borrow().may_have(address);
        match stored {
            Some(stored) => {
                if may_have {
                    self.check_saves(pc, address, stored);
                }
                if let Source::Saved(slot) = stored {
                    self.save(pc, address, slot, source);
                }
            }
            None if may_have => {
                let mut saves = self.saves.borrow_mut();
                if saves.get(address).is_some_and(|save| save.depth == self.open.len()) {
                    saves.remove(address);
                }
            }
            None => {}
        }
    }

    fn check_object(&self, pc: u64, access: WatchedAccess, base: u64) {
        let WatchedAccess { address, units, stored, .. } = access;
        let Some(object) = self.objects.find(base) else { return };
        if address >= object.start && address + units <= object.end {
            return;
        }
        let (is_store, branch) = (stored.is_some(), self.branch);
        self.report(Incident::Outside { pc, address, units, is_store, base, branch });
    }

    /// Whether the program's file initialises a part of this memory.
    fn is_initialised(&self, start: u64, end: u64) -> bool {
        self.initialised.iter().any(|range| range.start < end && start < range.end)
    }

    fn access_below(&self, pc: u64, address: u64, is_store: bool) {
        let mut below = self.below.borrow_mut();
        if is_store {
            below.retain(|&(_, at)| at != address);
            if below.len() < MOST_BELOW {
                below.push((pc, address));
            }
        } else if !below.iter().any(|&(_, at)| at == address)
            && !self.is_initialised(address, address + 1)
        {
            self.below_at.set(pc);
            self.report(Incident::LoadedBelow { pc, address });
        }
    }

    fn save(&self, pc: u64, address: u64, slot: u8, source: Source) {
        if source != Source::Stack || self.open.is_empty() || !self.is_stack_known.get() {
            return;
        }
        let (owner, depth) = (self.procedure(), self.open.len());
        self.saves.borrow_mut().add(address, Save { slot, pc, owner, depth });
    }

    fn check_saves(&self, pc: u64, address: u64, stored: Source) {
        let mut saves = self.saves.borrow_mut();
        let Some(Save { slot, pc: saved_by, owner, depth }) = saves.get(address) else { return };
        if depth > self.open.len() || stored == Source::Saved(slot) && depth == self.open.len() {
            return;
        }
        saves.remove(address);
        let is_raised = self.open.last().is_some_and(|open| open.stack < self.stack.get());
        let raised_by = self.writer(self.registers.stack).filter(|_| is_raised);
        self.report(Incident::Overwritten { pc, address, slot, saved_by, owner, raised_by });
    }
}
