//! Decoding and disassembling.

use std::ops::Range;

use machine::CallFlow;

use crate::design::Design;
use crate::operand::{Field, Kind, Source};
use crate::row::{MOST_OPERANDS, Operands, Row};
use crate::state::State;

/// A decoded instruction.
#[derive(Debug)]
pub struct Decoded<D: Design> {
    /// Its row.
    pub row: &'static Row<D>,
    /// Its address.
    pub address: u64,
    /// Its bits.
    pub word: u64,
    /// Number of units.
    pub units: u8,
    /// Its operands.
    pub operands: Operands,
}

impl<D: Design> Row<D> {
    /// Number of units of the instruction.
    #[must_use]
    pub fn units(&self) -> u64 {
        u64::from(self.pattern.width() / D::UNIT_BITS)
    }

    /// Letters of the operands with their kinds, in order.
    pub fn kinds(&self) -> impl Iterator<Item = (char, Kind)> {
        let letters = self.operands.chars().filter(|&letter| self.pattern.field_width(letter) > 0);
        letters.filter_map(|letter| Some((letter, D::kind(letter)?)))
    }

    /// A field of this instruction at an address.
    pub fn field(&self, letter: char, address: u64) -> Field {
        let width = self.pattern.field_width(letter);
        Field { width, address, following: address.wrapping_add(self.units()), is_plain: false }
    }

    /// Numbers of the operands in a word, in order; those of registers are slots.
    fn operands(&self, word: u64, address: u64) -> Operands {
        let mut operands = [0; MOST_OPERANDS];
        for (operand, (letter, kind)) in operands.iter_mut().zip(self.kinds()) {
            let bits = self.pattern.field(word, letter).unwrap_or_default();
            *operand = (kind.decode)(bits, self.field(letter, address));
            if let Source::Register(_, first) = kind.source {
                *operand += i64::from(first);
            }
        }
        operands
    }
}

/// Bits of `units` units from an address, as a pattern shows them.
fn word<D: Design>(state: &State<D>, address: u64, units: u64) -> Option<u64> {
    state.value(address, units as u8)
}

/// The instruction at an address; `None` if there is none.
#[must_use]
pub fn decode<D: Design>(state: &State<D>, address: u64) -> Option<Decoded<D>> {
    decode_one_of(D::rows().iter(), state, address)
}

/// The same, if it is one of these rows.
fn decode_one_of<D: Design>(
    rows: impl Iterator<Item = &'static Row<D>>,
    state: &State<D>,
    address: u64,
) -> Option<Decoded<D>> {
    let matching = rows.filter_map(|row| {
        let word = word(state, address, row.units())?;
        row.pattern.matches(word).then_some((row, word))
    });
    // The row with the most fixed bits is the best match.
    let (row, word) = matching.max_by_key(|(row, _)| row.pattern.mask().count_ones())?;
    let operands = row.operands(word, address);
    Some(Decoded { row, address, word, units: row.units() as u8, operands })
}

/// Rows by the first eight bits of an instruction, for programs that often change instructions.
pub(crate) struct RowIndex<D: Design> {
    rows: Vec<&'static Row<D>>,
    /// Places in `rows` of those that each byte may begin.
    places: Vec<Range<usize>>,
}

/// The first eight bits of `bits`, which has the width of `units` units; fewer if a unit is smaller.
fn first_byte<D: Design>(bits: u64, units: u64) -> u64 {
    let most = u64::from(D::UNIT_BITS.min(8));
    let below = if D::BIG_ENDIAN { units * u64::from(D::UNIT_BITS) - most } else { 0 };
    bits >> below & (0xff >> (8 - most))
}

impl<D: Design> RowIndex<D> {
    pub(crate) fn new() -> Self {
        let (mut rows, mut places) = (Vec::new(), Vec::new());
        for byte in 0..=0xff {
            let begins = |row: &&Row<D>| {
                let [mask, value] = [row.pattern.mask(), row.pattern.value()]
                    .map(|bits| first_byte::<D>(bits, row.units()));
                byte & mask == value
            };
            let start = rows.len();
            rows.extend(D::rows().iter().filter(begins));
            places.push(start..rows.len());
        }
        RowIndex { rows, places }
    }

    /// The instruction at an address, as [`decode`] finds it.
    pub(crate) fn decode(&self, state: &State<D>, address: u64) -> Option<Decoded<D>> {
        let byte = first_byte::<D>(state.peek(address)?, 1);
        let place = self.places[byte as usize].clone();
        decode_one_of(self.rows[place].iter().copied(), state, address)
    }
}

impl<D: Design> Decoded<D> {
    /// The instruction as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut numbers = self.operands.iter().zip(self.row.kinds());
        let show = |letter: char| {
            if self.row.pattern.field_width(letter) == 0 || D::kind(letter).is_none() {
                return String::from(letter);
            }
            let Some((&number, (_, kind))) = numbers.next() else { return String::new() };
            let field = self.row.field(letter, self.address);
            match kind.source {
                Source::Register(names, first) => {
                    let place = number - i64::from(first);
                    names.get(place as usize).copied().unwrap_or_default().to_owned()
                }
                Source::Number => (kind.show)(number, field, D::SPEC),
            }
        };
        let operands: String = self.row.operands.chars().map(show).collect();
        format!("{} {operands}", self.row.name).trim_end().to_owned()
    }
}

/// Effect of a disassembled instruction on the call chain, for [`machine::Syntax::flow`].
#[must_use]
pub fn flow<D: Design>(text: &str) -> CallFlow {
    let name = text.split_whitespace().next().unwrap_or_default();
    let row = D::rows().iter().find(|row| row.name.eq_ignore_ascii_case(name));
    row.map_or(CallFlow::Other, |row| row.class.flow)
}
