//! Fields: syllables with operators between them.
//!
//! Source: *MIDAS manual*, "Fields"; MIDAS 458, `GETFLD`.

use super::context::{Assembler, Read, Terminator, ValueUser, WordState};
use super::grouping::BracketKind;
use super::messages;
use super::name::Name;
use super::value::{Relocation, Value};
use crate::Word36;
use crate::word::{HALF, SIGN};

/// An operator waiting for its right operand.
struct PendingOperator {
    left: Value,
    operator: u8,
    precedence: u8,
}

/// Precedence of a unary operator, above all binary ones.
const UNARY: u8 = 0o200;

/// Maximum nesting of fields, each an argument or in brackets of another; MIDAS has room for fewer.
const NESTING_LIMIT: u32 = 200;

/// Precedence of an operator.
fn precedence(operator: u8) -> u8 {
    match operator {
        b'_' => 0o100,
        b'&' => 0o40,
        b'#' => 0o34,
        b'\\' => 0o30,
        b'*' | b'/' => 0o20,
        _ => 0o10,
    }
}

impl Assembler<'_> {
    /// Reads the next field of the word; `reading.field_seen` says whether it is empty.
    pub(crate) fn field(&mut self) -> Read<Value> {
        if self.state.fields_open >= NESTING_LIMIT {
            return Err(self.nested_too_deeply());
        }
        self.state.fields_open += 1;
        let field = self.expression();
        self.state.fields_open -= 1;
        field
    }

    fn expression(&mut self) -> Read<Value> {
        self.state.reading.field_seen = false;
        self.state.reading.operator_seen = false;
        let mut pending: Vec<PendingOperator> = Vec::new();
        let mut value = self.operand()?;
        while let Terminator::Field(operator) = self.state.terminator {
            if matches!(operator, b'(' | b'<' | b'[')
                && let Some(sum) = self.grouping(operator, &value)?
            {
                value = sum;
                continue;
            }
            if !matches!(operator, b'(' | b'<' | b'[') {
                self.push_operator(&mut pending, operator, value);
            }
            value = self.operand()?;
        }
        self.state.reading.field_seen |= self.state.reading.syllable_seen;
        Ok(self.reduce(&mut pending, 0, value))
    }

    /// Reads the next syllable with its value; skips names without one.
    fn operand(&mut self) -> Read<Value> {
        loop {
            if self.state.reading.more {
                return self.next_of_text();
            }
            let syllable = self.next_syllable()?;
            if let Some(value) = self.value_of(syllable)? {
                return Ok(value);
            }
        }
    }

    fn push_operator(&mut self, pending: &mut Vec<PendingOperator>, operator: u8, value: Value) {
        self.state.reading.field_seen = true;
        self.state.reading.operator_seen = true;
        if self.state.reading.syllable_seen {
            let precedence = precedence(operator);
            let left = self.reduce(pending, precedence, value);
            pending.push(PendingOperator { left, operator, precedence });
        } else {
            let left = match operator {
                b'#' => Word36::from_signed(-1).into(),
                _ => value,
            };
            pending.push(PendingOperator { left, operator, precedence: UNARY });
        }
    }

    /// Applies pending operators that bind at least as tightly.
    fn reduce(
        &mut self,
        pending: &mut Vec<PendingOperator>,
        precedence: u8,
        mut right: Value,
    ) -> Value {
        while let Some(last) = pending.pop_if(|last| precedence <= last.precedence) {
            right = self.operate(last.operator, last.left, right);
        }
        right
    }

    fn operate(&mut self, operator: u8, mut left: Value, mut right: Value) -> Value {
        match operator {
            b'+' => {
                left.add(right);
                return left;
            }
            b'-' => {
                left.add(right.negative());
                return left;
            }
            _ => {}
        }
        let (one, two) = (left.relocation, right.relocation);
        if !left.unknown.is_empty() || !right.unknown.is_empty() {
            self.refuse_unknown(operator, &left, &right);
        }
        let relocation = match operator {
            b'*' if two.is_none() => one.times(right.word.signed()),
            b'*' if one.is_none() => two.times(left.word.signed()),
            _ if one.is_none() && two.is_none() => one,
            _ => {
                self.error(&messages::OPERAND_RELOCATED, None);
                Relocation::default()
            }
        };
        let word = result(operator, left.word, right.word);
        let mut unknown = Vec::new();
        if operator == b'*' && !left.unknown.is_empty() {
            left.scale_unknown(right.word);
        } else if operator == b'*' {
            right.scale_unknown(left.word);
        }
        unknown.extend(left.unknown);
        unknown.extend(right.unknown);
        Value { word, relocation, unknown }
    }

    /// Reports an operator between values that only the loader knows; `/` and the logical ones look
    /// at the relocation of their operands first, and report only that.
    ///
    /// Source: MIDAS 458, `MULTP1`, `DIVID1` and `LOGIC1`.
    fn refuse_unknown(&mut self, operator: u8, left: &Value, right: &Value) {
        let are_relocated = [left, right].map(|value| !value.relocation.is_none());
        if operator != b'*' && are_relocated.contains(&true) {
            return;
        }
        // Equal literals may differ after this.
        self.state.reading.alone = true;
        if self.state.pass != 2 {
            return;
        }
        let message = match operator {
            b'*' => &messages::MULTIPLIED_EXTERNAL,
            b'/' => &messages::DIVIDED_EXTERNAL,
            _ => &messages::OPERAND_EXTERNAL,
        };
        self.error(message, None);
        let are_unknown = !left.unknown.is_empty() && !right.unknown.is_empty();
        if operator == b'*' && are_unknown && are_relocated.contains(&false) {
            self.error(&messages::MULTIPLIED_EXTERNALS, None);
        }
    }

    /// A bracketed value after another, possibly empty, one: their combined value, with the
    /// terminator read, or `None` if another syllable follows first.
    ///
    /// Source: MIDAS 458, `LSSTH` and `LEFTP`.
    fn grouping(&mut self, opening: u8, before: &Value) -> Read<Option<Value>> {
        let reading = self.state.reading.clone();
        let added = opening == b'(' && (reading.syllable_seen || !reading.operator_seen);
        if opening == b'[' {
            self.state.reading.field_seen = true;
        }
        let value = match opening {
            b'<' => self.grouped(BracketKind::Angle)?,
            b'(' => self.grouped(BracketKind::Paren)?.swapped(),
            _ => self.literal()?,
        };
        if !added {
            if self.state.reading.syllable_seen {
                self.error(&messages::NOT_SEPARATED, None);
            }
            let mut sum = before.clone();
            sum.add(value);
            return Ok(self.after_grouping()?.then_some(sum));
        }
        self.state.reading.word_seen = true;
        self.state.reading.sum.add(value);
        if !self.state.reading.syllable_seen {
            return Ok(None);
        }
        Ok(self.after_grouping()?.then(|| before.clone()))
    }

    /// `<...>` as the right operand of `_` or `^` in a number; a `_` after it ends the word.
    pub(crate) fn angle(&mut self) -> Read<Value> {
        self.state.reading.syllable_seen = false;
        let value = self.grouped(BracketKind::Angle)?;
        self.after_grouping()?;
        if self.state.terminator == Terminator::Field(b'_') {
            self.state.terminator = Terminator::Word;
        }
        Ok(value)
    }

    /// Reads the terminator of a grouping's syllable; false, with an error, if another syllable
    /// follows.
    fn after_grouping(&mut self) -> Read<bool> {
        if !matches!(self.source.input.last(), b'\r' | b'\n') {
            let mut character = self.next()?;
            while character == b'!' {
                character = self.next()?;
            }
            self.source.input.reread();
            if Name::takes(character) || super::characters::starts_syllable(character) {
                self.error(&messages::NOT_SEPARATED, None);
                return Ok(false);
            }
            self.next_syllable()?;
        } else {
            self.state.terminator = Terminator::Word;
        }
        self.state.reading.syllable_seen = true;
        Ok(true)
    }

    /// Reads a field as an argument of the pseudo-operation `of` that must be known now: undefined
    /// names are errors on either pass and count as 0.
    ///
    /// Reads a comma, space or other end of the field too, but not the end of a word.
    /// `argument_given` says whether there was an argument.
    ///
    /// Source: MIDAS 458, `AGETFD`.
    pub(crate) fn argument(&mut self, of: Name) -> Read<Word36> {
        self.argument_for(ValueUser::Pseudo(of)).map(|value| value.word)
    }

    /// The same for any user.
    pub(crate) fn argument_for(&mut self, asker: ValueUser) -> Read<Value> {
        let saved = self.state.reading.clone();
        let before = std::mem::replace(&mut self.state.asker, asker);
        self.state.reading.in_pseudo = true;
        self.state.reading.no_equals = true;
        let value = self.field_apart();
        self.state.argument_given = self.state.reading.field_seen;
        let alone = self.state.reading.alone;
        self.state.reading = saved;
        self.state.reading.alone |= alone;
        if !matches!(asker, ValueUser::Text(_)) {
            self.state.asker = before;
        }
        value
    }

    /// Reads a field that is not part of the current word.
    pub(crate) fn field_apart(&mut self) -> Read<Value> {
        let sum = std::mem::take(&mut self.state.reading.sum);
        let mut value = self.part()?;
        self.skip_text()?;
        value.add(std::mem::replace(&mut self.state.reading.sum, sum));
        Ok(value)
    }

    /// Reads a field of the current word after leading spaces; leaves the end of a word to be read.
    pub(crate) fn part(&mut self) -> Read<Value> {
        loop {
            let value = self.field()?;
            if !self.state.terminator.ends_field() {
                self.source.input.reread();
                return Ok(value);
            }
            if self.state.reading.field_seen || self.state.terminator == Terminator::Comma {
                return Ok(value);
            }
        }
    }

    /// Initial state of a separate word.
    pub(crate) fn fresh(&self) -> WordState {
        WordState { defined: true, ..WordState::default() }
    }
}

/// Applies an operator to two words.
fn result(operator: u8, left: Word36, right: Word36) -> Word36 {
    match operator {
        b'*' => {
            // The low 35 bits of the product with its sign, like IMUL.
            let product = i128::from(left.signed()) * i128::from(right.signed());
            let sign = if product < 0 { SIGN } else { 0 };
            Word36::new(product as u64 & (SIGN - 1) | sign)
        }
        b'/' => match right.signed() {
            0 => left,
            -1 if left.bits() == SIGN => left,
            divisor => Word36::from_signed(left.signed() / divisor),
        },
        b'&' => left & right,
        b'#' => left ^ right,
        b'\\' => left | right,
        _ => logical_shift(left, right),
    }
}

/// LSH: its address counts as a sign and eight bits.
fn logical_shift(word: Word36, address: Word36) -> Word36 {
    let address = address.bits() & HALF;
    match (address >> 17, address & 0o377) {
        (0, distance) if distance < 36 => word << Word36::new(distance),
        (1, distance) if 0o400 - distance < 36 => word >> Word36::new(0o400 - distance),
        _ => Word36::default(),
    }
}
