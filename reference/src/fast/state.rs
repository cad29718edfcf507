//! State of a grid during the search: nine boxes, six bands, and propagation between them.

use super::lanes::{Band8, Box16};
use super::tables::{COLUMNS, DIGITS, GIVEN, HOLDS, OPEN, PLACES, ROWS, digits_of};

/// Remaining possibilities of every cell and every band.
#[derive(Debug, Clone, Copy)]
pub(super) struct State<L: Box16> {
    boxes: [L; 9],
    /// Three across, then three down.
    bands: [L::Band; 6],
}

/// A bit for each band that has changed and must update its boxes ("news").
pub(super) type News = u32;

/// News of the bands across.
const ACROSS: News = 0o07;
/// News of the bands down.
const DOWN: News = 0o70;
/// News of all bands.
pub(super) const ALL_NEWS: News = ACROSS | DOWN;

/// Number of bands with news at which all three of a direction are updated at once.
///
/// Updating a band without news is wasted work, but the three do not depend on each other, and no
/// branch has to be predicted. Measured: values from 3 to 5 make little difference.
const MANY: u32 = 4;

/// A digit that goes one of several ways in a band.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    band: usize,
    way: usize,
    digit: u16,
}

/// Deductions from a single box.
struct Follows<L> {
    /// Candidates to remove.
    lost: L,
    /// Nonzero if some digit has no lane, or some lane has fewer digits than it needs.
    wrong: L,
}

/// One step of deduction from a single box.
///
/// A digit with one lane in its row or column is there; so are all digits of a lane that has no
/// more than it needs. Other lanes of the row and column lose such a digit.
#[inline(always)]
fn follows<L: Box16>(x: L) -> Follows<L> {
    let (rows, columns, holds) = (L::load(&ROWS), L::load(&COLUMNS), L::load(&HOLDS));
    let (row, column, counts) = (x.rest_of_row(), x.rest_of_column(), x.counts());
    let alone = x.without(row).and(rows).or(x.without(column).and(columns));
    let certain = alone.or(x.and(counts.equals(holds)));
    let taken = certain.rest_of_row().or(certain.rest_of_column());
    let full = alone.counts().equals(holds).without(alone);
    let nowhere = L::load(&const { digits_of(ROWS) })
        .without(x.or(row))
        .or(L::load(&const { digits_of(COLUMNS) }).without(x.or(column)));
    Follows { lost: x.and(taken.or(full)), wrong: nowhere.or(holds.exceeds(counts)) }
}

impl<L: Box16> State<L> {
    /// Creates the state of a grid from givens, 0 for none.
    #[inline(always)]
    pub(super) fn new(givens: &[u8; 81]) -> Self {
        let mut state = Self::of_boxes([L::load(&OPEN); 9]);
        let mut left = present(givens);
        while left != 0 {
            let cell = left.trailing_zeros() as usize;
            left &= left - 1;
            let (place, at) = PLACES[cell % 81];
            let given = &GIVEN[usize::from(at % 9)][usize::from(givens[cell % 81] - 1) % 9];
            let place = usize::from(place % 9);
            state.boxes[place] = state.boxes[place].and(L::load(given));
        }
        state
    }

    /// Creates the state of a grid from candidates, bit 0 for digit 1.
    #[inline(always)]
    pub(super) fn of_masks(masks: &[u32; 81]) -> Self {
        let mut state = Self::of_boxes([L::load(&OPEN); 9]);
        let mut boxes = [OPEN; 9];
        for (cell, mask) in masks.iter().enumerate() {
            let (place, half, lane) = lane_of(cell);
            boxes[place].0[half][lane] &= *mask as u16;
        }
        for (kept, lanes) in state.boxes.iter_mut().zip(&boxes) {
            *kept = L::load(lanes);
        }
        state
    }

    #[inline(always)]
    fn of_boxes(boxes: [L; 9]) -> Self {
        let ways = [DIGITS, DIGITS, DIGITS, DIGITS, DIGITS, DIGITS, 0, 0];
        State { boxes, bands: [L::Band::load(&ways); 6] }
    }

    /// Propagates news until there is none; false if there is a contradiction.
    ///
    /// At the end every box has been examined after its last change, so every digit has a place in
    /// it and every cell a digit.
    #[inline(always)]
    pub(super) fn propagate(&mut self, mut news: News) -> bool {
        while news != 0 {
            let well = if news.count_ones() < MANY {
                let band = news.trailing_zeros() as usize;
                news &= news - 1;
                match band {
                    0..3 => self.look::<false>(band, &mut news),
                    _ => self.look::<true>((band - 3) % 3, &mut news),
                }
            } else {
                self.sweep(&mut news)
            };
            if !well {
                return false;
            }
        }
        true
    }

    /// Updates all horizontal bands if one has news, then all vertical bands.
    #[inline(always)]
    fn sweep(&mut self, news: &mut News) -> bool {
        if *news & ACROSS != 0 {
            *news &= !ACROSS;
            for at in 0..3 {
                if !self.look::<false>(at, news) {
                    return false;
                }
            }
        }
        if *news & DOWN != 0 {
            *news &= !DOWN;
            for at in 0..3 {
                if !self.look::<true>(at, news) {
                    return false;
                }
            }
        }
        true
    }

    /// Propagates a band to its boxes, and their deductions to all their bands; false if there is a
    /// contradiction.
    ///
    /// It does each step for all three boxes, which do not depend on each other.
    #[inline(always)]
    fn look<const DOWN: bool>(&mut self, at: usize, news: &mut News) -> bool {
        let (band, places) = if DOWN {
            (3 + at, [at, 3 + at, 6 + at])
        } else {
            (at, [3 * at, 3 * at + 1, 3 * at + 2])
        };
        let [a, b, c] = places;
        let ways = self.bands[band];
        let x = self.boxes[a].and(L::allowed::<DOWN>(ways, 0));
        let y = self.boxes[b].and(L::allowed::<DOWN>(ways, 1));
        let z = self.boxes[c].and(L::allowed::<DOWN>(ways, 2));
        let (of_x, of_y, of_z) = (follows(x), follows(y), follows(z));
        let (x, y, z) = (x.without(of_x.lost), y.without(of_y.lost), z.without(of_z.lost));
        let mut left = ways;
        for (next, x) in [x, y, z].into_iter().enumerate() {
            self.boxes[places[next]] = x;
            let (across, down) = x.said(places[next]);
            let (own, other) = if DOWN { (down, across) } else { (across, down) };
            left = left.and(own);
            *news |= self.restrict(if DOWN { next } else { 3 + next }, other);
        }
        self.bands[band] = left;
        let is_settled = of_x.lost.or(of_y.lost).or(of_z.lost).is_zero();
        *news |= News::from(!is_settled | !left.is_same(ways)) << band;
        of_x.wrong.or(of_y.wrong).or(of_z.wrong).is_zero()
    }

    /// Restricts a band to these ways; returns its news if that changes it.
    #[inline(always)]
    fn restrict(&mut self, band: usize, ways: L::Band) -> News {
        let old = self.bands[band];
        let new = old.and(ways);
        self.bands[band] = new;
        News::from(!new.is_same(old)) << band
    }

    /// Next choice to try: the digit with the fewest ways in the band with the fewest, ignoring
    /// certain digits; `None` if every digit has one way in every band.
    #[inline(always)]
    pub(super) fn choice(&self) -> Option<Choice> {
        let mut fewest = (u32::MAX, 0);
        for band in 0..6 {
            // With nine ways all digits are certain, so these bands become the largest number.
            let spare = self.bands[band].count().wrapping_sub(10);
            fewest = fewest.min((spare, band));
        }
        let (spare, band) = fewest;
        if spare > 9 * 6 {
            return None;
        }
        let ways = self.bands[band].store();
        // Ways of each digit counted in three bits, across the lanes.
        let (mut ones, mut twos, mut fours) = (0, 0, 0);
        for way in &ways[..6] {
            let carry = ones & way;
            ones ^= way;
            fours |= twos & carry;
            twos ^= carry;
        }
        let (two, three) = (twos & !ones & !fours, twos & ones & !fours);
        let digits = if two != 0 {
            two
        } else if three != 0 {
            three
        } else {
            fours
        };
        let digit = digits & digits.wrapping_neg();
        let way = ways.iter().position(|way| way & digit != 0)?;
        Some(Choice { band, way, digit })
    }

    /// Takes a choice: the digit has only that way.
    #[inline(always)]
    pub(super) fn keep(&mut self, choice: Choice) -> News {
        self.change(choice, |way| way != choice.way)
    }

    /// Excludes a choice: the digit does not have that way.
    #[inline(always)]
    pub(super) fn drop(&mut self, choice: Choice) -> News {
        self.change(choice, |way| way == choice.way)
    }

    #[inline(always)]
    fn change(&mut self, choice: Choice, loses: impl Fn(usize) -> bool) -> News {
        let mut ways = self.bands[choice.band].store();
        for (way, lane) in ways.iter_mut().enumerate() {
            if loses(way) {
                *lane &= !choice.digit;
            }
        }
        self.bands[choice.band] = L::Band::load(&ways);
        1 << choice.band
    }

    /// Digits of a grid without remaining choices.
    #[inline(always)]
    pub(super) fn digits(&self) -> [u8; 81] {
        let mut boxes = [OPEN; 9];
        for (lanes, kept) in boxes.iter_mut().zip(&self.boxes) {
            *lanes = kept.store();
        }
        let mut digits = [0; 81];
        for (cell, digit) in digits.iter_mut().enumerate() {
            let (place, half, lane) = lane_of(cell);
            *digit = boxes[place].0[half][lane].trailing_zeros() as u8 + 1;
        }
        digits
    }
}

/// The box of a cell, and its half and lane there.
#[inline(always)]
fn lane_of(cell: usize) -> (usize, usize, usize) {
    let (place, at) = PLACES[cell];
    let (row, column) = (usize::from(at / 3), usize::from(at % 3));
    (usize::from(place), row / 2, row % 2 * 4 + column)
}

/// A bit for each cell that is given.
#[inline(always)]
fn present(givens: &[u8; 81]) -> u128 {
    let mut present = 0u128;
    for (chunk, at) in givens.chunks(8).zip((0..).step_by(8)) {
        let mut bytes = [0; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        // Digits are below 128: adding 127 carries into the top bit of each byte that is not 0.
        let top = (u64::from_le_bytes(bytes) + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
        // The top bits gathered by one multiplication.
        present |= u128::from((top >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << at;
    }
    present
}
