//! Which calls a program makes while it runs.

use std::collections::{BTreeMap, BTreeSet};

use machine::{AnyMachine, Machine as _, Role};

/// Calls that were seen.
#[derive(Debug)]
pub(super) struct Calls {
    /// Addresses that own code called, or jumped to.
    pub(super) made: BTreeSet<u64>,
    /// Whether own code was called while it was active.
    pub(super) is_recursive: bool,
    /// Own instructions that ran.
    pub(super) ran: BTreeSet<u64>,
    entry: u64,
    /// Active calls: entry and return address.
    active: Vec<(u64, Option<u64>)>,
    roles: BTreeMap<u64, Option<Role>>,
}

/// Activations that a return may leave at once.
const MOST_LEFT: usize = 4;

/// Instructions that a return may skip.
const MOST_SKIPS: u64 = 3;

impl Calls {
    pub(super) fn new(entry: u64) -> Self {
        Calls {
            made: BTreeSet::new(),
            is_recursive: false,
            ran: BTreeSet::new(),
            entry,
            active: vec![(entry, None)],
            roles: BTreeMap::new(),
        }
    }

    /// Begins another run.
    pub(super) fn begin(&mut self) {
        self.active = vec![(self.entry, None)];
    }

    /// Notes that the machine ran an instruction; `is_own` of it and of addresses is whether rules are
    /// about code there.
    pub(super) fn note(
        &mut self,
        machine: &AnyMachine,
        pc: u64,
        step: u64,
        is_own: bool,
        is_own_at: &dyn Fn(u64) -> bool,
    ) {
        if is_own {
            self.ran.insert(pc);
        }
        let to = machine.pc();
        if (pc..=pc + step).contains(&to) && to != pc {
            return;
        }
        let returned = self.active.iter().rev().take(MOST_LEFT).position(|&(_, back)| {
            back.is_some_and(|back| (back..=back + MOST_SKIPS * step).contains(&to))
        });
        if let Some(above) = returned {
            self.active.truncate(self.active.len() - above - 1);
            return;
        }
        let back = self.link(machine, pc, step);
        if is_own {
            self.made.insert(to);
        }
        if let Some(back) = back {
            let is_active = self.active.iter().any(|&(entry, _)| entry == to);
            self.is_recursive |= is_active && is_own_at(to);
            if !is_active {
                self.active.push((to, Some(back)));
            }
        }
    }

    /// Return address of the call that just ran; none if it was not a call.
    fn link(&mut self, machine: &AnyMachine, pc: u64, step: u64) -> Option<u64> {
        let role = self.roles.entry(pc).or_insert_with(|| machine.role(pc)).as_ref()?;
        // With a delay slot a call comes back one further on.
        let next = pc + 1..=pc + 2 * step;
        let address = |value: u64| if step == 1 { value & 0o777777 } else { value };
        let values = role.writes.iter().filter_map(|name| machine.register(name));
        let pushed = |value: u64| (step == 1).then(|| machine.peek(address(value))).flatten();
        values
            .flat_map(|value| [Some(value), pushed(value)])
            .flatten()
            .map(address)
            .find(|back| next.contains(back))
    }
}
