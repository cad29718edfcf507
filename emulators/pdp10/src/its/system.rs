//! Calls for the system itself: dates, times, state, tables.
//!
//! Source: *ITS .CALLS*, `SSTATU` and `RQDATE`; *ITS UUOS*, `.GETSYS` and the times.

use crate::Word36;
use crate::isa;
use crate::text::{six, sixbit, squoze};

use super::Answer;
use super::arguments::Arguments;
use super::calls::CALLS;
use super::channels::mode;
use super::clock::DateTime;
use super::identity::VERSION;
use super::monitor::{Monitor, Outcome};
use super::symbols::symbols;

/// Flags of a system symbol, above its radix 50: half-killed, global.
const SYMBOL_FLAGS: u64 = 0o44 << 30;

impl Monitor<'_> {
    /// Current date and time.
    pub(super) fn moment(&self) -> DateTime {
        DateTime::of(self.now_nanos())
    }

    /// `RQDATE`: current time and start of the system.
    pub(super) fn date(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let up = DateTime::of(self.its.job.began_nanos);
        arguments.values.extend([self.moment().disk(), up.disk()]);
        Ok(Answer::Skip)
    }

    /// `SSTATU`: not going down, not being debugged, one user.
    pub(super) fn system_status(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let not_going_down = Word36::from_signed(-1);
        let (none, users) = (Word36::default(), Word36::from(1));
        let free_jobs = Word36::from(0o70);
        let names = [self.its.machine, sixbit(VERSION)];
        arguments.values.extend([not_going_down, none, users, none, self.ticks()]);
        arguments.values.extend(names);
        arguments.values.push(free_jobs);
        Ok(Answer::Skip)
    }

    /// `.GETSYS`: a system table, as far as the program has room.
    pub(super) fn system_table(&mut self, ac: u8) -> Outcome<Answer> {
        let (pointer, name) = (self.ac(ac), self.ac(ac + 1));
        let Some(table) = table(name, self.its.machine) else {
            self.set_ac(ac + 1, Word36::default());
            return Ok(Answer::Next);
        };
        let room = match pointer.left() {
            0 => self.memory_top().saturating_sub(pointer.right()),
            left => 0o1000000 - left,
        };
        let length = table.len() as u32;
        if length > room {
            self.set_ac(ac, Word36::halves(0o1000000 - length, pointer.right()));
            return Ok(Answer::Next);
        }
        for (address, word) in (pointer.right()..).zip(table) {
            self.write(address, word)?;
        }
        let left = if pointer.left() == 0 { 0 } else { pointer.left() + length };
        self.set_ac(ac, Word36::halves(left, pointer.right() + length));
        Ok(Answer::Skip)
    }

    /// `.RCHST`: device in the right half, names, directory, pointer.
    pub(super) fn old_channel_state(&mut self, ac: u8) -> Outcome<Answer> {
        let word = self.ac(ac);
        let channel = self.channel_in(Word36::from(word.left()))?;
        let [device, first, second, directory, position, _] = self.state(channel);
        let device = Word36::halves(self.names_and_mode(channel).1 & mode::STANDARD, device.left());
        for (at, value) in (word.right()..).zip([device, first, second, directory, position]) {
            self.write(at, value)?;
        }
        Ok(Answer::Next)
    }

    /// `.GENSYM` and `.GENNUM`: a unique name or number.
    pub(super) fn generate(&mut self, ac: u8, is_name: bool) -> Answer {
        self.its.job.generated += 1;
        let number = self.its.job.generated;
        let name = sixbit(&format!("G{number:05}"));
        self.set_ac(ac, if is_name { name } else { Word36::new(number) });
        Answer::Next
    }
}

/// System table by name, on a machine.
fn table(name: Word36, machine: Word36) -> Option<Vec<Word36>> {
    let is = |wanted: &str| sixbit(wanted) == name;
    if is("CALLS") {
        let entry = |(name, value): (String, Word36)| {
            let name = squoze(&name).unwrap_or_default().bits();
            [Word36::new(name | SYMBOL_FLAGS), value]
        };
        let calls = isa::opcodes().map(|(name, word)| (six(name), word));
        let all = calls.chain(symbols()).filter(|(name, _)| is_of_system(name));
        return Some(all.flat_map(entry).collect());
    }
    let names = |all: &[&str]| Some(all.iter().map(|name| sixbit(name)).collect());
    match () {
        () if is("NCALLS") => Some(CALLS.iter().map(|row| sixbit(row.name)).collect()),
        () if is("ITSNMS") => Some(vec![machine]),
        () if is("DEVS") => names(&["DSK", "SYS", "COM", "TTY", "NUL", "ERR"]),
        () if is("GETS") => names(&["CALLS", "NCALLS", "ITSNMS", "DEVS", "GETS"]),
        () => None,
    }
}

/// Whether a symbol belongs to the system, not the processor.
fn is_of_system(name: &str) -> bool {
    name.starts_with(['.', '%', '$'])
}
