//! The words that plain loads and stores access, and the runs of them that native code knows.

use machine::native::{Run, Runs};

use super::views::{PackedView, View};
use super::words::Words;
use super::{WINDOW_BITS, WINDOWS};

/// Binary logarithm of the number of words of a window.
const WINDOW_WORD_BITS: u32 = WINDOW_BITS - 2;
/// Maximum number of windows by which a run continues in each direction.
const MOST_JOINED: usize = 64;

/// The words, and each window's view of them.
#[derive(Clone)]
pub(super) struct PlainMemory {
    pub(super) views: Box<[PackedView; WINDOWS]>,
    pub(super) words: Words,
}

/// Words that are consecutive in memory and in the arena.
#[derive(Clone, Copy)]
struct Part {
    /// Number of the first word, which is its address divided by 4, and its index in the arena.
    from: u32,
    first: u32,
    words: u32,
}

impl Part {
    /// The words of both, if the second follows the first.
    fn followed_by(self, next: Part) -> Option<Part> {
        let follows = (self.from + self.words, self.first + self.words) == (next.from, next.first);
        follows.then_some(Part { words: self.words + next.words, ..self })
    }
}

impl PlainMemory {
    /// The words of a window around a word that plain loads, or stores, may access; `None` after the
    /// last window, too.
    fn part(&self, word: u32, store: bool) -> Option<Part> {
        let view = View::of(self.views.get((word >> WINDOW_WORD_BITS) as usize)?);
        let parts = [
            (view.from, if store { 0 } else { view.words }),
            (view.writable_from, view.writable_words),
            (view.more_from, view.more_words),
        ];
        let holds = |&&(from, words): &&(u32, u16)| word.wrapping_sub(from) < u32::from(words);
        let &(from, words) = parts.iter().find(holds)?;
        Some(Part { from, first: from.wrapping_add(view.bias), words: words.into() })
    }
}

impl Runs for PlainMemory {
    /// A run continues in the next windows if their words are the next in the arena, too, as they
    /// are if the program touched the windows in this order.
    fn run(&self, address: u32, store: bool) -> Option<Run<'_>> {
        let part = |word| self.part(word, store);
        let mut run = part(address >> 2)?;
        for _ in 0..MOST_JOINED {
            let before = run.from.checked_sub(1).and_then(part);
            let Some(longer) = before.and_then(|before| before.followed_by(run)) else { break };
            run = longer;
        }
        for _ in 0..MOST_JOINED {
            let after = part(run.from + run.words);
            let Some(longer) = after.and_then(|after| run.followed_by(after)) else { break };
            run = longer;
        }
        let cells = self.words.arena.get(run.first as usize..(run.first + run.words) as usize)?;
        Some(Run { low: run.from << 2, cells })
    }
}
