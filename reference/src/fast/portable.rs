//! Lanes as plain integers, for every processor; tests compare the other lanes with these.

use super::lanes::{Band8, Box16, Lanes};
use super::tables::WAYS;

/// The lowest bit of each of four lanes.
const ONES: u64 = 0x0001_0001_0001_0001;
/// The highest bit of each of four lanes.
const TOPS: u64 = ONES << 15;
/// The first three lanes of four.
const FIRST_THREE: u64 = u64::MAX >> 16;

/// A row of a box in each number, its first lane lowest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plain16([u64; 4]);

/// Ways of a band.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plain8([u16; 8]);

impl Plain16 {
    #[inline(always)]
    fn each(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        Plain16(std::array::from_fn(|row| of(self.0[row], other.0[row])))
    }
}

/// All ones in lanes whose top bit is set.
#[inline(always)]
fn lanes_of(tops: u64) -> u64 {
    ((tops & TOPS) >> 15) * 0xffff
}

/// The lines of a box a digit may go, from those that may hold it and those that may do without.
#[inline(always)]
fn lines(holds: [u16; 3], lacks: [u16; 3]) -> [u16; 3] {
    let [a, b, c] = lacks;
    [holds[0] & b & c, holds[1] & c & a, holds[2] & a & b]
}

/// The ways in which a box goes one of these lines.
#[inline(always)]
fn ways_by(lines: [u16; 3], at: usize) -> Plain8 {
    let mut ways = [0; 8];
    for (way, taken) in ways.iter_mut().zip(WAYS) {
        *way = lines[taken[at]];
    }
    Plain8(ways)
}

/// A lane of a row.
#[inline(always)]
fn lane(row: u64, at: usize) -> u16 {
    (row >> (16 * at)) as u16
}

impl Box16 for Plain16 {
    type Band = Plain8;

    #[inline(always)]
    fn load(Lanes(lanes): &Lanes) -> Self {
        let lane = |row: usize, at: usize| u64::from(lanes[row / 2][row % 2 * 4 + at]) << (16 * at);
        Plain16([0, 1, 2, 3].map(|row| lane(row, 0) | lane(row, 1) | lane(row, 2) | lane(row, 3)))
    }

    #[inline(always)]
    fn store(self) -> Lanes {
        let half = |rows: [u64; 2]| std::array::from_fn(|at| lane(rows[at / 4], at % 4));
        let [a, b, c, d] = self.0;
        Lanes([half([a, b]), half([c, d])])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.each(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.each(other, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.each(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    #[inline(always)]
    fn rest_of_row(self) -> Self {
        let [a, b, c, _] = self.0;
        let rest = |row: u64| row.rotate_right(16) | row.rotate_right(32) | row.rotate_right(48);
        Plain16([rest(a), rest(b), rest(c), 0])
    }

    #[inline(always)]
    fn rest_of_column(self) -> Self {
        let [a, b, c, d] = self.0;
        Plain16([b | c | d, a | c | d, a | b | d, a | b | c].map(|rest| rest & FIRST_THREE))
    }

    #[inline(always)]
    fn counts(self) -> Self {
        // Pairs of bits are added, then fours, then eights: Warren, Hacker's Delight, 5-1.
        Plain16(self.0.map(|x| {
            let x = x - ((x >> 1) & (ONES * 0x5555));
            let x = (x & (ONES * 0x3333)) + ((x >> 2) & (ONES * 0x3333));
            let x = (x + (x >> 4)) & (ONES * 0x0f0f);
            (x + (x >> 8)) & (ONES * 0x001f)
        }))
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        self.each(other, |a, b| lanes_of(TOPS - (a ^ b)))
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        self.each(other, |a, b| lanes_of(!((b | TOPS) - a)))
    }

    #[inline(always)]
    fn allowed<const DOWN: bool>(Plain8(ways): Plain8, at: usize) -> Self {
        let mut holds = [0; 3];
        for (way, taken) in ways.into_iter().zip(WAYS) {
            holds[taken[at]] |= u64::from(way);
        }
        let [a, b, c] = holds;
        let lacks = [b | c, a | c, a | b];
        if DOWN {
            let row = a | b << 16 | c << 32 | !FIRST_THREE;
            let last = lacks[0] | lacks[1] << 16 | lacks[2] << 32;
            Plain16([row, row, row, last])
        } else {
            let row = |line: usize| (holds[line] * (ONES & FIRST_THREE)) | (lacks[line] << 48);
            Plain16([row(0), row(1), row(2), u64::MAX])
        }
    }

    #[inline(always)]
    fn said(self, place: usize) -> (Plain8, Plain8) {
        let [a, b, c, last] = self.0;
        let rows = [a, b, c].map(|row| lane(row, 0) | lane(row, 1) | lane(row, 2));
        let across = lines(rows, [a, b, c].map(|row| lane(row, 3)));
        let columns = [0, 1, 2].map(|column| lane(a | b | c, column));
        let down = lines(columns, [0, 1, 2].map(|column| lane(last, column)));
        (ways_by(across, place % 3), ways_by(down, place / 3))
    }
}

impl Band8 for Plain8 {
    #[inline(always)]
    fn load(lanes: &[u16; 8]) -> Self {
        Plain8(*lanes)
    }

    #[inline(always)]
    fn store(self) -> [u16; 8] {
        self.0
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Plain8(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    #[inline(always)]
    fn is_same(self, other: Self) -> bool {
        self.0 == other.0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|lane| lane.count_ones()).sum()
    }
}
