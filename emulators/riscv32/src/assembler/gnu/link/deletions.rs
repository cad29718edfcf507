//! Bytes that the linker deletes from a section.
//!
//! All offsets refer to the section before deletion; the new offset is computed on request.

/// Runs of deleted bytes.
#[derive(Debug, Default)]
pub(super) struct Deletions {
    /// Runs of earlier rounds, in ascending order.
    old: Vec<Run>,
    /// Runs of this round, in ascending order.
    fresh: Vec<Run>,
}

#[derive(Debug, Clone, Copy)]
struct Run {
    at: u64,
    count: u64,
    /// Total bytes of the preceding runs in the same list.
    before: u64,
}

impl Deletions {
    /// Deletes bytes after all those that this round has deleted so far.
    pub(super) fn add(&mut self, at: u64, count: u64) {
        let before = self.fresh.last().map_or(0, |run| run.before + run.count);
        self.fresh.push(Run { at, count, before });
    }

    /// Starts another round.
    pub(super) fn next_round(&mut self) {
        if self.fresh.is_empty() {
            return;
        }
        self.old.append(&mut self.fresh);
        self.old.sort_by_key(|run| run.at);
        let mut before = 0;
        for run in &mut self.old {
            run.before = before;
            before += run.count;
        }
    }

    /// New offset of the byte at this offset.
    pub(super) fn moved(&self, at: u64) -> u64 {
        let total = |runs: &[Run]| {
            let next = runs.partition_point(|run| run.at < at);
            let last = next.checked_sub(1).map(|index| runs[index]);
            last.map_or(0, |run| run.before + run.count.min(at - run.at))
        };
        at - total(&self.old) - total(&self.fresh)
    }

    /// Returns the bytes that remain.
    pub(super) fn apply(&self, bytes: &[u8]) -> Vec<u8> {
        let (mut left, mut from) = (Vec::with_capacity(bytes.len()), 0);
        for run in &self.old {
            let at = (run.at as usize).min(bytes.len());
            left.extend_from_slice(&bytes[from.min(at)..at]);
            from = ((run.at + run.count) as usize).min(bytes.len());
        }
        left.extend_from_slice(&bytes[from..]);
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_bytes_move_up() {
        let mut deletions = Deletions::default();
        deletions.add(4, 2);
        assert_eq!([4, 5, 6, 10].map(|at| deletions.moved(at)), [4, 4, 4, 8]);
        deletions.next_round();
        deletions.add(0, 1);
        deletions.add(8, 2);
        assert_eq!(deletions.moved(12), 7);
        deletions.next_round();
        assert_eq!(deletions.apply(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), [1, 2, 3, 6, 7, 10]);
    }
}
