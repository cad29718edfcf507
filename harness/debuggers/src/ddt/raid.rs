//! Raid registers: words that are typed whenever the program stops.
//!
//! ITS shows them at the top of a display's screen. Here they are typed before the line of the stop,
//! as on ITS if `..RAID+2` is zero.
//!
//! Source: ITS, *DDT ORDER*: `$V` and `:RAIDFLUSH`; DDT 1549, `RADDIS` and `RAD`.

use pdp10::Word36;

use super::Ddt;
use super::job::RAID_REGISTERS;
use super::reader::{Command, CommandError};
use super::typeout::{Mode, WordFormat};

/// A word that is typed at each stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RaidRegister {
    /// Its address, with index and indirect bit, which are applied each time.
    place: Word36,
    mode: Mode,
}

/// Index, indirect bit and address of a word.
const PLACE: u64 = 0o000037_777777;

impl Ddt<'_> {
    /// `$V` and related commands: sets, clears and types raid registers.
    pub(super) fn raid(&mut self, command: &Command) -> Result<(), CommandError> {
        let number = match command.infix.map(Word36::bits) {
            None => None,
            Some(number) if number as usize <= RAID_REGISTERS => Some(number as usize),
            Some(_) => return Err(CommandError::operation("raid registers are 1 to 10 (8.)")),
        };
        let everywhere = command.argument == Some(Word36::new(u64::MAX));
        let place = command.argument.map(|place| Word36::new(place.bits() & PLACE));
        let mode = self.modes.current;
        match (place, number) {
            (None, None) => {}
            (None, Some(0)) => self.shows_raid = !self.shows_raid,
            (None, Some(number)) => match &mut self.job.raid[number - 1] {
                Some(register) => register.mode = mode,
                None => return Err(CommandError::refused("this raid register is not set")),
            },
            (Some(_), Some(number @ 1..)) if everywhere => self.job.raid[number - 1] = None,
            (Some(place), Some(0)) => self.clear_raid(place),
            (Some(place), Some(number)) => {
                self.job.raid[number - 1] = Some(RaidRegister { place, mode });
            }
            (Some(place), None) => {
                self.clear_raid(place);
                let free = self.job.raid.iter_mut().find(|register| register.is_none());
                let all =
                    || CommandError::refused("ALL RAID REGS IN USE; FOO$0V clears that of FOO");
                *free.ok_or_else(all)? = Some(RaidRegister { place, mode });
            }
        }
        let lines = self.raid_lines();
        if lines.is_empty() {
            self.console.done();
        } else {
            self.console.say(&lines);
        }
        Ok(())
    }

    /// `:RAIDFLUSH`.
    pub(super) fn clear_all_raid(&mut self) {
        self.job.raid = [None; RAID_REGISTERS];
        self.console.prompt();
    }

    /// Clears the first register for a place.
    fn clear_raid(&mut self, place: Word36) {
        let is_there = |register: &&mut Option<RaidRegister>| {
            register.is_some_and(|register| register.place == place)
        };
        if let Some(register) = self.job.raid.iter_mut().find(is_there) {
            *register = None;
        }
    }

    /// The registers with their words, as numbers and in their modes; a line each.
    pub(super) fn raid_lines(&self) -> String {
        let set = self.job.raid.iter().enumerate().filter_map(|(at, r)| Some((at + 1, (*r)?)));
        let line = |(number, RaidRegister { place, mode }): (usize, RaidRegister)| {
            let (format, through) = (self.formatter(mode), place.left() != 0);
            let prefix = if through { format.place(place) + " -> " } else { String::new() };
            let Ok(address) = self.effective(place) else {
                return format!(" #{number}   {prefix}(the indirect address is endless)");
            };
            let words = match self.word_at(address) {
                None => "(no memory)".to_owned(),
                Some(word) => {
                    let constant = Mode { kind: WordFormat::Constant, ..mode };
                    format!("{}   {}", self.shown(word, constant), self.shown(word, mode))
                }
            };
            format!(" #{number}   {prefix}{}/   {words}", format.address(address))
        };
        set.map(line).collect::<Vec<_>>().join("\n")
    }
}
