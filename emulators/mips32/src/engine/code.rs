//! A program decoded: steps, the blocks they form, and how often each block ran.

use machine::Executed;

use super::fast::{Step, no_instruction};
use super::flow::analyse;
use super::timing::{Cost, Run};
use crate::isa::{Op, Row, decode::decode};

/// Words from a program's first instruction to its last: 8 MiB.
pub(crate) const MOST_WORDS: u32 = 2 << 20;

/// Longest block; longer straight lines are cut, which changes no count.
const LONGEST: u32 = 64;

/// The steps from one instruction to the end of its block.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Block {
    /// Steps.
    pub(crate) length: u32,
    /// What the steps cost when the last one does not branch.
    pub(crate) run: Run,
    /// Times it ran from this instruction to its end.
    pub(crate) times: u64,
    /// Whether an observer wants to know of arrivals here.
    pub(crate) marked: bool,
    /// Whether the instruction may send the flow elsewhere.
    ends: bool,
}

/// A stretch of addresses that hold instructions.
#[derive(Debug, Clone, Copy, Default)]
struct Stretch {
    start: u32,
    words: u32,
}

/// The decoded program: user text, then kernel text.
#[derive(Default)]
pub(crate) struct Code {
    user: Stretch,
    kernel: Stretch,
    pub(crate) steps: Vec<Step>,
    pub(crate) blocks: Vec<Block>,
    rows: Vec<Option<&'static Row>>,
    costs: Vec<Cost>,
    /// Whether the program's source put an instruction there.
    present: Vec<bool>,
    /// Differences of the times instructions ran outside whole blocks.
    parts: Vec<i64>,
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Code").field("user", &self.user).field("kernel", &self.kernel).finish()
    }
}

impl Code {
    /// Decodes runs of words: first address, words. Those from `kernel_from` up are the kernel's.
    ///
    /// `None` when they lie too far apart to be one program.
    pub(crate) fn new(runs: &[(u32, Vec<u32>)], kernel_from: u32) -> Option<Code> {
        let (user, kernel): (Vec<_>, Vec<_>) =
            runs.iter().partition(|(start, _)| *start < kernel_from);
        let mut code = Code { user: hull(&user), kernel: hull(&kernel), ..Code::default() };
        if code.user.words > MOST_WORDS || code.kernel.words > MOST_WORDS {
            return None;
        }
        let total = (code.user.words + code.kernel.words) as usize;
        let nothing = Step { thread: no_instruction, op: Op::default() };
        code.steps = vec![nothing; total];
        code.blocks = vec![Block::default(); total];
        code.rows = vec![None; total];
        code.costs = vec![Cost::default(); total];
        code.present = vec![false; total];
        code.parts = vec![0; total + 1];
        for (start, words) in runs {
            for (offset, &word) in words.iter().enumerate() {
                code.decode(start.wrapping_add(offset as u32 * 4), word);
            }
        }
        code.form_blocks(0..total);
        Some(code)
    }

    /// The index of the instruction at an address.
    #[inline(always)]
    pub(crate) fn index(&self, pc: u32) -> Option<usize> {
        // An address that is not aligned rotates into an index beyond every stretch.
        let index = pc.wrapping_sub(self.user.start).rotate_right(2);
        if index < self.user.words {
            return Some(index as usize);
        }
        let index = pc.wrapping_sub(self.kernel.start).rotate_right(2);
        (index < self.kernel.words).then(|| (self.user.words + index) as usize)
    }

    /// Whether an instruction of the kernel has this index.
    pub(crate) fn is_kernel(&self, index: usize) -> bool {
        index >= self.user.words as usize
    }

    /// The row of the instruction with this index.
    pub(crate) fn row(&self, index: usize) -> Option<&'static Row> {
        self.rows.get(index).copied().flatten()
    }

    /// Whether the program put something at this index.
    pub(crate) fn is_present(&self, index: usize) -> bool {
        self.present.get(index).copied().unwrap_or(false)
    }

    fn decode(&mut self, pc: u32, word: u32) {
        let Some(index) = self.index(pc) else { return };
        self.present[index] = true;
        match decode(word, pc) {
            Some((row, op)) => {
                self.rows[index] = Some(row);
                self.steps[index] = Step { thread: row.readings.thread, op };
            }
            None => {
                self.rows[index] = None;
                self.steps[index] =
                    Step { thread: no_instruction, op: Op { pc, imm: word, ..Op::default() } };
            }
        }
    }

    /// Takes over a word that the program wrote over itself.
    pub(crate) fn rewrite(&mut self, pc: u32, word: u32) {
        let Some(index) = self.index(pc) else { return };
        // Only blocks that reach the word change, and those that may now be longer.
        let mut first = index;
        while first > 0 && index - first < LONGEST as usize && !self.blocks[first - 1].ends {
            first -= 1;
        }
        self.bank(first..index + 1);
        self.decode(pc, word);
        self.form_blocks(first..index + 1);
    }

    /// Cuts blocks so that each marked address begins one.
    pub(crate) fn mark(&mut self, is_mark: impl Fn(u64) -> bool) {
        let marks: Vec<bool> =
            (0..self.steps.len()).map(|index| is_mark(self.address(index).into())).collect();
        let changed = marks.iter().zip(&self.blocks).any(|(&mark, block)| mark != block.marked);
        if changed {
            self.bank(0..self.blocks.len());
            for (block, mark) in self.blocks.iter_mut().zip(marks) {
                block.marked = mark;
            }
            self.form_blocks(0..self.steps.len());
        }
    }

    /// The address of the instruction with this index.
    pub(crate) fn address(&self, index: usize) -> u32 {
        match (index as u32).checked_sub(self.user.words) {
            None => self.user.start + index as u32 * 4,
            Some(kernel) => self.kernel.start + kernel * 4,
        }
    }

    fn form_blocks(&mut self, range: std::ops::Range<usize>) {
        for index in range.clone().rev() {
            let flow = self.rows[index].map(|row| analyse(row, &self.steps[index].op));
            let next_reads = self.next_reads(index);
            let class = self.rows[index].map(|row| row.class);
            self.costs[index] = match (class, &flow) {
                (Some(class), Some(flow)) => Cost::of(class, flow, next_reads),
                _ => Cost { cycles: 1, ..Cost::default() },
            };
            self.blocks[index].ends = flow.is_none_or(|flow| flow.ends_block());
        }
        for index in range.rev() {
            let last = self.blocks[index].ends
                || index + 1 == self.blocks.len()
                || index + 1 == self.user.words as usize
                || self.blocks[index + 1].marked
                || self.blocks[index + 1].length >= LONGEST;
            let length = if last { 1 } else { self.blocks[index + 1].length + 1 };
            let costs = self.costs[index..index + length as usize].iter().copied();
            self.blocks[index].run = Run::of(costs);
            self.blocks[index].length = length;
        }
    }

    fn next_reads(&self, index: usize) -> u128 {
        let next = index + 1;
        match self.rows.get(next).copied().flatten() {
            Some(row) => analyse(row, &self.steps[next].op).reads(),
            None => 0,
        }
    }

    /// Counts the first `done` steps of the block at `index`, and gives what they cost.
    pub(crate) fn count_part(&mut self, index: usize, done: usize) -> Run {
        self.parts[index] += 1;
        self.parts[index + done] -= 1;
        Run::of(self.costs[index..index + done].iter().copied())
    }

    /// Turns times of blocks into differences, so that blocks may change.
    fn bank(&mut self, range: std::ops::Range<usize>) {
        for index in range {
            let block = &mut self.blocks[index];
            let times = std::mem::take(&mut block.times) as i64;
            self.parts[index] += times;
            self.parts[index + block.length as usize] -= times;
        }
    }

    /// How often each instruction ran, by index.
    pub(crate) fn times(&self) -> Vec<u64> {
        let mut parts = self.parts.clone();
        for (index, block) in self.blocks.iter().enumerate() {
            parts[index] += block.times as i64;
            parts[index + block.length as usize] -= block.times as i64;
        }
        let mut running = 0;
        let ran = parts.iter().map(|part| {
            running += part;
            running as u64
        });
        ran.take(self.steps.len()).collect()
    }

    /// How often each instruction of the program ran.
    pub(crate) fn executed(&self) -> Vec<Executed> {
        let times = self.times().into_iter().enumerate();
        times
            .filter(|&(index, _)| self.present[index])
            .map(|(index, times)| Executed {
                address: self.address(index).into(),
                times,
                class: self.rows[index].map_or("none", |row| row.class.name()),
            })
            .collect()
    }
}

/// The smallest stretch that holds all runs; empty for none.
fn hull(runs: &[&(u32, Vec<u32>)]) -> Stretch {
    let start = runs.iter().map(|(start, _)| *start).min().unwrap_or(0);
    let end = runs.iter().map(|(start, words)| u64::from(*start) + words.len() as u64 * 4).max();
    let words = end.map_or(0, |end| (end - u64::from(start)) / 4);
    Stretch { start, words: words as u32 }
}
