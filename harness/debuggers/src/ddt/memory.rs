//! Opening, depositing and retyping words.

use machine::Machine as _;
use pdp10::{Word36, text};

use super::reader::{Command, CommandError};
use super::typeout::{Mode, WordFormat};
use super::{ADDRESSES, Ddt};

/// Maximum words in an indirect address chain.
const LONGEST_CHAIN: u32 = 1 << 18;

/// Maximum words typed by a search.
const MOST_FOUND: usize = 64;

impl Ddt<'_> {
    /// Commands that open words, some of them after a deposit.
    pub(super) fn examine(&mut self, command: &Command) -> Result<(), CommandError> {
        if !matches!(command.key, '/' | '[' | ']')
            && let Some(word) = command.argument
        {
            self.deposit(word)?;
        }
        self.is_open = false;
        match command.key {
            '\r' if command.altmodes == 0 => {
                self.modes.revert();
                Ok(())
            }
            '\r' | '\n' | '^' => {
                if command.altmodes > 0 {
                    self.pop(command.infix.map_or(1, |infix| infix.right() as usize));
                }
                let distance = match command.key {
                    '\r' => 0,
                    '\n' => 1,
                    _ => 0o777777,
                };
                let address = (self.point() + distance) & 0o777777;
                self.opened.pop();
                self.open(address, self.modes.current, false)
            }
            key => {
                let word = command.argument.unwrap_or(self.last_value());
                let address = match command.altmodes {
                    0 => word.right(),
                    1 => word.left(),
                    _ => self.effective(word)?,
                };
                let mode = match key {
                    '[' => Mode { kind: WordFormat::Constant, ..self.modes.current },
                    ']' => Mode { kind: WordFormat::Symbolic, ..self.modes.current },
                    _ => self.modes.current,
                };
                self.open(address, mode, key != '\t')
            }
        }
    }

    /// Drops the last opened addresses, but not the first of all.
    fn pop(&mut self, count: usize) {
        let kept = self.opened.len().saturating_sub(count).max(1);
        self.opened.truncate(kept);
    }

    /// Opens and types a word, with its address unless the user typed that.
    fn open(&mut self, address: u32, mode: Mode, is_typed: bool) -> Result<(), CommandError> {
        if self.opened.last() != Some(&address) {
            self.opened.push(address);
            let surplus = self.opened.len().saturating_sub(ADDRESSES);
            self.opened.drain(..surplus);
        }
        let Some(word) = self.word_at(address) else {
            return Err(self.no_memory(address));
        };
        self.is_open = true;
        self.remember(word);
        let (address, word) = (self.address(address), self.shown(word, mode));
        self.console.opened(&address, &word, is_typed);
        Ok(())
    }

    fn no_memory(&self, address: u32) -> CommandError {
        CommandError::refused(format!("the program has no memory at {}", self.address(address)))
    }

    /// Deposits a word in the open location, if any, and remembers it as a value.
    fn deposit(&mut self, word: Word36) -> Result<(), CommandError> {
        let address = self.point();
        self.remember(word);
        let mut poke =
            || self.job.run.timeline.edit(|machine| machine.poke(address.into(), word.bits()));
        if self.is_open && !poke() {
            return Err(self.no_memory(address));
        }
        Ok(())
    }

    /// Types the last or the given value in another mode.
    pub(super) fn retype(&mut self, command: &Command) -> Result<(), CommandError> {
        let word = command.argument.unwrap_or(self.last_value());
        let mut mode = self.modes.current;
        mode.kind = match command.key {
            '=' if command.altmodes == 0 => WordFormat::Constant,
            '=' => WordFormat::Float,
            '\'' => WordFormat::Sixbit,
            '"' => WordFormat::Ascii,
            '#' => WordFormat::Character,
            '&' => WordFormat::Squoze,
            '?' => {
                mode.bits.is_selected = true;
                WordFormat::Halves
            }
            _ => WordFormat::Symbolic,
        };
        match (command.key, command.infix.map(|infix| infix.bits())) {
            (';', _) => mode = self.modes.chosen,
            ('=', Some(radix @ 2..=36)) => {
                (mode.kind, mode.radix) = (WordFormat::Constant, radix as u32);
            }
            ('=', Some(_)) => {
                return Err(CommandError::operation("a radix is 2 to 44 (36.)"));
            }
            _ => {}
        }
        self.remember(word);
        let shown = self.shown(word, mode);
        self.console.answer(&shown);
        Ok(())
    }

    /// `$M` sets the search mask; `$W` opens the words that are equal under it, `$N` the others, `$E`
    /// the instructions with this effective address.
    pub(super) fn search(&mut self, command: &Command) -> Result<(), CommandError> {
        let key = command.key;
        let (Some(word), None) = (command.argument, command.infix) else {
            return Err(CommandError::operation(format!("`${key}` needs one word before it")));
        };
        if key == 'M' {
            self.mask = word;
            self.console.done();
            return Ok(());
        }
        let same = |found: Word36| (found ^ word) & self.mask == Word36::default();
        let wanted = |&at: &u32| {
            self.word_at(at).is_some_and(|found| match key {
                'E' => self.effective(found) == Ok(word.right()),
                key => same(found) == (key == 'W'),
            })
        };
        let [low, high] = command.bounds.map_or([0, 0o777777], |all| all.map(Word36::right));
        let found: Vec<u32> = (low..=high).filter(wanted).take(MOST_FOUND + 1).collect();
        for &at in found.iter().take(MOST_FOUND) {
            self.open(at, self.modes.current, false)?;
        }
        match found.len() {
            0 => self.console.say("none"),
            1..=MOST_FOUND => {}
            _ => self.console.say("(and more)"),
        }
        Ok(())
    }

    /// Formats a word in a mode; a symbolic monitor call is followed by its name.
    pub(super) fn shown(&self, word: Word36, mode: Mode) -> String {
        let shown = self.formatter(mode).word(word);
        let name = (mode.kind == WordFormat::Symbolic).then(|| self.call_name(word)).flatten();
        match name {
            Some(name) => format!("{shown} ({})", asmkit::plain(&name)),
            None => shown,
        }
    }

    /// Name in the block of a symbolic monitor call.
    fn call_name(&self, word: Word36) -> Option<String> {
        const CALL: u32 = 0o043000;
        const SETZ: u32 = 0o400000;
        if word.left() & 0o777740 != CALL {
            return None;
        }
        let block = self.effective(word).ok()?;
        let first = self.word_at(block)?;
        (first == Word36::halves(SETZ, 0)).then_some(())?;
        self.word_at(block + 1).map(text::from_sixbit)
    }

    /// Effective address of a word's right 23 bits, with the current index and indirect words.
    pub(super) fn effective(&self, word: Word36) -> Result<u32, CommandError> {
        let mut word = word;
        for _ in 0..LONGEST_CHAIN {
            let index = word.left() & 0o17;
            let base = match index {
                0 => 0,
                index => self.word_at(index).unwrap_or_default().right(),
            };
            let address = (word.right() + base) & 0o777777;
            if word.left() & 0o20 == 0 {
                return Ok(address);
            }
            word = self.word_at(address).ok_or_else(|| self.no_memory(address))?;
        }
        Err(CommandError::refused("the indirect address is endless"))
    }
}
