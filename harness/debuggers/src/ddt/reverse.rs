//! Going back, which ITS's DDT cannot do.

use super::points::Breakpoint;
use super::reader::{CommandError, Reader};
use super::{CALL, Ddt, Next, keys};
use crate::engine::{Hit, PastHit};

/// Report at the start of the recording.
const BEGINNING: &str = "(this is the beginning of the program)\n";

impl Ddt<'_> {
    /// `:BACK 5`: goes back five instructions; without a number, one.
    pub(super) fn back(&mut self, count: &str) -> Result<Next, CommandError> {
        let keys = keys::keys(count, &self.job.symbols);
        let command = Reader::new(&keys, 0, &self.job.symbols, self.special_values()).command()?;
        if (command.key, command.altmodes) != ('\r', 0) {
            return Err(CommandError::operation("`:BACK` takes a number of instructions"));
        }
        let count = command.argument.map_or(1, |count| count.bits());
        let (now, _, start) = self.job.run.timeline.window();
        let to = now.saturating_sub(count).max(start);
        while !self.job.run.timeline.approach(to) {
            if self.is_called()? {
                return Ok(Next::Go);
            }
        }
        self.arrive(to);
        self.report(if now - start < count { BEGINNING } else { "" }, ">>");
        Ok(Next::Go)
    }

    /// `:REVERSE`: goes back to the last breakpoint, before the last write to the watched word, or
    /// to the beginning.
    pub(super) fn back_to_stop(&mut self) -> Result<Next, CommandError> {
        self.mark([].into_iter());
        let (mut end, _, start) = self.job.run.timeline.window();
        let reason = loop {
            match self.job.run.earlier(end) {
                PastHit::NoneSince(position) => end = position,
                PastHit::Nothing => {
                    self.arrive(start);
                    break BEGINNING.to_owned();
                }
                PastHit::Hit(Hit::Watch(_), at) => {
                    // A store is noticed after it.
                    self.arrive(at - 1);
                    break self.watched();
                }
                PastHit::Hit(_, at) => {
                    self.arrive(at);
                    let pc = self.job.run.pc();
                    let is_here = |point: &Breakpoint| u64::from(point.address) == pc;
                    let mut points = self.job.breakpoints.iter();
                    self.job.stopped_at =
                        points.position(|point| point.as_ref().is_some_and(is_here));
                    break self.job.stopped_at.map_or(String::new(), |at| format!("${}B;", at + 1));
                }
            }
            if self.is_called()? {
                return Ok(Next::Go);
            }
        };
        self.report(&reason, ">>");
        Ok(Next::Go)
    }

    /// Moves to a position of the past.
    fn arrive(&mut self, position: u64) {
        (self.is_open, self.job.stopped_at) = (false, None);
        if position < self.job.run.position() {
            self.job.run.timeline.back_to(position);
            // The reason for a stop is in the system's messages.
            self.job.run.timeline.repeat_errors();
            self.job.has_ended = false;
        }
    }

    /// Whether `^Z` was pressed, which stops a search; the program is then where it was.
    fn is_called(&mut self) -> Result<bool, CommandError> {
        while let Some(key) = self.console.pressed()? {
            if char::from(key) == CALL {
                self.report("", ")   ");
                return Ok(true);
            }
            self.console.keep(key);
        }
        Ok(false)
    }
}
