//! Syllables: names, numbers, quoted characters, and what acts within them.
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

/// What stands before what ends a syllable.
#[derive(Debug)]
pub(crate) enum Syllable {
    /// Nothing.
    Nothing,
    /// A name, which nobody has looked up.
    Name(Name),
    /// A number, or characters as one.
    Value(Value),
}

/// The characters of a syllable so far.
#[derive(Debug, Default)]
pub(super) struct SyllableScan {
    characters: Vec<u8>,
    letters: bool,
    point: bool,
    /// A number that `^` made.
    number: Option<Number>,
}

/// Characters of a number that are kept; what is behind them only makes it larger.
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

    /// How it is spelt, cut as a name is.
    pub(super) fn name(&self) -> Name {
        Name::new(&String::from_utf8_lossy(&self.characters))
    }

    /// Whether it is no number.
    pub(super) fn is_name(&self) -> bool {
        self.letters
    }

    fn is_point(&self) -> bool {
        self.characters == b"."
    }

    /// Starts again behind the name of a block.
    fn restart(&mut self) {
        self.characters.clear();
    }
}

/// What an acting character came to.
enum CharacterEffect {
    /// The syllable goes on.
    On,
    /// The syllable ends here, with the terminator set.
    Ended,
    /// The syllable has this value, its terminator read.
    Value(Value),
}

impl Assembler<'_> {
    /// The next syllable; the quotes behind it are in `reading`, what ended it in `terminator`.
    pub(crate) fn next_syllable(&mut self) -> Read<Syllable> {
        self.syllable_in(false)
    }

    /// The same; as the right side of `^` or `_` it ends before a `_`, and with it the word.
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

    /// A character ended a word.
    fn end_word(&mut self, character: u8) {
        self.state.terminator = Terminator::Word;
        match character {
            b'\x0c' if !self.state.groupings.is_empty() && self.state.text.is_none() => {
                self.error(&messages::FORM_FEED, None);
            }
            super::input::FOREIGN => self.error(&messages::NOT_ASCII, None),
            _ => {}
        }
    }

    /// What the characters of a syllable come to.
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

    /// The number a syllable is.
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

    /// A character acts within a syllable.
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

    /// A name that a quote follows belongs to the innermost block unless it names one.
    fn name_block(&mut self) {
        let target = self.program.symbols.target();
        self.program.symbols.wanted = Some(target);
    }

    /// `"` behind a name or number.
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

    /// Characters as a number: `"AB`, `'AB`, `^A`, each of which may follow another.
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

    /// Characters up to a quote like the one before; two of them are one character.
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

    /// A number of characters with one more.
    fn append(&mut self, value: Word36, quote: u8, character: u8) -> Word36 {
        let (width, code) = match quote {
            b'"' => (7, Word36::from(u32::from(character))),
            b'^' if character >= 0o140 => (7, Word36::from(u32::from(character - 0o40) & 0o77)),
            b'^' => (7, Word36::from(u32::from(character) & 0o77)),
            _ => (6, self.sixbit(character)),
        };
        (value << Word36::from(width)) + code
    }

    /// The code of a character in SIXBIT; told, when it has none, and negative.
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

    /// A value whose characters are all read: reads what ends it, which must be no syllable.
    pub(crate) fn with_end(&mut self, value: Value) -> Read<Value> {
        if !matches!(self.next_syllable()?, Syllable::Nothing) {
            self.error(&messages::NOT_SEPARATED, None);
        }
        self.state.reading.syllable_seen = true;
        Ok(value)
    }

    /// A value whose last argument is read, and what ended that: a word, or the argument only.
    pub(crate) fn with_arguments(&mut self, value: Word36) -> Outcome {
        if self.state.terminator.ends_word() {
            self.state.reading.syllable_seen = true;
            return Ok(Some(value.into()));
        }
        self.with_end(value.into()).map(Some)
    }

    /// A number, `^`, and the exponent of the radix behind it.
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

    /// A number, `_`, and how far it is shifted; behind anything else `_` is an operator.
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

    /// What is behind `^` or `_` within a syllable.
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

    /// A name that is not looked up, for pseudo-operations that take names; `None` when a word ends
    /// before one. A number counts as it is spelt.
    pub(crate) fn name(&mut self) -> Read<Option<Name>> {
        Ok(match self.unvalued()? {
            Syllable::Nothing => None,
            Syllable::Name(name) => Some(name),
            Syllable::Value(_) => Some(self.state.syllable),
        })
    }

    /// A syllable that is not looked up; nothing when a word ends before one.
    ///
    /// What ended it is read unless it ends a word; `terminator` and `input.last()` tell.
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
