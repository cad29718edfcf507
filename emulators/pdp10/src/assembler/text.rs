//! Text: ASCII, ASCIZ, ASCIC, SIXBIT, .ASCII, one word at a time.
//!
//! Source: *MIDAS manual*, "Pseudos"; MIDAS 458, `AASC1`.

use super::context::{AfterStatement, Assembler, Outcome, Read, Terminator, ValueUser};
use super::grouping::BracketKind;
use super::messages;
use super::name::Name;
use super::settings::Setting;
use super::value::Value;
use crate::Word36;

/// Packing of text in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextFormat {
    /// Bits per character.
    pub(crate) width: u32,
    /// Fill after the last character; at least one if `closed`.
    pub(crate) fill: u8,
    /// Whether a full last word is followed by a word of fill.
    pub(crate) closed: bool,
    /// Whether `!` encloses an expression, whose value is inserted as digits.
    pub(crate) expressions: bool,
}

/// A text with words still to come.
#[derive(Debug, Clone)]
pub(crate) struct TextInWords {
    form: TextFormat,
    delimiter: u8,
    /// Continuation of the statement before it.
    then: AfterStatement,
    /// Characters that did not fit in the previous word.
    carried: Vec<u8>,
    /// Whether the closing delimiter was read.
    ended: bool,
}

impl Assembler<'_> {
    /// First word of a text after its name.
    pub(crate) fn text(&mut self, name: Name, form: TextFormat) -> Outcome {
        let then = self.state.then;
        let start = self.source.input.page_and_line();
        self.source.macros.inside = Some(super::macros::OpenPseudo { name, start });
        let delimiter = match self.source.input.last() {
            b' ' | b'\t' => self.after_blanks()?,
            other => other,
        };
        self.state.text =
            Some(TextInWords { form, delimiter, then, carried: Vec::new(), ended: false });
        self.state.within_text = true;
        self.next_of_text().map(Some)
    }

    /// Next word of the current text.
    pub(crate) fn next_of_text(&mut self) -> Read<Value> {
        let first = !std::mem::take(&mut self.state.reading.more);
        if !first {
            self.state.reading.field_seen = true;
        }
        let Some(mut text) = self.state.text.take() else { return Ok(Value::default()) };
        let capacity = (36 / text.form.width) as usize;
        let mut characters: Vec<u8> = Vec::with_capacity(capacity);
        let full = loop {
            while characters.len() < capacity && !text.carried.is_empty() {
                characters.push(text.carried.remove(0));
            }
            if text.ended || !text.carried.is_empty() {
                break !text.carried.is_empty();
            }
            // Only a further character shows that another word follows.
            let character = self.next()?;
            if character == text.delimiter {
                text.ended = true;
                if text.form.closed && characters.len() == capacity {
                    text.carried.push(text.form.fill);
                    break true;
                }
                break false;
            }
            if character == b'!' && text.form.expressions {
                self.state.text = Some(text.clone());
                let digits = self.digits_of_expression()?;
                text.carried.extend(digits);
            } else {
                text.carried.push(character);
            }
        };
        if !characters.is_empty() {
            self.state.reading.syllable_seen = true;
        }
        let word = self.packed(&characters, text.form);
        if full {
            self.state.text = Some(text);
            return self.word_of_text(word);
        }
        self.state.then = text.then;
        self.state.within_text = false;
        self.source.macros.inside = None;
        self.with_end(word.into())
    }

    fn packed(&mut self, characters: &[u8], form: TextFormat) -> Word36 {
        let capacity = (36 / form.width) as usize;
        let mut bits = Word36::default();
        for &character in characters {
            let code = match form.width {
                6 => self.sixbit(character) & Word36::new(0o77),
                _ => Word36::from(u32::from(character)),
            };
            bits = bits << Word36::from(form.width) | code;
        }
        for _ in characters.len()..capacity {
            bits = bits << Word36::from(form.width) | Word36::from(u32::from(form.fill));
        }
        bits << Word36::from(36 - form.width * capacity as u32)
    }

    /// A word of a text that continues, if allowed.
    fn word_of_text(&mut self, word: Word36) -> Read<Value> {
        self.state.reading.more = true;
        self.state.reading.syllable_seen = true;
        self.state.terminator = Terminator::Word;
        self.state.then = AfterStatement::Text;
        let multi_line = self.program.settings[Setting::MultiLine].signed();
        let kind = self.state.groupings.last().map(|open| open.kind);
        if multi_line <= 0 && matches!(kind, Some(BracketKind::Angle | BracketKind::Paren)) {
            self.skip_text()?;
            if multi_line < 0 {
                self.error(&messages::LINES_IN_BRACKETS, None);
            }
        }
        Ok(word.into())
    }

    /// Skips the rest of a text of which only one word is needed.
    ///
    /// Source: MIDAS 458, `IGTXT`.
    pub(crate) fn skip_text(&mut self) -> Read<()> {
        if !std::mem::take(&mut self.state.reading.more) {
            return Ok(());
        }
        let Some(text) = self.state.text.take() else { return Ok(()) };
        if !text.ended {
            while self.next()? != text.delimiter {}
        }
        self.state.then = text.then;
        self.state.within_text = false;
        self.source.macros.inside = None;
        Ok(())
    }

    /// The value between `!` and `!`, or another terminator, in digits of the radix.
    fn digits_of_expression(&mut self) -> Read<Vec<u8>> {
        let asker = match self.state.pass {
            1 => ValueUser::Text(false),
            _ => ValueUser::Pseudo(Name::new(".ASCII")),
        };
        let before = self.state.asker;
        let kept = (self.state.text.take(), self.state.then);
        self.open(BracketKind::Number)?;
        let value = self.argument_for(asker);
        if let Some(open) = self.state.groupings.pop() {
            self.resume(open);
        }
        (self.state.text, self.state.then) = kept;
        self.state.within_text = value.is_ok();
        let undefined = self.state.asker == ValueUser::Text(true);
        self.state.asker = before;
        let mut value = value?.word.bits();
        if undefined {
            value = Word36::from_signed(-1).bits();
            self.state.reading.alone = true;
        }
        let radix = self.state.radix.max(2);
        let mut digits = Vec::new();
        loop {
            digits.insert(0, b'0'.wrapping_add((value % radix) as u8));
            value /= radix;
            if value == 0 {
                break;
            }
        }
        if self.source.input.last() != b'!' {
            self.source.input.reread();
        }
        Ok(digits)
    }
}
