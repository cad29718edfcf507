//! Transfers of control in a watched program: calls, returns, falls and handlers.

use super::super::{Doubt, Follow};
use super::{Activation, Context, Incident, MOST_PRESERVED, Origin, Source, Watch, kind};

/// Maximum number of open calls.
const MOST_OPEN: usize = 250_000;

/// Instructions that a return may skip where calls push the return address.
const MOST_SKIPS: u64 = 3;

/// Open calls that are searched for one that set a register.
const MOST_SEARCHED: usize = 64;

/// A return address and one count, as a call pushes them.
const PUSHED: u64 = 1 << 18 | 1;

/// Value of a register.
type Get<'g> = &'g dyn Fn(u8) -> u64;

impl Follow {
    /// Whether the watch needs a report that control is at an address, with
    /// [`transfer`](Self::transfer).
    #[inline]
    pub fn is_transfer(&mut self, pc: u64) -> bool {
        let (longest, last) = (self.longest(), self.last());
        let Some(watch) = &mut self.watch else { return false };
        let kind = watch.map.kind_near(pc, &mut watch.last_range);
        let ran = std::mem::replace(&mut watch.next_kind, kind);
        if kind & kind::BRANCH != 0 {
            watch.branch = Some(pc);
        }
        let Some(last) = last else { return false };
        watch.ran = [(ran, last), watch.ran[0]];
        let (distance, cause) = (pc.wrapping_sub(last), watch.cause().0);
        let is_branch = cause & (kind::TURNS | kind::SYSTEM) == kind::TURNS;
        // A system call that waited for input is repeated.
        distance.wrapping_sub(1) >= longest && distance != 0 && !is_branch
            || kind & (kind::ENTRY | kind::COMPARES) != 0
            || cause & (kind::CALL | kind::RETURN) != 0
    }

    /// Call before the instruction at an address, if [`is_transfer`](Self::is_transfer).
    pub fn transfer(&mut self, pc: u64, get: Get<'_>) {
        let longest = self.longest();
        let Some(last) = self.last() else { return };
        let Some(mut watch) = self.watch.take() else { return };
        let ((cause, from), kind) = (watch.cause(), watch.next_kind);
        if kind & kind::COMPARES != 0
            && let Some(&slots) = watch.comparisons.get(&pc)
        {
            watch.compares(pc, slots, slots.map(get));
        }
        let is_next = (1..=longest).contains(&pc.wrapping_sub(last));
        // A branch that is not taken may skip its slot.
        let skips_slot = watch.has_slots && watch.ran[0].0 & kind::TURNS != 0;
        if is_next || skips_slot {
            if kind & kind::ENTRY != 0 && cause & kind::CALL == 0 {
                watch.now.get_mut().fell = Some((last, pc));
            }
        } else if cause & kind::CALL != 0 {
            self.enter(&mut watch, from, pc, get);
        } else if cause & kind::RETURN != 0 {
            self.leave(&mut watch, from, pc, get);
        } else if cause & kind::TURNS == 0 {
            watch.handlers.push(watch.open.len());
        } else if cause & kind::SYSTEM != 0 {
            if let Some(open) = watch.handlers.pop() {
                watch.open.truncate(open);
            } else if watch.is_return_address(pc) {
                // Through another register than that of the return address.
                self.leave(&mut watch, from, pc, get);
            } else if watch.now.get_mut().replaced {
                // A long jump, which need not be a return.
                self.forget(&mut watch, pc);
            }
        }
        self.watch = Some(watch);
    }

    /// A call.
    fn enter(&mut self, watch: &mut Watch, call: u64, entry: u64, get: Get<'_>) {
        let stack = get(watch.registers.stack);
        let back = match watch.registers.link {
            Some(link) => get(link),
            None => call + 1,
        };
        let longest = self.longest() << u32::from(watch.has_slots);
        if !(1..=longest).contains(&back.wrapping_sub(call)) {
            return;
        }
        watch.calls += 1;
        if watch.open.len() >= MOST_OPEN {
            return self.forget(watch, entry);
        }
        if watch.registers.link.is_some() {
            watch.check_stack(call, stack);
        }
        let mut values = [0; MOST_PRESERVED];
        let mut sources = [Source::Number; MOST_PRESERVED];
        for (at, &slot) in watch.registers.preserved.iter().take(MOST_PRESERVED).enumerate() {
            values[at] = get(slot);
            sources[at] = self.source(slot);
            self.set_source(slot, Source::Saved(slot));
        }
        if let Some(link) = watch.registers.link {
            self.set_source(link, Source::Saved(link));
        }
        let mut outer = std::mem::replace(watch.now.get_mut(), Context::new(entry));
        outer.written = watch.written.replace(0);
        let saved = watch.saves.get_mut().count();
        watch.open.push(Activation { call, back, stack, values, sources, saved, outer });
    }

    /// A return, or another jump through the register of the return address.
    fn leave(&mut self, watch: &mut Watch, pc: u64, to: u64, get: Get<'_>) {
        let skips = if watch.registers.link.is_some() { 0 } else { MOST_SKIPS };
        let is_back = |open: &Activation| (open.back..=open.back + skips).contains(&to);
        let Some(at) = watch.open.iter().rposition(is_back) else {
            if !watch.open.is_empty() {
                self.forget(watch, to);
            }
            return;
        };
        if at + 1 < watch.open.len() || watch.now.get_mut().replaced {
            // Several procedures left at once, or another stack.
            watch.is_stack_known.set(false);
            let outer = watch.open[at].outer;
            self.forget(watch, to);
            watch.now.replace(Context { written: 0, ..outer });
            return;
        }
        watch.check_return(self, pc, get);
        let Some(open) = watch.open.pop() else { return };
        let inner = watch.now.replace(open.outer);
        let by_callee = watch.written.replace(open.outer.written) | inner.nested;
        watch.now.get_mut().nested |= by_callee;
        watch.saves.get_mut().forget(open.saved, watch.open.len() + 1);
        for (at, &slot) in watch.registers.preserved.iter().take(MOST_PRESERVED).enumerate() {
            let is_same = get(slot) == open.values[at];
            self.set_source(slot, if is_same { open.sources[at] } else { Source::Number });
        }
        if let Some(link) = watch.registers.link {
            self.set_source(link, Source::Stale(open.call as u32));
        }
        let result = watch.registers.results.first().copied();
        if let Some(slot) = result.filter(|&slot| self.source(slot).base().is_some()) {
            self.set_source(slot, Source::Returned(pc as u32));
        }
        self.after_call(watch, &open, inner.entry, by_callee);
    }

    /// Makes registers undefined that a call may have changed.
    fn after_call(&mut self, watch: &Watch, open: &Activation, entry: u64, by_callee: u64) {
        let by_caller = open.outer.written;
        let results = &watch.registers.results;
        let first = watch.origins.borrow_mut().of_call(open.call, entry, &watch.registers.volatile);
        let slots = watch.registers.volatile.iter().enumerate().filter(|(_, slot)| **slot < 64);
        for (at, &slot) in slots {
            let of_callee = by_callee >> slot & 1 != 0;
            let of_caller = by_caller >> slot & 1 != 0;
            // A register that only the procedure set may be a result that its author chose.
            let is_unsafe = if of_callee {
                of_caller && !results.contains(&slot)
            } else {
                !watch.is_compiled && results.first() != Some(&slot)
            };
            if is_unsafe && (of_callee || self.register(slot).is_none()) {
                let origin = first + 2 * at as u32 + u32::from(of_callee);
                self.set_register(slot, Doubt::of(u32::MAX.into(), origin));
            }
        }
    }

    /// Forgets all activations.
    fn forget(&mut self, watch: &mut Watch, entry: u64) {
        watch.open.clear();
        watch.handlers.clear();
        watch.saves.get_mut().clear();
        watch.below.get_mut().clear();
        watch.written.set(0);
        watch.now.replace(Context::new(entry));
        let link = watch.registers.link;
        for &slot in watch.registers.preserved.iter().chain(&link) {
            self.set_source(slot, Source::Number);
        }
    }
}

impl Watch {
    /// Whether the last open call returns to an address, as its register of the return address said.
    fn is_return_address(&self, pc: u64) -> bool {
        self.registers.link.is_some() && self.open.last().is_some_and(|open| open.back == pc)
    }

    /// Kind and address of the instruction that decided where control is now.
    #[inline]
    fn cause(&self) -> (u8, u64) {
        // Returns from exceptions have no slots.
        let has_slot = self.has_slots && self.ran[0].0 & kind::SYSTEM == 0;
        self.ran[usize::from(has_slot)]
    }

    /// The checks of the stack at a call and at a return.
    fn check_stack(&mut self, pc: u64, stack: u64) {
        if !stack.is_multiple_of(self.registers.alignment.max(1)) {
            self.report(Incident::Misaligned { pc, stack });
        }
        let below = std::mem::take(self.below.get_mut());
        for (pc, address) in below.into_iter().filter(|(_, address)| *address < stack) {
            self.report(Incident::StoredBelow { pc, address });
        }
    }

    /// The checks at a return.
    fn check_return(&mut self, follow: &Follow, pc: u64, get: Get<'_>) {
        let stack = get(self.registers.stack);
        let Some(open) = self.open.last() else { return };
        let (entry, call) = (self.now.borrow().entry, open.call);
        let was = match self.registers.link {
            Some(_) => open.stack,
            None => open.stack.wrapping_sub(PUSHED),
        };
        if stack != was && !self.passes_words(stack, was) {
            self.report(Incident::Stack { pc, entry, call, was, is: stack });
        }
        for (at, &slot) in self.registers.preserved.iter().take(MOST_PRESERVED).enumerate() {
            let (was, is) = (open.values[at], get(slot));
            let doubt = follow.register(slot);
            let undefined = (!doubt.is_none())
                .then_some(doubt.origin)
                .filter(|&origin| matches!(self.origin(origin), Some(Origin::StackLoad { .. })));
            let is_written = self.written.get() >> slot & 1 != 0;
            if undefined.is_none() && (was == is || !is_written) {
                continue;
            }
            let is_saved = self.saves.borrow().after(open.saved).any(|(_, save)| save.slot == slot);
            let is_needed = undefined.is_some() || is_saved || self.is_owned(slot);
            if !is_needed && self.is_compiled {
                continue;
            }
            let first = is_written.then_some(u64::from(self.now.borrow().firsts[at]));
            self.report(Incident::Preserved {
                pc,
                entry,
                call,
                slot,
                was,
                is,
                first,
                undefined,
                is_needed,
            });
        }
        if self.registers.link.is_some() {
            self.check_stack(pc, stack);
        }
    }

    /// Whether an open procedure has set a register.
    fn is_owned(&self, slot: u8) -> bool {
        let first = self.open.first().into_iter();
        let mut open = self.open.iter().rev().take(MOST_SEARCHED).chain(first);
        open.any(|open| open.outer.written >> slot & 1 != 0)
    }

    /// Whether a procedure only pushes or pops words for its caller, or begins with popping its
    /// arguments, and so changes the stack pointer by intention.
    fn passes_words(&self, stack: u64, was: u64) -> bool {
        let now = self.now.borrow();
        if stack == now.popped {
            return true;
        }
        if now.raised && now.lowered {
            return false;
        }
        let left = stack.min(was)..stack.max(was);
        let saved = self.open.last().map_or(0, |open| open.saved);
        !self.saves.borrow().after(saved).any(|(address, _)| left.contains(&address))
    }
}
