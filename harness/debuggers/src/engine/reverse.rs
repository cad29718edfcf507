//! Going back.

use super::drive::{Drive, Frontend, Halt};
use super::{Hit, PastHit};

/// Instructions searched at once for starts of lines.
const CHUNK_INSTRS: u64 = 20_000;

impl Drive<'_> {
    /// Discards everything after this point.
    fn discard_later(&mut self) {
        (self.ended, self.is_untouched, self.pending) = (None, false, None);
    }

    /// Goes to a position in the past, or forward to one reached before.
    ///
    /// Returns the nearest possible position.
    pub(crate) fn go_to(&mut self, position: u64) -> u64 {
        let (now, _, start) = self.run.timeline.window();
        self.discard_later();
        if position < now {
            self.run.timeline.back_to(position.max(start));
        } else {
            self.run.timeline.forward_again(position);
        }
        self.run.position()
    }

    /// Prepares a move to a position in the past, in parts, so that it is then immediate.
    pub(crate) fn approach(
        &mut self,
        position: u64,
        frontend: &mut dyn Frontend,
    ) -> Result<(), Halt> {
        let (_, end, start) = self.run.timeline.window();
        while !self.run.timeline.approach(position.clamp(start, end)) {
            if frontend.is_impatient() {
                return Err(Halt::Interrupted);
            }
        }
        Ok(())
    }

    /// Goes back this many instructions.
    pub(crate) fn back_instructions(&mut self, count: u64, frontend: &mut dyn Frontend) -> Halt {
        let (now, _, start) = self.run.timeline.window();
        let to = now.saturating_sub(count).max(start);
        if let Err(halt) = self.approach(to, frontend) {
            return halt;
        }
        self.discard_later();
        if now == start {
            return Halt::Beginning;
        }
        self.run.timeline.back_to(to);
        if now - start < count { Halt::Beginning } else { Halt::Done }
    }

    /// Goes back to the start of a source line, this many times.
    pub(crate) fn back_lines(&mut self, count: u64, frontend: &mut dyn Frontend) -> Halt {
        if self.line_of(self.run.pc()).is_none() && self.ended.is_none() {
            return self.back_instructions(count, frontend);
        }
        self.discard_later();
        let (now, _, start) = self.run.timeline.window();
        // A line has at least one instruction.
        let (mut end, mut left) = if count > now - start { (start, 0) } else { (now, count) };
        while end > start {
            let before = self.run.timeline.before_execution(end);
            if before < end {
                // Typed instructions are one step.
                left -= 1;
                end = before;
                if left == 0 {
                    self.run.timeline.back_to(end);
                    return Halt::Done;
                }
                continue;
            }
            let chunk = left.saturating_mul(4).saturating_add(100).min(CHUNK_INSTRS);
            let from = end.saturating_sub(chunk).max(self.run.timeline.floor(end));
            if let Err(halt) = self.approach(from.saturating_sub(1), frontend) {
                self.move_to(end);
                return halt;
            }
            let begun = self.line_starts(from, end);
            let wanted = begun.len() as u64;
            if left <= wanted {
                self.run.timeline.back_to(begun[(wanted - left) as usize]);
                return Halt::Done;
            }
            left -= wanted;
            end = from;
            if frontend.is_impatient() {
                self.move_to(end);
                return Halt::Interrupted;
            }
        }
        self.run.timeline.back_to(start);
        Halt::Beginning
    }

    /// Positions in a range at which lines start.
    ///
    /// The first position is judged by the instruction before it; after a change it is always a
    /// start.
    fn line_starts(&mut self, from: u64, end: u64) -> Vec<u64> {
        let start = self.run.timeline.floor(end);
        self.run.timeline.back_to(from.saturating_sub(1).max(start));
        let mut begun = Vec::new();
        let mut last = self.run.pc();
        while self.run.position() < end {
            let (before, now) = (self.run.position(), self.run.pc());
            let is_first = before == start && self.line_of(now).is_some();
            if before >= from && (is_first || before > start && self.begins_line(last, now)) {
                begun.push(before);
            }
            if self.line_of(now).is_some() {
                last = now;
            }
            self.run.one();
            if self.run.position() == before {
                break;
            }
        }
        begun
    }

    /// Moves to a position of the past where a search was interrupted.
    fn move_to(&mut self, position: u64) {
        if self.run.position() != position {
            self.run.timeline.back_to(position);
        }
    }

    /// Goes back to the last stop.
    pub(crate) fn back_to_stop(&mut self, frontend: &mut dyn Frontend) -> Halt {
        self.begin(None);
        self.discard_later();
        if self.points.look_always() {
            return self.back_looking(frontend);
        }
        let mut end = self.run.position();
        loop {
            match self.run.earlier(end) {
                PastHit::Nothing => {
                    let (_, _, start) = self.run.timeline.window();
                    self.run.timeline.back_to(start);
                    return Halt::Beginning;
                }
                PastHit::NoneSince(position) => end = position,
                PastHit::Hit(Hit::Watch(_), at) => {
                    // A store is noticed after it.
                    end = at - 1;
                    if let Some(halt) = self.undo_one(end) {
                        return halt;
                    }
                }
                PastHit::Hit(_, at) => {
                    end = at;
                    self.run.timeline.back_to(at);
                    if let Err(halt) = self.check_point(frontend) {
                        return halt;
                    }
                }
            }
            if frontend.is_impatient() {
                self.move_to(end);
                return Halt::Interrupted;
            }
        }
    }

    /// Goes back to the last stop if values must be checked after every instruction.
    fn back_looking(&mut self, frontend: &mut dyn Frontend) -> Halt {
        let (mut end, _, start) = self.run.timeline.window();
        while end > start {
            end = self.run.timeline.before_execution(end);
            let from = end.saturating_sub(CHUNK_INSTRS).max(self.run.timeline.floor(end));
            if let Err(halt) = self.approach(from, frontend) {
                self.move_to(end);
                return halt;
            }
            for before in self.may_stop(from, end).into_iter().rev() {
                if let Some(halt) = self.undo_one(before) {
                    return halt;
                }
                if let Err(halt) = self.check_point(frontend) {
                    return halt;
                }
            }
            end = from;
            if frontend.is_impatient() {
                self.move_to(end);
                return Halt::Interrupted;
            }
        }
        self.run.timeline.back_to(start);
        Halt::Beginning
    }

    /// Goes back over one instruction; returns the watchpoint whose value that changes.
    fn undo_one(&mut self, to: u64) -> Option<Halt> {
        self.run.timeline.back_to(to + 1);
        self.remember_values();
        self.run.timeline.back_to(to);
        self.changed()
    }

    /// Positions in a range with a breakpoint, or before an instruction that changes a watched
    /// value.
    fn may_stop(&mut self, from: u64, end: u64) -> Vec<u64> {
        self.run.timeline.back_to(from);
        let mut found = Vec::new();
        let mut values = self.watched_values();
        while self.run.position() < end {
            let (before, pc) = (self.run.position(), self.run.pc());
            self.run.one();
            if self.run.position() == before {
                break;
            }
            let now = self.watched_values();
            if now != values || self.run.stops.software.contains(&pc) {
                found.push(before);
            }
            values = now;
        }
        found
    }
}
