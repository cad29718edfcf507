//! Syllables: names, numbers, quoted characters, and operators within them.
//!
//! Source: *MIDAS manual*, "Syllables" and "Numbers"; MIDAS 458, `GETSYL`.

use super::characters::{CharacterClass, capital, class};
use super::context::{Assembler, Outcome, Read, Terminator, Unwind};
use super::messages;
use super::name::Name;
use super::number::Number;
use super::settings::Setting;
use super::value::Value;
use crate::{Word36, text};

/// A syllable, without its terminator.
#[derive(Debug)]
pub(crate) enum Syllable {
    /// Empty.
    Nothing,
    /// A name, not looked up yet.
    Name(Name),
    /// A number, or characters as a number.
    Value(Value),
}

/// Characters of a syllable so far.
#[derive(Debug, Default)]
pub(super) struct SyllableScan {
    characters: Vec<u8>,
    letters: bool,
    point: bool,
    /// A number made by `^`.
    number: Option<Number>,
}

/// Characters kept of a number; further ones only make it larger.
const LONGEST: usize = 200;

impl SyllableScan {
    fn take(&mut self, character: u8) {
        let dots = || self.characters.iter().filter(|&&known| known == b'.').count();
        self.letters |= match character {
            b'0'..=b'9' => false,
            b'.' => dots() > 0,
            _ => true,
        };
        self.point |= character == b'.';
        if self.characters.len() < LONGEST {
            self.characters.push(capital(character));
        }
    }

    /// Name with this spelling, cut to six characters.
    pub(super) fn name(&self) -> Name {
        Name::new(&String::from_utf8_lossy(&self.characters))
    }

    /// Whether it is not a number.
    pub(super) fn is_name(&self) -> bool {
        self.letters
    }

    fn is_point(&self) -> bool {
        self.characters == b"."
    }

    /// Restarts after the name of a block.
    fn restart(&mut self) {
        self.characters.clear();
    }
}

/// Effect of a special character.
enum CharacterEffect {
    /// The syllable continues.
    On,
    /// The syllable ends here; the terminator is set.
    Ended,
    /// The syllable has this value; its terminator is read.
    Value(Value),
}

impl Assembler<'_> {
    /// Reads the next syllable; quotes after it are in `reading`, its terminator in `terminator`.
    pub(crate) fn next_syllable(&mut self) -> Read<Syllable> {
        self.syllable_in(false)
    }

    /// The same; as the right operand of `^` or `_` it ends before a `_`, and so does the word.
    fn syllable_in(&mut self, right_side: bool) -> Read<Syllable> {
        self.program.symbols.wanted = None;
        let reading = &mut self.state.reading;
        reading.syllable_seen = false;
        (reading.variable, reading.global, reading.floating) = (false, false, false);
        let mut scan = SyllableScan::default();
        loop {
            let character = self.next()?;
            match class(character) {
                CharacterClass::Name => {
                    if scan.characters.is_empty() {
                        self.state.syllable_at = self.source.input.span();
                    }
                    scan.take(character);
                    self.state.reading.syllable_seen = true;
                    continue;
                }
                CharacterClass::Nothing => continue,
                CharacterClass::Syllable if character == b'_' && right_side => {
                    self.state.terminator = Terminator::Word;
                }
                CharacterClass::Syllable => match self.act(character, &mut scan)? {
                    CharacterEffect::On => continue,
                    CharacterEffect::Ended => {}
                    CharacterEffect::Value(value) => return Ok(Syllable::Value(value)),
                },
                CharacterClass::Field => self.state.terminator = Terminator::Field(character),
                CharacterClass::Space => self.state.terminator = Terminator::Space,
                CharacterClass::Comma => self.state.terminator = Terminator::Comma,
                CharacterClass::Word => self.end_word(character),
            }
            return self.ended(&mut scan);
        }
    }

    /// Handles a character that ends a word.
    fn end_word(&mut self, character: u8) {
        self.state.terminator = Terminator::Word;
        if character == super::input::FOREIGN {
            self.error(&messages::NOT_ASCII, None);
        }
    }

    /// Result of a syllable's characters.
    fn ended(&mut self, scan: &mut SyllableScan) -> Read<Syllable> {
        if !scan.characters.is_empty() {
            self.state.syllable = scan.name();
            let end = self.source.input.span();
            if end.file == self.state.syllable_at.file && end.start >= self.state.syllable_at.end {
                self.state.syllable_at.end =
                    end.start.min(self.state.syllable_at.start + LONGEST as u32);
            }
        }
        if scan.letters || scan.is_point() && scan.number.is_none() {
            return Ok(Syllable::Name(self.state.syllable));
        }
        if !self.state.reading.syllable_seen {
            return Ok(Syllable::Nothing);
        }
        let number = self.number_of(scan);
        self.state.reading.floating = number.is_floating();
        let value = number.value(self)?;
        (self.state.reading.variable, self.state.reading.global) = (false, false);
        Ok(Syllable::Value(value.into()))
    }

    /// Number of a syllable.
    fn number_of(&mut self, scan: &mut SyllableScan) -> Number {
        let reading = &self.state.reading;
        let radix = match (reading.global, reading.variable) {
            (true, _) => self.state.radix,
            (false, true) => 8,
            (false, false) if scan.point => 10,
            (false, false) => self.state.radix,
        };
        let made = || Number::new(&scan.characters, radix);
        scan.number.take().unwrap_or_else(made)
    }

    /// Handles a special character within a syllable.
    fn act(&mut self, character: u8, scan: &mut SyllableScan) -> Read<CharacterEffect> {
        match character {
            b';' => {
                while self.next()? != b'\r' {}
                self.state.terminator = Terminator::Word;
                Ok(CharacterEffect::Ended)
            }
            b'@' => {
                let indirect = Word36::halves(0o20, 0);
                self.state.reading.sum.word = self.state.reading.sum.word | indirect;
                self.state.reading.field_seen = true;
                Ok(CharacterEffect::On)
            }
            b':' => {
                self.state.syllable = scan.name();
                self.label(scan)?;
                Err(Unwind::Statement)
            }
            b'=' => {
                self.state.syllable = scan.name();
                self.assignment(scan)?;
                Err(Unwind::Statement)
            }
            b'"' | b'\'' if !self.state.reading.syllable_seen => {
                self.quoted(character).map(CharacterEffect::Value)
            }
            b'^' if !self.state.reading.syllable_seen => {
                self.quoted(character).map(CharacterEffect::Value)
            }
            b'"' => self.double_quote(scan),
            b'\'' => {
                self.state.reading.variable = true;
                self.name_block();
                Ok(CharacterEffect::On)
            }
            b'^' => self.power(scan),
            b'_' => self.shift(scan),
            _ => self.closing(character),
        }
    }

    /// Puts a quoted name in the innermost block unless a block is named.
    fn name_block(&mut self) {
        let target = self.program.symbols.target();
        self.program.symbols.wanted = Some(target);
    }

    /// `"` after a name or number.
    fn double_quote(&mut self, scan: &mut SyllableScan) -> Read<CharacterEffect> {
        if scan.is_name() && Name::takes(self.peek()?) {
            self.prefix(scan.name());
            scan.restart();
        } else {
            self.state.reading.global = true;
            self.name_block();
        }
        Ok(CharacterEffect::On)
    }

    /// A closing bracket.
    fn closing(&mut self, character: u8) -> Read<CharacterEffect> {
        let ends = !self.close(character) && self.close_by(character);
        Ok(if ends { CharacterEffect::Ended } else { CharacterEffect::On })
    }

    /// Characters as a number: `"AB`, `'AB`, `^A`, which may follow each other.
    ///
    /// Source: MIDAS 458, `QOTCON`.
    fn quoted(&mut self, quote: u8) -> Read<Value> {
        self.state.reading.syllable_seen = true;
        self.state.syllable_at = self.source.input.span();
        let mut value = Word36::default();
        if quote != b'^' && self.setting(Setting::QuotesMatch) != Word36::default() {
            self.inside(Name::new("TEXT"), |this| this.matched(quote, &mut value))?;
            return self.with_end(value.into());
        }
        let mut quote = quote;
        let mut character = self.next()?;
        loop {
            value = self.append(value, quote, character);
            character = self.next()?;
            if Name::takes(character) {
                continue;
            }
            if !matches!(character, b'"' | b'\'' | b'^') {
                break;
            }
            quote = character;
            character = self.next()?;
        }
        self.source.input.reread();
        self.with_end(value.into())
    }

    /// Reads characters up to the same quote; two quotes stand for one character.
    fn matched(&mut self, quote: u8, value: &mut Word36) -> Read<()> {
        loop {
            let character = self.next()?;
            if character == quote && self.next()? != quote {
                self.source.input.reread();
                return Ok(());
            }
            *value = self.append(*value, quote, character);
        }
    }

    /// Appends a character to a number of characters.
    fn append(&mut self, value: Word36, quote: u8, character: u8) -> Word36 {
        let (width, code) = match quote {
            b'"' => (7, Word36::from(u32::from(character))),
            b'^' if character >= 0o140 => (7, Word36::from(u32::from(character - 0o40) & 0o77)),
            b'^' => (7, Word36::from(u32::from(character) & 0o77)),
            _ => (6, self.sixbit(character)),
        };
        (value << Word36::from(width)) + code
    }

    /// SIXBIT code of a character; negative, with an error, if it has none.
    pub(crate) fn sixbit(&mut self, character: u8) -> Word36 {
        match text::sixbit_code(character) {
            Some(code) => Word36::from(u32::from(code)),
            None if character >= 0o140 => Word36::from(u32::from(character) - 0o100),
            None => {
                self.error(&messages::NOT_SIXBIT, None);
                Word36::halves(0, u32::from(character).wrapping_sub(0o40))
            }
        }
    }

    /// A value with all characters read: reads its terminator, which must not be a syllable.
    pub(crate) fn with_end(&mut self, value: Value) -> Read<Value> {
        if !matches!(self.next_syllable()?, Syllable::Nothing) {
            self.error(&messages::NOT_SEPARATED, None);
        }
        self.state.reading.syllable_seen = true;
        Ok(value)
    }

    /// A value after its last argument and the argument's end.
    pub(crate) fn with_arguments(&mut self, value: Word36) -> Outcome {
        if self.state.terminator.ends_word() {
            self.state.reading.syllable_seen = true;
            return Ok(Some(value.into()));
        }
        self.with_end(value.into()).map(Some)
    }

    /// A number, `^`, and the exponent of the radix.
    fn power(&mut self, scan: &mut SyllableScan) -> Read<CharacterEffect> {
        if scan.is_name() {
            self.error(&messages::NAME_BEFORE_POWER, None);
            scan.restart();
        }
        let number = self.number_of(scan);
        let exponent = self.right_side()?;
        scan.number = Some(number.times_radix_to(exponent));
        Ok(CharacterEffect::Ended)
    }

    /// A number, `_`, and its shift distance; after anything else `_` is an operator.
    fn shift(&mut self, scan: &mut SyllableScan) -> Read<CharacterEffect> {
        if !self.state.reading.syllable_seen || scan.letters || scan.is_point() {
            self.state.terminator = Terminator::Field(b'_');
            return Ok(CharacterEffect::Ended);
        }
        let number = self.number_of(scan);
        let distance = self.right_side()?;
        let value = number.shifted(distance, self)?;
        (self.state.reading.variable, self.state.reading.global) = (false, false);
        self.state.reading.syllable_seen = true;
        Ok(CharacterEffect::Value(value.into()))
    }

    /// Right operand of `^` or `_` within a syllable.
    ///
    /// Source: MIDAS 458, `UA3`.
    fn right_side(&mut self) -> Read<Word36> {
        let saved = self.state.reading.clone();
        let negative = self.next()? == b'-';
        if !negative {
            self.source.input.reread();
        }
        let value = match self.next()? {
            b'<' => self.angle()?,
            _ => {
                self.source.input.reread();
                self.right_syllable()?
            }
        };
        if self.state.reading.floating {
            self.error(&messages::FLOAT_AFTER_SHIFT, None);
        }
        self.state.reading = saved;
        self.state.reading.syllable_seen = true;
        if !value.unknown.is_empty() {
            self.state.reading.alone = true;
            if self.state.pass == 2 {
                self.error(&messages::OPERAND_EXTERNAL, None);
            }
        } else if !value.relocation.is_none() {
            self.error(&messages::OPERAND_RELOCATED, None);
        }
        Ok(if negative { Word36::default() - value.word } else { value.word })
    }

    fn right_syllable(&mut self) -> Read<Value> {
        loop {
            let syllable = self.syllable_in(true)?;
            if let Some(value) = self.value_of(syllable)? {
                return Ok(value);
            }
        }
    }

    /// Reads a name without looking it up, for pseudo-operations on names; `None` if the word ends
    /// first. A number counts as spelled.
    pub(crate) fn name(&mut self) -> Read<Option<Name>> {
        Ok(match self.unvalued()? {
            Syllable::Nothing => None,
            Syllable::Name(name) => Some(name),
            Syllable::Value(_) => Some(self.state.syllable),
        })
    }

    /// Reads a syllable without looking it up; empty if the word ends first.
    ///
    /// Reads its terminator unless that ends a word; see `terminator` and `input.last()`.
    ///
    /// Source: MIDAS 458, `GETSLD`.
    pub(crate) fn unvalued(&mut self) -> Read<Syllable> {
        let syllable = loop {
            let syllable = self.next_syllable()?;
            if !matches!(syllable, Syllable::Nothing) || self.state.terminator.ends_word() {
                break syllable;
            }
        };
        if self.state.terminator.ends_word() {
            self.source.input.reread();
        }
        Ok(syllable)
    }
}
