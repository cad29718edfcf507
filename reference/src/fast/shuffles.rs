//! Boxes and bands by shuffles of bytes: code common to the vectors of all processors.

use super::lanes::{Band8, Box16, Lanes};
use super::tables::{COLUMNS, WAYS};

/// A shuffle of bytes within each half of sixteen lanes; 0x80 makes zero.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct Shuffle(pub(super) [[u8; 16]; 2]);

impl Shuffle {
    /// The shuffle that takes each lane from the lane of its own half that is named.
    const fn new(lanes: [Option<u8>; 16]) -> Self {
        let mut table = [[0x80; 16]; 2];
        let mut at = 0;
        while at < 16 {
            if let Some(from) = lanes[at] {
                table[at / 8][at % 8 * 2] = 2 * from;
                table[at / 8][at % 8 * 2 + 1] = 2 * from + 1;
            }
            at += 1;
        }
        Shuffle(table)
    }
}

/// Source of each of sixteen lanes, in the forms that processors need.
#[derive(Debug, Clone, Copy)]
pub(super) struct Permutation {
    /// Source lane of each lane; lane 15, which is zero, for none.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "only for AVX-512"))]
    pub(super) lanes: Lanes,
    /// Those of the same half.
    pub(super) same: Shuffle,
    /// Those of the other half, once the halves are exchanged.
    pub(super) other: Shuffle,
}

impl Permutation {
    const fn new(from: [Option<u8>; 16]) -> Self {
        let (mut lanes, mut same, mut other) = ([[15; 8]; 2], [None; 16], [None; 16]);
        let mut at = 0;
        while at < 16 {
            if let Some(lane) = from[at] {
                lanes[at / 8][at % 8] = lane as u16;
                let table = if lane as usize / 8 == at / 8 { &mut same } else { &mut other };
                table[at] = Some(lane % 8);
            }
            at += 1;
        }
        Permutation { lanes: Lanes(lanes), same: Shuffle::new(same), other: Shuffle::new(other) }
    }
}

/// Each lane of the first three rows from the one that is so much further along its row, round the
/// corner; nothing in the last row.
pub(super) const ALONG_ROW: [Shuffle; 3] = [along_row(1), along_row(2), along_row(3)];

const fn along_row(by: usize) -> Shuffle {
    let mut lanes = [None; 16];
    let mut at = 0;
    while at < 12 {
        lanes[at] = Some((at % 8 / 4 * 4 + (at + by) % 4) as u8);
        at += 1;
    }
    Shuffle::new(lanes)
}

/// Shuffles from the lines of a box to the ways of its two bands: horizontal in the low half,
/// vertical in the high half.
pub(super) struct Said {
    /// From the three cells of the line, any of which may hold the digit.
    pub(super) cells: [Permutation; 3],
    /// From the two other lines, whose digits must be allowed to be absent there.
    pub(super) others: [Permutation; 2],
}

/// By box.
pub(super) static SAID: [Said; 9] =
    [said(0), said(1), said(2), said(3), said(4), said(5), said(6), said(7), said(8)];

const fn said(place: usize) -> Said {
    let (down, across) = (place / 3, place % 3);
    let (mut cells, mut others) = ([[None; 16]; 3], [[None; 16]; 2]);
    let mut way = 0;
    while way < 6 {
        let (row, column) = (WAYS[way][across] as u8, WAYS[way][down] as u8);
        let mut cell = 0;
        while cell < 3 {
            cells[cell as usize][way] = Some(4 * row + cell);
            cells[cell as usize][8 + way] = Some(4 * cell + column);
            cell += 1;
        }
        let mut next = 0;
        while next < 2 {
            others[next as usize][way] = Some(4 * ((row + 1 + next) % 3) + 3);
            others[next as usize][8 + way] = Some(12 + (column + 1 + next) % 3);
            next += 1;
        }
        way += 1;
    }
    let [a, b, c] = cells;
    let [first, second] = others;
    Said {
        cells: [Permutation::new(a), Permutation::new(b), Permutation::new(c)],
        others: [Permutation::new(first), Permutation::new(second)],
    }
}

/// Shuffles from the ways of a band to the candidates of a box, up to four ways at once.
pub(super) struct AllowedShuffles {
    /// From the ways in both halves.
    pub(super) ways: [Shuffle; 4],
    /// Lanes that the band does not restrict.
    pub(super) rest: Lanes,
}

/// By direction, across or down, and place of the box in the band.
pub(super) static ALLOWED: [[AllowedShuffles; 3]; 2] = [
    [allowed(false, 0), allowed(false, 1), allowed(false, 2)],
    [allowed(true, 0), allowed(true, 1), allowed(true, 2)],
];

const fn allowed(down: bool, place: usize) -> AllowedShuffles {
    let mut lanes = [[None; 16]; 4];
    let mut rest = [[0; 8]; 2];
    let mut at = 0;
    while at < 16 {
        let (line, end) = if down { (at % 4, at / 4) } else { (at / 4, at % 4) };
        if line == 3 {
            rest[at / 8][at % 8] = u16::MAX;
        } else {
            // A cell may hold what goes its line; the last lane what goes another.
            let absent = end == 3;
            let (mut way, mut count) = (0, 0);
            while way < 6 {
                if (WAYS[way][place] == line) != absent {
                    lanes[count][at] = Some(way as u8);
                    count += 1;
                }
                way += 1;
            }
        }
        at += 1;
    }
    let [a, b, c, d] = lanes;
    let ways = [Shuffle::new(a), Shuffle::new(b), Shuffle::new(c), Shuffle::new(d)];
    AllowedShuffles { ways, rest: Lanes(rest) }
}

/// Half of a box, or a band, as one vector of a processor.
pub(super) trait HalfVector: Band8 {
    fn or(self, other: Self) -> Self;
    /// The bits of this that the other does not have.
    fn without(self, other: Self) -> Self;
    fn is_zero(self) -> bool;
    /// The bytes the table names; 0x80 makes zero.
    fn shuffle(self, table: &[u8; 16]) -> Self;
    /// The upper half of this, and above it the lower half of the other.
    fn upper_and_lower(self, other: Self) -> Self;
    fn counts(self) -> Self;
    fn equals(self, other: Self) -> Self;
    fn exceeds(self, other: Self) -> Self;
}

/// A box as two vectors.
#[derive(Debug, Clone, Copy)]
pub(super) struct VectorPair<H>(H, H);

impl<H: HalfVector> VectorPair<H> {
    #[inline(always)]
    fn shuffle(self, Shuffle([low, high]): &Shuffle) -> Self {
        VectorPair(self.0.shuffle(low), self.1.shuffle(high))
    }

    #[inline(always)]
    fn permute(self, table: &Permutation) -> Self {
        self.shuffle(&table.same).or(VectorPair(self.1, self.0).shuffle(&table.other))
    }
}

impl<H: HalfVector> Box16 for VectorPair<H> {
    type Band = H;

    #[inline(always)]
    fn load(Lanes([low, high]): &Lanes) -> Self {
        VectorPair(H::load(low), H::load(high))
    }

    #[inline(always)]
    fn store(self) -> Lanes {
        Lanes([self.0.store(), self.1.store()])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        VectorPair(self.0.and(other.0), self.1.and(other.1))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        VectorPair(self.0.or(other.0), self.1.or(other.1))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        VectorPair(self.0.without(other.0), self.1.without(other.1))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.or(self.1).is_zero()
    }

    #[inline(always)]
    fn rest_of_row(self) -> Self {
        let [a, b, c] = &const { ALONG_ROW };
        self.shuffle(a).or(self.shuffle(b)).or(self.shuffle(c))
    }

    #[inline(always)]
    fn rest_of_column(self) -> Self {
        let VectorPair(low, high) = self;
        let between = low.upper_and_lower(high).or(high.upper_and_lower(low));
        VectorPair(between.or(high), between.or(low)).and(Self::load(&COLUMNS))
    }

    #[inline(always)]
    fn counts(self) -> Self {
        VectorPair(self.0.counts(), self.1.counts())
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        VectorPair(self.0.equals(other.0), self.1.equals(other.1))
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        VectorPair(self.0.exceeds(other.0), self.1.exceeds(other.1))
    }

    #[inline(always)]
    fn allowed<const DOWN: bool>(ways: H, at: usize) -> Self {
        let table = &ALLOWED[usize::from(DOWN)][at];
        let [a, b, c, d] = &table.ways;
        let ways = VectorPair(ways, ways);
        let line = ways.shuffle(a).or(ways.shuffle(b));
        line.or(ways.shuffle(c).or(ways.shuffle(d))).or(Self::load(&table.rest))
    }

    #[inline(always)]
    fn said(self, place: usize) -> (H, H) {
        let table = &SAID[place];
        let [a, b, c] = &table.cells;
        let [first, second] = &table.others;
        let line = self.permute(a).or(self.permute(b)).or(self.permute(c));
        let said = line.and(self.permute(first)).and(self.permute(second));
        (said.0, said.1)
    }
}
