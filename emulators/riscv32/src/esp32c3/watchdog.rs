//! A watchdog: four stages that elapse one after the other unless it is fed.

/// Action at the end of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Off,
    Interrupt,
    /// Reset of the core, the system or the whole chip.
    Reset,
}

impl Action {
    /// Action encoded in a register field.
    pub(super) fn of(field: u32) -> Action {
        match field {
            0 => Action::Off,
            1 => Action::Interrupt,
            _ => Action::Reset,
        }
    }
}

/// Watchdog, with its times in cycles.
#[derive(Debug, Clone, Default)]
pub(super) struct Watchdog {
    /// Actions and durations of the stages, while it is enabled.
    stages: Option<[(Action, u64); 4]>,
    stage: usize,
    /// Start time of the stage.
    since: u64,
    interrupted: bool,
    expired: bool,
}

impl Watchdog {
    /// Sets or removes its stages; a stage takes at least one cycle.
    pub(super) fn set(&mut self, stages: Option<[(Action, u64); 4]>, time: u64) {
        self.advance(time);
        if self.stages.is_none() {
            self.feed(time);
        }
        self.stages = stages.map(|stages| stages.map(|(action, cycles)| (action, cycles.max(1))));
    }

    /// Restarts at the first stage.
    pub(super) fn feed(&mut self, time: u64) {
        self.advance(time);
        (self.stage, self.since) = (0, time);
    }

    /// Whether an interrupt occurred since the last call.
    pub(super) fn take_interrupt(&mut self, time: u64) -> bool {
        self.advance(time);
        std::mem::take(&mut self.interrupted)
    }

    /// Whether it has reset the chip.
    pub(super) fn has_expired(&mut self, time: u64) -> bool {
        self.advance(time);
        self.expired
    }

    /// End time of the next stage that resets the chip or, if `interrupts` is set, interrupts.
    pub(super) fn deadline(&self, interrupts: bool) -> Option<u64> {
        let stages = self.stages?;
        let mut at = self.since;
        (self.stage..self.stage + 4).find_map(|stage| {
            let (action, cycles) = stages[stage % 4];
            at += cycles;
            let counts = action == Action::Reset || interrupts && action == Action::Interrupt;
            counts.then_some(at)
        })
    }

    fn advance(&mut self, time: u64) {
        let Some(stages) = self.stages else { return };
        while !self.expired && time - self.since >= stages[self.stage].1 {
            let (action, cycles) = stages[self.stage];
            self.interrupted |= action == Action::Interrupt;
            self.expired |= action == Action::Reset;
            self.since += cycles;
            self.stage = (self.stage + 1) % 4;
            let round: u64 = stages.iter().map(|(_, cycles)| cycles).sum();
            if self.stage == 0 && stages.iter().all(|(action, _)| *action != Action::Reset) {
                self.since += (time - self.since) / round * round;
            }
        }
    }
}
