//! A copy of the program that runs ahead with checks, so that the program stops where they find
//! something.

use machine::{Host, Machine as _, Stop};

use targets::target::AnyMachine;

/// Checks of a program while it runs.
pub trait Check {
    /// Runs at most this many instructions, up to the first finding; returns the new findings.
    fn run(
        &mut self,
        machine: &mut AnyMachine,
        host: &mut Host,
        instrs: u64,
    ) -> (Stop, Vec<String>);
}

/// Makes the check of a program that is loaded and has not run; `None` if it cannot be checked.
pub type MakeCheck<'p> = Box<dyn Fn(&AnyMachine) -> Option<Box<dyn Check + 'p>> + 'p>;

/// The copy that runs ahead.
pub(crate) struct Ahead<'p> {
    check: Box<dyn Check + 'p>,
    machine: AnyMachine,
    host: Host,
    /// Number of inputs that it has got.
    fed: usize,
    /// Findings in the order of their positions.
    found: Vec<(u64, String)>,
    has_ended: bool,
}

impl<'p> Ahead<'p> {
    pub(crate) fn new(check: Box<dyn Check + 'p>, machine: &AnyMachine, host: &Host) -> Self {
        let (machine, host) = (machine.clone(), host.clone());
        Ahead { check, machine, host, fed: 0, found: Vec::new(), has_ended: false }
    }

    /// Position of the first finding after `from` and up to `to`, or `to`.
    pub(crate) fn limit(&mut self, from: u64, to: u64, feeds: &[Vec<u8>]) -> u64 {
        loop {
            if let Some((at, _)) = self.found.iter().find(|(at, _)| *at > from) {
                return to.min(*at);
            }
            let left = to.saturating_sub(self.machine.attempted());
            if left == 0 || self.has_ended {
                return to;
            }
            let (stop, texts) = self.check.run(&mut self.machine, &mut self.host, left);
            let at = self.machine.attempted();
            self.found.extend(texts.into_iter().map(|text| (at, text)));
            drop((self.host.output.take(), self.host.errors.take()));
            match stop {
                Stop::Budget | Stop::Pause => {}
                Stop::Input if self.fed < feeds.len() => {
                    self.host.input.feed(&feeds[self.fed]);
                    self.fed += 1;
                }
                Stop::Input if self.found.last().is_none_or(|(at, _)| *at <= from) => return to,
                Stop::Input => {}
                _ => self.has_ended = true,
            }
        }
    }

    /// Texts of the findings at a position.
    pub(crate) fn at(&self, position: u64) -> Option<String> {
        let here = self.found.iter().filter(|(at, _)| *at == position);
        let texts: Vec<&str> = here.map(|(_, text)| text.trim_end()).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    }
}
