//! Words: fields combined by their separators.
//!
//! Source: *MIDAS manual*, "Words"; MIDAS 458, `GETWRD` and `IFORTB`.

use super::context::{Assembler, Read, Terminator};
use super::messages;
use super::value::{Relocation, Value};
use crate::Word36;
use crate::word::{HALF, MASK};

/// Field positions by format: three descriptors of 12 bits, the last field's first, each a position
/// from the right and a size as in a byte pointer.
///
/// A format is five bits: for each of three fields whether it is present, and after the first two
/// whether a comma ends it.
pub(crate) type Formats = [Word36; FORMATS];

const FORMATS: usize = 0o30;
/// Lowest format.
const FIRST_FORMAT: usize = 0o10;

/// Right half: its fields do not carry into the left half.
pub(crate) const RIGHT: u64 = 0o0022;
/// The left half.
pub(crate) const LEFT: u64 = 0o2222;
/// The whole word.
const WHOLE: u64 = 0o0044;
/// Accumulator field of an instruction, and of the right half.
const ACCUMULATORS: [u64; 2] = [0o2704, 0o0504];

/// Formats at the start of a pass.
#[rustfmt::skip]
pub(crate) const FORMAT_TABLE: [u64; FORMATS] = [
    //    ,             ,,              ,,C             ,B
    0,               0, 0,              0o2200_000000, 0o2200_000000, 0, 0, 0,
    // A
    0o4400_000000,   0, 0,              0,
    // A B           A B C              A B,            A B,C
    0o2200_440000,   0o2200_220044,     0o270400_440000, 0o2227_040044,
    // A,                               A,,             A,,B
    0o4400_000000,   0, 0o2222_0000,    0o2200_002222,
    // A,B
    0o2200_440000,   0, 0,              0,
];

/// Bits of a format so far.
#[derive(Default)]
struct FormatMarks {
    bits: usize,
    count: usize,
}

impl FormatMarks {
    fn push(&mut self, mark: bool) {
        if self.count < 5 {
            self.bits |= usize::from(mark) << (4 - self.count);
        }
        self.count += 1;
    }

    /// Whether the last field ended with a space, which a comma may still replace.
    fn ended_by_blank(&self) -> bool {
        self.bits != 0 && (self.count > 5 || self.bits >> (5 - self.count) & 1 == 0)
    }

    fn replace_blank(&mut self) {
        if self.count <= 5 {
            self.bits |= 1 << (5 - self.count);
        }
    }
}

impl Assembler<'_> {
    /// Reads the next word; `reading.word_seen` says whether it is empty.
    pub(crate) fn read_word(&mut self) -> Read<Value> {
        let reading = &mut self.state.reading;
        reading.sum = Value::default();
        (reading.word_seen, reading.device, reading.fields) = (false, false, 0);
        let (mut marks, mut fields) = (FormatMarks::default(), Vec::new());
        // Literals in the word contain their own statements.
        let mut begun = self.state.statement_at;
        loop {
            let field = self.field()?;
            let here = self.source.input.written();
            if fields.is_empty() && self.state.reading.field_seen && here.1.is_some() {
                // The word comes from an expansion, which started elsewhere than the statement:
                // with it, or with another iteration of a loop.
                begun = here;
            }
            if self.state.terminator == Terminator::Space && self.source.input.last() == b'\t' {
                self.after_tab()?;
            }
            match self.state.terminator {
                Terminator::Space if !self.state.reading.field_seen => continue,
                Terminator::Space => {
                    marks.push(true);
                    marks.push(false);
                }
                Terminator::Comma if !self.state.reading.field_seen && marks.ended_by_blank() => {
                    marks.replace_blank();
                    continue;
                }
                Terminator::Comma => {
                    marks.push(self.state.reading.field_seen);
                    marks.push(true);
                    if fields.len() >= 2 {
                        self.error(&messages::COMMA_PAST_THIRD, None);
                    }
                }
                _ => {
                    self.end_of_word(marks, fields, field);
                    self.state.statement_at = begun;
                    return Ok(self.state.reading.sum.clone());
                }
            }
            self.state.reading.word_seen = true;
            fields.push(field);
            self.state.reading.fields = fields.len();
        }
    }

    /// A tab: ignores spaces after it; a comment after them ends the word.
    fn after_tab(&mut self) -> Read<()> {
        let mut character = self.next()?;
        while matches!(character, b' ' | b'\t' | b'\x7f') {
            character = self.next()?;
        }
        if character != b';' {
            self.source.input.reread();
            return Ok(());
        }
        while self.next()? != b'\r' {}
        self.state.terminator = Terminator::Word;
        Ok(())
    }

    fn end_of_word(&mut self, mut marks: FormatMarks, mut fields: Vec<Value>, last: Value) {
        if self.state.reading.field_seen {
            marks.push(true);
            fields.push(last);
        } else if marks.bits == 0 && fields.is_empty() {
            return;
        }
        self.state.reading.word_seen = true;
        let format = self.state.formats.get(marks.bits.wrapping_sub(FIRST_FORMAT)).copied();
        let format = format.unwrap_or_default().bits();
        if format == 0 {
            self.error(&messages::UNDEFINED_FORMAT, None);
        }
        // The fields are placed from the last; their terms come in the order of the source.
        let inner = std::mem::take(&mut self.state.reading.sum.unknown);
        let mut terms = Vec::new();
        let mut at = 24i32;
        for (index, field) in fields.into_iter().enumerate().rev() {
            let descriptor = if at >= 0 { format >> at & 0o7777 } else { 0 };
            if index <= 2 {
                at -= 12;
            }
            self.place(descriptor, field);
            terms.splice(0..0, self.state.reading.sum.unknown.drain(..));
        }
        terms.extend(inner);
        self.state.reading.sum.unknown = terms;
        self.state.reading.device = false;
    }

    /// Adds a field to the word at a descriptor's position.
    ///
    /// Source: MIDAS 458, `INTFLD`.
    pub(crate) fn place(&mut self, descriptor: u64, mut field: Value) {
        let mut descriptor = descriptor;
        if self.state.reading.device && ACCUMULATORS.contains(&descriptor) {
            field.word = field.word & Word36::new(MASK ^ 3);
            descriptor += 0o105;
        }
        let Relocation { left, right } = field.relocation;
        let relocation = match descriptor {
            LEFT => Relocation { left: right, right: 0 },
            RIGHT => Relocation { left: 0, right },
            WHOLE => Relocation { left, right },
            _ => {
                if !field.relocation.is_none() {
                    self.error(&messages::FIELD_RELOCATED, None);
                }
                Relocation::default()
            }
        };
        match descriptor {
            LEFT => field.unknown.retain_mut(|unknown| {
                unknown.half = true;
                unknown.swapped ^= true;
                unknown.swapped
            }),
            RIGHT => field.unknown.iter_mut().for_each(|unknown| unknown.half = true),
            WHOLE => {}
            _ if ACCUMULATORS.contains(&descriptor) => {
                for unknown in &mut field.unknown {
                    unknown.accumulator = true;
                    unknown.swapped ^= descriptor == ACCUMULATORS[0];
                }
            }
            _ if field.unknown.is_empty() => {}
            _ => {
                self.state.reading.alone = true;
                if self.state.pass == 2 {
                    self.error(&messages::FIELD_EXTERNAL, None);
                }
            }
        }
        let (position, size) = (descriptor >> 6, descriptor & 0o77);
        let kept = (1u64 << size.min(36)) - 1;
        let part = Word36::new((field.word.bits() & kept) << position.min(36));
        let sum = &mut self.state.reading.sum;
        sum.word = match descriptor {
            RIGHT => Word36::new(sum.word.bits() & (MASK ^ HALF) | (sum.word + part).bits() & HALF),
            _ => sum.word + part,
        };
        sum.relocation = sum.relocation.plus(relocation);
        sum.unknown.extend(field.unknown);
    }

    /// Reads a word as an argument of a pseudo-operation that must be known now.
    ///
    /// Source: MIDAS 458, `AGETWD`.
    pub(crate) fn argument_word(&mut self, of: super::name::Name) -> Read<Value> {
        self.state.asker = super::context::ValueUser::Pseudo(of);
        let reading = &mut self.state.reading;
        (reading.in_pseudo, reading.defined, reading.no_equals) = (true, true, true);
        let value = self.read_word()?;
        self.skip_text()?;
        Ok(value)
    }
}
