//! Static knowledge about a program: its calls, returns and procedures, and its objects in memory.

use std::cell::Cell;
use std::ops::Range;

/// Kinds of instructions, as bits.
pub mod kind {
    /// A call that sets the return address of the calling convention.
    pub const CALL: u8 = 1;
    /// A return, or another jump to an address in a register or in memory.
    pub const RETURN: u8 = 2;
    /// The first instruction of a procedure.
    pub const ENTRY: u8 = 4;
    /// It may transfer control.
    pub const TURNS: u8 = 8;
    /// It transfers control to an address that it does not encode and that is not a return.
    pub const SYSTEM: u8 = 16;
    /// A conditional branch.
    pub const BRANCH: u8 = 32;
    /// An unsigned comparison.
    pub const COMPARES: u8 = 64;
}

/// Kinds of the instructions of a program.
#[derive(Debug, Clone, Default)]
pub struct ProgramMap {
    ranges: Vec<(Range<u64>, Vec<u8>)>,
}

impl ProgramMap {
    /// Adds a range of memory with instructions, all of no kind.
    pub fn add(&mut self, range: Range<u64>) {
        let units = usize::try_from(range.end.saturating_sub(range.start)).unwrap_or(0);
        self.ranges.push((range, vec![0; units]));
    }

    /// Adds kinds to the instruction at an address, if it is in a range.
    pub fn mark(&mut self, address: u64, kinds: u8) {
        let found = self.ranges.iter_mut().find(|(range, _)| range.contains(&address));
        if let Some((range, all)) = found {
            all[(address - range.start) as usize] |= kinds;
        }
    }

    /// Kinds of the instruction at an address.
    #[must_use]
    pub fn kind(&self, address: u64) -> u8 {
        self.kind_near(address, &mut 0)
    }

    /// The same; `last` is the number of the range that was found last.
    #[inline]
    pub(super) fn kind_near(&self, address: u64, last: &mut usize) -> u8 {
        let in_range = |(range, all): &(Range<u64>, Vec<u8>)| {
            all.get(address.wrapping_sub(range.start) as usize).copied()
        };
        if let Some(kind) = self.ranges.get(*last).and_then(in_range) {
            return kind;
        }
        let found = self.ranges.iter().position(|range| in_range(range).is_some());
        *last = found.unwrap_or(*last);
        found.and_then(|at| in_range(&self.ranges[at])).unwrap_or(0)
    }
}

/// Objects in memory, which addresses are made from.
#[derive(Debug, Clone)]
pub struct Objects {
    /// In ascending order, without overlaps.
    all: Vec<Range<u64>>,
    /// Memory that the system took back, with the system call, in ascending order.
    freed: Vec<(Range<u64>, u64)>,
    /// The object used last.
    last: Cell<(u64, u64)>,
}

impl Default for Objects {
    fn default() -> Self {
        Objects { all: Vec::new(), freed: Vec::new(), last: Cell::new((1, 0)) }
    }
}

impl Objects {
    /// Adds an object, unless it is empty or overlaps another.
    pub fn add(&mut self, object: Range<u64>) {
        let at = self.all.partition_point(|other| other.start < object.start);
        let is_after = at == 0 || self.all[at - 1].end <= object.start;
        let is_before = self.all.get(at).is_none_or(|next| object.end <= next.start);
        if !object.is_empty() && is_after && is_before {
            self.all.insert(at, object);
        }
    }

    /// Notes that the system gave memory to the program, or that a system call took it back.
    pub fn change(&mut self, range: Range<u64>, freed_by: Option<u64>) {
        let is_apart = |other: &Range<u64>| other.end <= range.start || range.end <= other.start;
        self.all.retain(is_apart);
        self.last.set((1, 0));
        let before = self.freed.partition_point(|(other, _)| other.end <= range.start);
        let after = self.freed.partition_point(|(other, _)| other.start < range.end).max(before);
        let cut: Vec<_> = self.freed[before..after].to_vec();
        let low = cut.iter().map(|(old, by)| (old.start..old.end.min(range.start), *by));
        let high = cut.iter().map(|(old, by)| (old.start.max(range.end)..old.end, *by));
        let parts = low.chain(freed_by.map(|by| (range.clone(), by))).chain(high);
        self.freed.splice(before..after, parts.filter(|(part, _)| !part.is_empty()));
    }

    /// The system call that took back memory of which units are accessed.
    #[must_use]
    #[inline]
    pub fn freed_by(&self, units: Range<u64>) -> Option<u64> {
        if self.freed.is_empty() {
            return None;
        }
        let at = self.freed.partition_point(|(range, _)| range.end <= units.start);
        self.freed.get(at).filter(|(range, _)| range.start < units.end).map(|(_, by)| *by)
    }

    /// The object that contains an address.
    #[must_use]
    #[inline]
    pub fn find(&self, address: u64) -> Option<Range<u64>> {
        let (start, end) = self.last.get();
        if (start..end).contains(&address) {
            return Some(start..end);
        }
        let at = self.all.partition_point(|object| object.start <= address).checked_sub(1)?;
        let found = self.all[at].clone();
        let contains = found.contains(&address);
        if contains {
            self.last.set((found.start, found.end));
        }
        contains.then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_found_by_any_of_their_addresses() {
        let mut objects = Objects::default();
        for object in [20..30, 10..20, 40..44, 25..35, 50..50] {
            objects.add(object);
        }
        assert_eq!(objects.find(10), Some(10..20));
        assert_eq!(objects.find(29), Some(20..30));
        assert_eq!([9, 30, 44, 50].map(|at| objects.find(at)), [None, None, None, None]);
        assert_eq!(objects.find(43), Some(40..44));
    }

    #[test]
    fn memory_that_was_taken_back_is_known_until_it_is_given_again() {
        let mut objects = Objects::default();
        objects.add(10..20);
        objects.change(10..40, Some(7));
        assert_eq!((objects.find(10), objects.freed_by(39..40)), (None, Some(7)));
        objects.change(20..24, None);
        objects.change(60..70, Some(8));
        objects.change(36..62, Some(9));
        let freed = |units| objects.freed_by(units);
        assert_eq!(
            [9..10, 8..11, 19..20, 20..24, 24..25].map(freed),
            [None, Some(7), Some(7), None, Some(7)]
        );
        assert_eq!(
            [35..36, 36..37, 61..62, 62..63, 70..71].map(freed),
            [Some(7), Some(9), Some(9), Some(8), None]
        );
    }

    #[test]
    fn kinds_are_those_of_the_address() {
        let mut map = ProgramMap::default();
        map.add(100..120);
        map.add(0x8000_0000..0x8000_0010);
        map.mark(104, kind::CALL);
        map.mark(104, kind::TURNS);
        map.mark(0x8000_000c, kind::ENTRY);
        map.mark(5, kind::ENTRY);
        assert_eq!(map.kind(104), kind::CALL | kind::TURNS);
        assert_eq!(map.kind(0x8000_000c), kind::ENTRY);
        assert_eq!([5, 99, 105, 120].map(|at| map.kind(at)), [0; 4]);
    }
}
