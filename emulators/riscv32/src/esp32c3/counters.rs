//! The chip's own control and status registers: performance counters and dedicated GPIO.
//!
//! Source: TRM, chapter "ESP-RISC-V CPU", performance counter CSRs. The CSRs at 0x800 are the same
//! for programs in user mode.

use crate::engine::timing::Events;

/// Bits of the event register.
const CYCLE: u32 = 1 << 0;
const INST: u32 = 1 << 1;
const LD_HAZARD: u32 = 1 << 2;
const JMP_HAZARD: u32 = 1 << 3;
const IDLE: u32 = 1 << 4;
const LOAD: u32 = 1 << 5;
const STORE: u32 = 1 << 6;
const JMP_UNCOND: u32 = 1 << 7;
const BRANCH: u32 = 1 << 8;
const BRANCH_TAKEN: u32 = 1 << 9;
const INST_COMP: u32 = 1 << 10;

/// Events since the start.
#[derive(Clone, Copy)]
pub(super) struct EventCounts<'e> {
    /// Cycles of instructions.
    pub(super) cycles: u64,
    /// All events, which take longer to sum up.
    pub(super) events: &'e dyn Fn() -> Events,
    /// Cycles of waiting, which are not in any instruction's cost.
    pub(super) waited: u64,
}

impl EventCounts<'_> {
    /// Number of selected events; waiting is idle time, not cycles.
    ///
    /// Two events in the same cycle count once; only a compressed instruction counts twice if its
    /// kind is also selected.
    fn count(&self, chosen: u32) -> u64 {
        let of = |event, times| if chosen & event != 0 { times } else { 0 };
        let idle = of(IDLE, self.waited);
        if chosen & CYCLE != 0 {
            return self.cycles + idle;
        }
        let events = (self.events)();
        let hazards = of(LD_HAZARD, events.load_hazards) + of(JMP_HAZARD, events.jump_hazards);
        if chosen & INST != 0 {
            return events.instructions + hazards + idle;
        }
        let branches = match chosen & BRANCH {
            0 => of(BRANCH_TAKEN, events.branches_taken),
            _ => events.branches,
        };
        of(LOAD, events.loads)
            + of(STORE, events.stores)
            + of(JMP_UNCOND, events.jumps)
            + of(INST_COMP, events.compressed)
            + branches
            + hazards
            + idle
    }
}

/// Register numbers; those for user mode have the same order.
const MPCER: u16 = 0x7e0;
const UPCER: u16 = 0x800;
const GPIO_OEN: u16 = 0x803;
const GPIO_OUT: u16 = 0x805;

/// Bits of the control register: enable; saturate at the maximum.
const COUNT_EN: u32 = 1 << 0;
const COUNT_SAT: u32 = 1 << 1;

/// Counter: its value, and its number of events, at the last write.
#[derive(Debug, Clone, Copy, Default)]
struct EventCounter {
    chosen: u32,
    control: u32,
    value: u64,
    since: u64,
}

impl EventCounter {
    fn value(&self, events: &EventCounts<'_>) -> u32 {
        let more = match self.control & COUNT_EN {
            0 => 0,
            _ => events.count(self.chosen) - self.since,
        };
        let value = self.value + more;
        let saturates = self.control & COUNT_SAT != 0;
        if saturates { value.min(u32::MAX.into()) as u32 } else { value as u32 }
    }

    fn write(&mut self, register: u16, value: u32, events: &EventCounts<'_>) {
        self.value = self.value(events).into();
        match register {
            0 => self.chosen = value & 0x7ff,
            1 => self.control = value & (COUNT_EN | COUNT_SAT),
            _ => self.value = value.into(),
        }
        self.since = events.count(self.chosen);
    }

    fn read(&self, register: u16, events: &EventCounts<'_>) -> u32 {
        match register {
            0 => self.chosen,
            1 => self.control,
            _ => self.value(events),
        }
    }
}

/// All of the chip's own registers.
#[derive(Debug, Clone)]
pub(super) struct Counters {
    machine: EventCounter,
    user: EventCounter,
    /// Dedicated GPIO: output enables, inputs, outputs.
    gpio: [u32; 3],
}

impl Default for Counters {
    /// Both counters count cycles when the ROM starts a program.
    fn default() -> Self {
        let running = EventCounter { chosen: CYCLE, control: COUNT_EN, ..EventCounter::default() };
        Counters { machine: running, user: running, gpio: [0; 3] }
    }
}

/// Whether a register is one of these.
pub(crate) fn is_own(number: u16) -> bool {
    matches!(number, MPCER..=0x7e2 | UPCER..=GPIO_OUT)
}

impl Counters {
    /// Whether reading a register needs the events of every kind.
    pub(super) fn sums_events(&self, number: u16) -> bool {
        let counter = match number {
            0x7e2 => self.machine,
            0x802 => self.user,
            _ => return false,
        };
        counter.control & COUNT_EN != 0 && counter.chosen & CYCLE == 0
    }

    pub(super) fn read(&self, number: u16, events: &EventCounts<'_>) -> Option<u32> {
        Some(match number {
            MPCER..=0x7e2 => self.machine.read(number - MPCER, events),
            UPCER..=0x802 => self.user.read(number - UPCER, events),
            GPIO_OEN..=GPIO_OUT => self.gpio[usize::from(number - GPIO_OEN)],
            _ => return None,
        })
    }

    /// Inputs of the dedicated GPIO cannot be written.
    pub(super) fn write(&mut self, number: u16, value: u32, events: &EventCounts<'_>) {
        match number {
            MPCER..=0x7e2 => self.machine.write(number - MPCER, value, events),
            UPCER..=0x802 => self.user.write(number - UPCER, value, events),
            GPIO_OEN | GPIO_OUT => self.gpio[usize::from(number - GPIO_OEN)] = value & 0xff,
            _ => {}
        }
    }
}
