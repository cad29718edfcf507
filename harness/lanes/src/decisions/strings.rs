//! Grids whose cells are strings of candidates: what a store rules out.

use machine::Store;
use reference::models::Event;
use reference::{Candidates, Puzzle};

use super::Observation;

/// The candidates of each cell as the stores so far have left them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Strings {
    masks: Vec<u32>,
    side: usize,
    /// Characters in a unit of memory: one in a byte, five of seven bits in a word of 36.
    per_unit: u64,
}

impl Strings {
    /// The strings a puzzle begins with, on a machine with such units.
    pub(super) fn of(puzzle: &Puzzle, unit_bits: u32) -> Self {
        let per_unit = u64::from(unit_bits / 7);
        let masks = Candidates::of(puzzle).masks().to_vec();
        Strings { masks, side: puzzle.size().side(), per_unit }
    }

    /// Tells what the store of a unit does to a cell; `part` is the unit's number in the cell.
    pub(super) fn stored(
        &mut self,
        cell: u16,
        part: u64,
        store: Store,
        see: &mut impl FnMut(Observation),
    ) {
        for at in 0..self.per_unit {
            let place = (part * self.per_unit + at) as usize;
            let character = self.character(store.value, at);
            if place >= self.side {
                if character != 0 {
                    see(Observation::Strange(store));
                }
                continue;
            }
            let mask = &mut self.masks[usize::from(cell)];
            let was = *mask >> place & 1 != 0;
            let digit = place as u8 + 1;
            match character {
                b'.' if was => {
                    *mask ^= 1 << place;
                    see(Observation::Event(Event::RuleOut { cell, digit }));
                }
                b'.' => {}
                same if was && same == b'0' + digit => {}
                _ => see(Observation::Strange(store)),
            }
        }
    }

    /// The character of a unit at a place, the first one highest where there are several.
    fn character(&self, value: u64, at: u64) -> u8 {
        match self.per_unit {
            1 => value as u8,
            _ => (value >> (29 - 7 * at) & 0o177) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(strings: &mut Strings, part: u64, value: u64) -> Vec<Observation> {
        let mut seen = Vec::new();
        let store = Store { address: 0, size: 1, value };
        strings.stored(1, part, store, &mut |it| seen.push(it));
        seen
    }

    fn out(digit: u8) -> Observation {
        Observation::Event(Event::RuleOut { cell: 1, digit })
    }

    #[test]
    fn a_point_over_a_digit_rules_it_out_once() {
        let puzzle: Puzzle = "1... .... .... ....".parse().unwrap();
        let mut strings = Strings::of(&puzzle, 8);
        assert_eq!(seen(&mut strings, 2, b'.'.into()), [out(3)]);
        assert_eq!(seen(&mut strings, 2, b'.'.into()), []);
        assert_eq!(seen(&mut strings, 1, b'2'.into()), []);
        assert_eq!(seen(&mut strings, 4, 0), []);
        for (part, value) in [(2, b'3'), (1, b'3'), (4, b'.'), (0, 0)] {
            assert!(matches!(
                seen(&mut strings, part, value.into())[..],
                [Observation::Strange(_)]
            ));
        }
    }

    #[test]
    fn a_word_of_36_bits_has_five_characters() {
        let puzzle: Puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let word = |text: &[u8; 5]| text.iter().fold(0, |word, &c| word << 7 | u64::from(c)) << 1;
        let mut strings = Strings::of(&puzzle, 36);
        // The second cell is given: 3.
        assert_eq!(seen(&mut strings, 0, word(b"..3..")), []);
        assert_eq!(seen(&mut strings, 0, word(b".....")), [out(3)]);
        assert_eq!(seen(&mut strings, 1, word(b"....\0")), []);
        assert!(matches!(seen(&mut strings, 1, word(b"....9"))[..], [Observation::Strange(_)]));
    }
}
