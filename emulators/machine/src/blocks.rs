//! A program decoded for a plain engine: blocks of steps, with execution counts.
//!
//! A block is formed when execution first reaches its first instruction. It ends with an
//! instruction that may transfer control. Blocks may overlap: a jump into the middle of one forms
//! another. The engine counts whole runs of a block, separately for each way out, and runs that
//! left it by a skip in the middle. Runs cut short by a fault or a budget are counted by
//! instruction. So the count of each instruction is always exact, even as blocks change.
//!
//! `SHIFT` is the binary logarithm of the distance between possible instruction addresses: 2 on
//! MIPS, 1 with 16-bit instructions, 0 with word addresses.

use std::ops::{AddAssign, Range};

/// Maximum length of a block; longer sequences are split, which changes no count.
pub const LONGEST: usize = 64;

/// Number of steps at which all blocks are discarded and formed again; a block counts as eight
/// more.
///
/// This bounds the blocks of a program that jumps to each of its instructions.
const MOST_STEPS: usize = 1 << 20;

/// Address bits below the window number, and below the number of its row of windows.
///
/// A window's table covers the lowest to the highest address used, so with small windows a gap
/// between distant instructions costs nothing.
const WINDOW_BITS: u32 = 16;
const ROW_BITS: u32 = 24;

/// Start of no block: program counters have fewer bits.
const NOWHERE: u64 = u64::MAX;

/// A decoded instruction.
pub trait DecodedStep: Copy {
    /// Its address.
    fn address(&self) -> u32;
}

/// An instruction to be added to a block.
#[derive(Debug, Clone, Copy)]
pub struct Piece<S> {
    /// The instruction.
    pub step: S,
    /// Address of the following instruction.
    pub next: u32,
    /// Whether it may transfer control.
    pub ends: bool,
}

/// Decodes the program in memory.
pub trait Decoder<S, X> {
    /// The instruction at an address; `None` if it cannot be fetched.
    fn piece(&self, address: u32) -> Option<Piece<S>>;
    /// Summary of one run of these steps, for the machine's own use.
    fn sum(&self, steps: &[S]) -> X;
    /// Whether arrivals at an address are reported to an observer.
    fn is_mark(&self, address: u32) -> bool;
}

/// Steps from one instruction to the next one that may transfer control.
#[derive(Debug)]
pub struct Block<S, X> {
    /// Address of the first instruction; [`NOWHERE`] without instructions.
    start: u64,
    /// Address after the last one.
    pub end: u32,
    /// The instructions.
    pub steps: Box<[S]>,
    /// Summary of one run.
    pub sum: X,
    /// Complete runs that continued at `end`, and complete runs that went elsewhere.
    pub ways: [u64; 2],
    /// Exits after each step except the last; empty until there is one.
    exits: Vec<BlockExits>,
    /// Whether arrivals here are reported to an observer.
    pub marked: bool,
    /// Number of the native region that can be entered here, plus one; 0 for none.
    pub native: u32,
    /// The last successors: after continuing, and after going elsewhere.
    next: [u32; 2],
}

/// A copy has no native code, which belongs to one machine.
impl<S: Clone, X: Clone> Clone for Block<S, X> {
    fn clone(&self) -> Self {
        Block {
            steps: self.steps.clone(),
            sum: self.sum.clone(),
            exits: self.exits.clone(),
            native: 0,
            ..*self
        }
    }
}

/// Exits from a block after one of its steps: their number, and the last successor.
#[derive(Debug, Clone, Copy, Default)]
struct BlockExits {
    times: u64,
    next: u32,
}

/// Execution count of an instruction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ExecutionCount {
    /// Number of executions.
    pub ran: u64,
    /// Executions after which control did not continue at the next instruction in memory.
    pub turned: u64,
}

impl AddAssign for ExecutionCount {
    fn add_assign(&mut self, more: ExecutionCount) {
        self.ran += more.ran;
        self.turned += more.turned;
    }
}

/// Tables of one window, from the lowest to the highest address used.
#[derive(Debug, Clone, Default)]
struct Window {
    base: u32,
    /// The block that starts at each address; 0 for none.
    blocks: Vec<u32>,
    /// Executions of each instruction outside complete runs of existing blocks.
    parts: Vec<ExecutionCount>,
}

impl<S, X> Block<S, X> {
    /// Address of the first instruction.
    #[inline(always)]
    #[must_use]
    pub fn address(&self) -> u32 {
        self.start as u32
    }

    /// Number of complete runs.
    #[must_use]
    pub fn times(&self) -> u64 {
        self.ways[0] + self.ways[1]
    }

    /// Each step with its execution count.
    fn runs(&self) -> impl Iterator<Item = (&S, ExecutionCount)> {
        let exits = self.exits.iter().map(|exit| exit.times);
        let mut times = self.times() + exits.clone().sum::<u64>();
        let exits = exits.chain(std::iter::repeat(0));
        let last = self.steps.len().saturating_sub(1);
        self.steps.iter().zip(exits).enumerate().map(move |(at, (step, exits))| {
            let ends = if at == last { self.ways[1] } else { 0 };
            let ran = ExecutionCount { ran: times, turned: exits + ends };
            times -= exits;
            (step, ran)
        })
    }
}

/// The blocks of a program.
#[derive(Debug, Clone)]
pub struct Blocks<S, X, const SHIFT: u32> {
    /// Rows of windows; empty until execution reaches them.
    rows: Vec<Box<[Window]>>,
    /// Bytes used by the windows' tables.
    table_bytes: usize,
    /// All blocks; the first means none.
    blocks: Vec<Block<S, X>>,
    free: Vec<u32>,
    steps: usize,
    /// Number of blocks discarded because the program changed their instructions, and for any reason.
    rewritten: u64,
    forgotten: u64,
    /// Number of the set of marked addresses that all blocks respect, and of the present run's; 0 for none.
    marks: u64,
    run_marks: u64,
}

impl<S: DecodedStep, X: Default, const SHIFT: u32> Default for Blocks<S, X, SHIFT> {
    fn default() -> Self {
        let none = Block {
            start: NOWHERE,
            end: 0,
            steps: Box::default(),
            sum: X::default(),
            ways: [0; 2],
            exits: Vec::new(),
            marked: false,
            native: 0,
            next: [0, 0],
        };
        let rows = vec![Box::default(); 1 << (32 - ROW_BITS)];
        Blocks {
            rows,
            table_bytes: 0,
            blocks: vec![none],
            free: Vec::new(),
            steps: 0,
            rewritten: 0,
            forgotten: 0,
            marks: 0,
            run_marks: 0,
        }
    }
}

impl<S: DecodedStep, X: Default, const SHIFT: u32> Blocks<S, X, SHIFT> {
    /// The block that starts at an address, if it has been formed.
    #[inline(always)]
    #[must_use]
    pub fn find(&self, address: u32) -> Option<usize> {
        let window = self.rows[(address >> ROW_BITS) as usize].get(index_in_row(address))?;
        // An address between places rotates into an index beyond every window.
        let place = address.wrapping_sub(window.base).rotate_right(SHIFT);
        match window.blocks.get(place as usize) {
            Some(&block) if block != 0 => Some(block as usize),
            _ => None,
        }
    }

    /// The block at `address`, the successor of block `from`.
    ///
    /// `elsewhere` is 0 if `address` follows the last instruction, else 1.
    #[inline(always)]
    #[must_use]
    pub fn follow(&mut self, from: usize, elsewhere: usize, address: u32) -> Option<usize> {
        let next = self.blocks[from].next[elsewhere] as usize;
        if self.blocks[next].start == u64::from(address) {
            return Some(next);
        }
        let found = self.find(address)?;
        self.blocks[from].next[elsewhere] = found as u32;
        Some(found)
    }

    /// Counts a run that left block `from` by a skip after `done` instructions.
    ///
    /// Returns the block at `address`, its successor.
    #[inline(always)]
    #[must_use]
    pub fn leave(&mut self, from: usize, done: usize, address: u32) -> Option<usize> {
        let next = self.leave_often(from, done, 1) as usize;
        if self.blocks[next].start == u64::from(address) {
            return Some(next);
        }
        let found = self.find(address)?;
        self.blocks[from].exits[done - 1].next = found as u32;
        Some(found)
    }

    /// Counts several such runs; returns the last successor.
    #[inline(always)]
    pub fn leave_often(&mut self, from: usize, done: usize, times: u64) -> u32 {
        let block = &mut self.blocks[from];
        if block.exits.is_empty() {
            block.exits = vec![BlockExits::default(); block.steps.len()];
        }
        let exit = &mut block.exits[done - 1];
        exit.times += times;
        exit.next
    }

    /// Number of exits from a block after each of its steps; empty if there was none.
    #[must_use]
    pub fn left(&self, index: usize) -> Vec<u64> {
        self.blocks[index].exits.iter().map(|exit| exit.times).collect()
    }

    /// A block by its index.
    #[inline(always)]
    #[must_use]
    pub fn block(&mut self, index: usize) -> &mut Block<S, X> {
        &mut self.blocks[index]
    }

    /// Forms the block at an address; `None` if no instruction can be fetched.
    pub fn form(&mut self, address: u32, decoder: &impl Decoder<S, X>) -> Option<usize> {
        let mut steps = Vec::new();
        let mut end = address;
        while steps.len() < LONGEST && (steps.is_empty() || !decoder.is_mark(end)) {
            let Some(piece) = decoder.piece(end) else { break };
            steps.push(piece.step);
            end = piece.next;
            if piece.ends {
                break;
            }
        }
        if steps.is_empty() {
            return None;
        }
        if self.run_marks != self.marks {
            self.marks = 0;
        }
        let block = Block {
            start: address.into(),
            end,
            sum: decoder.sum(&steps),
            steps: steps.into_boxed_slice(),
            ways: [0; 2],
            exits: Vec::new(),
            marked: decoder.is_mark(address),
            native: 0,
            next: [0, 0],
        };
        self.steps += block.steps.len();
        let index = self.free.pop().unwrap_or(self.blocks.len() as u32);
        match self.blocks.get_mut(index as usize) {
            Some(place) => *place = block,
            None => self.blocks.push(block),
        }
        let (window, place) = self.place(address);
        window.blocks[place] = index;
        self.hold_steps(index as usize);
        Some(index as usize)
    }

    /// Whether the number of blocks is so large that they should be discarded and formed again on demand.
    #[must_use]
    pub fn are_many(&self) -> bool {
        self.steps + 8 * (self.blocks.len() - self.free.len()) > MOST_STEPS
    }

    /// Discards all blocks, but keeps their counts.
    ///
    /// Calls `bank` with each of them first.
    pub fn forget_all(&mut self, mut bank: impl FnMut(&Block<S, X>)) {
        for index in 1..self.blocks.len() {
            if !self.blocks[index].steps.is_empty() {
                bank(&self.blocks[index]);
                self.forget(index);
            }
        }
    }

    /// Resets all counts, but keeps the blocks, to run the same program from its start.
    pub fn count_anew(&mut self) {
        for block in &mut self.blocks {
            block.ways = [0; 2];
            block.exits.iter_mut().for_each(|exit| exit.times = 0);
        }
        for window in self.rows.iter_mut().flatten() {
            window.parts.fill(ExecutionCount::default());
        }
    }

    /// Extends the tables to all steps of a block.
    fn hold_steps(&mut self, index: usize) {
        for step in 0..self.blocks[index].steps.len() {
            self.place(self.blocks[index].steps[step].address());
        }
    }

    /// Bytes used by instruction counts, which are kept as long as the program runs.
    ///
    /// They cover all addresses that ever ran, and the gaps between them.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.table_bytes
    }

    /// Counts a single instruction; `turned` if control did not continue after it.
    pub fn count(&mut self, address: u32, turned: bool) {
        let (window, place) = self.place(address);
        window.parts[place] += ExecutionCount { ran: 1, turned: turned.into() };
    }

    /// Counts the first `done` instructions of a block, which ran without the rest.
    ///
    /// `turned` if control did not continue after the last of them.
    pub fn count_part(&mut self, index: usize, done: usize, turned: bool) {
        for step in 0..done {
            let address = self.blocks[index].steps[step].address();
            self.count(address, turned && step + 1 == done);
        }
    }

    /// Discards the blocks with instructions in `start..end`, which change, but keeps their counts.
    ///
    /// Calls `bank` with each of them first.
    pub fn rewrite(&mut self, start: u32, end: u32, mut bank: impl FnMut(&Block<S, X>)) {
        let reach = (LONGEST * 4) as u32;
        let mut from = start.saturating_sub(reach) >> SHIFT << SHIFT;
        while let Some(index) = self.first_in(from..end) {
            let block = &self.blocks[index];
            from = block.address().saturating_add(1 << SHIFT);
            if block.end > start {
                bank(block);
                self.forget(index);
                self.rewritten += 1;
            }
        }
    }

    /// The first block that starts in a range of addresses.
    fn first_in(&self, range: Range<u32>) -> Option<usize> {
        let mut from = range.start;
        while from < range.end {
            let last = from | ((1 << WINDOW_BITS) - 1);
            let window = self.rows[(from >> ROW_BITS) as usize].get(index_in_row(from));
            if let Some(Window { base, blocks, .. }) = window {
                let places = |address: u32| address.saturating_sub(*base).div_ceil(1 << SHIFT);
                let end = blocks.len().min(places(last.saturating_add(1).min(range.end)) as usize);
                let mut found = blocks[end.min(places(from) as usize)..end].iter();
                if let Some(&block) = found.find(|&&block| block != 0) {
                    return Some(block as usize);
                }
            }
            from = last.checked_add(1)?;
        }
        None
    }

    /// Number of blocks discarded so far because the program changed their instructions.
    #[must_use]
    pub fn rewritten(&self) -> u64 {
        self.rewritten
    }

    /// Number of blocks discarded so far. While it stays the same, an index means the same block.
    #[must_use]
    pub fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// Starts a run with the marks of a number ([`Observer::marks_number`](crate::Observer)), or without
    /// marks. Returns whether [`mark`](Self::mark) must be called.
    #[must_use]
    pub fn needs_marks(&mut self, number: Option<u64>) -> bool {
        self.run_marks = number.unwrap_or(0);
        let Some(number) = number else { return false };
        let before = std::mem::replace(&mut self.marks, number);
        number == 0 || before != number
    }

    /// Discards blocks so that every marked address starts a block.
    ///
    /// Calls `bank` with each discarded block.
    pub fn mark(&mut self, is_mark: impl Fn(u32) -> bool, mut bank: impl FnMut(&Block<S, X>)) {
        for index in 1..self.blocks.len() {
            let block = &mut self.blocks[index];
            let Some((first, rest)) = block.steps.split_first() else { continue };
            block.marked = is_mark(first.address());
            if rest.iter().any(|step| is_mark(step.address())) {
                bank(&self.blocks[index]);
                self.forget(index);
            }
        }
    }

    /// All existing blocks.
    pub fn iter(&self) -> impl Iterator<Item = &Block<S, X>> {
        self.blocks.iter().filter(|block| !block.steps.is_empty())
    }

    /// Execution counts of all instructions that ever ran, in ascending order of address.
    #[must_use]
    pub fn times(&self) -> Vec<(u32, ExecutionCount)> {
        let windows: Vec<&Window> = self.rows.iter().flatten().collect();
        let firsts = self.rows.iter().scan(0, |first, row| {
            *first += row.len();
            Some(*first - row.len())
        });
        let firsts: Vec<usize> = firsts.collect();
        let mut parts: Vec<Vec<ExecutionCount>> =
            windows.iter().map(|window| window.parts.clone()).collect();
        for (step, times) in self.iter().flat_map(Block::runs) {
            let address = step.address();
            let number = firsts[(address >> ROW_BITS) as usize] + index_in_row(address);
            parts[number][((address - windows[number].base) >> SHIFT) as usize] += times;
        }
        let windows = windows.iter().zip(&parts);
        let places = windows.flat_map(|(window, parts)| {
            let address = |place: usize| window.base + ((place as u32) << SHIFT);
            parts.iter().enumerate().map(move |(place, &times)| (address(place), times))
        });
        places.filter(|(_, times)| times.ran > 0).collect()
    }

    fn forget(&mut self, index: usize) {
        self.forgotten += 1;
        let block = &mut self.blocks[index];
        self.steps -= block.steps.len();
        let runs: Vec<(u32, ExecutionCount)> =
            block.runs().map(|(step, times)| (step.address(), times)).collect();
        (block.steps, block.exits, block.ways) = (Box::default(), Vec::new(), [0; 2]);
        let address = block.address();
        block.start = NOWHERE;
        self.free.push(index as u32);
        let (window, place) = self.place(address);
        window.blocks[place] = 0;
        for (address, times) in runs {
            let (window, place) = self.place(address);
            window.parts[place] += times;
        }
    }

    /// The window of an address, extended to it, and the index in its tables.
    fn place(&mut self, address: u32) -> (&mut Window, usize) {
        let row = &mut self.rows[(address >> ROW_BITS) as usize];
        if row.is_empty() {
            *row = vec![Window::default(); 1 << (ROW_BITS - WINDOW_BITS)].into_boxed_slice();
        }
        let window = &mut row[index_in_row(address)];
        if address < window.base || (address - window.base) >> SHIFT >= window.blocks.len() as u32 {
            self.table_bytes +=
                window.hold(address, SHIFT) * (size_of::<u32>() + size_of::<ExecutionCount>());
        }
        let place = (address - window.base) >> SHIFT;
        (window, place as usize)
    }
}

/// Index of an address's window in its row.
#[inline(always)]
fn index_in_row(address: u32) -> usize {
    (address >> WINDOW_BITS) as usize % (1 << (ROW_BITS - WINDOW_BITS))
}

impl Window {
    /// Extends the tables to an address, at least doubling them; returns the number of new entries.
    fn hold(&mut self, address: u32, shift: u32) -> usize {
        const LEAST: usize = 256;
        let before = self.blocks.len();
        let all = 1usize << (WINDOW_BITS - shift);
        let lowest = address >> WINDOW_BITS << WINDOW_BITS;
        if self.blocks.is_empty() {
            self.base = address;
        }
        if address < self.base {
            let room = ((self.base - lowest) >> shift) as usize;
            let need = ((self.base - address) >> shift) as usize;
            let more = need.max(self.blocks.len()).min(room);
            self.blocks.splice(0..0, std::iter::repeat_n(0, more));
            self.parts.splice(0..0, std::iter::repeat_n(ExecutionCount::default(), more));
            self.base -= (more as u32) << shift;
        }
        let place = ((address - self.base) >> shift) as usize;
        if place >= self.blocks.len() {
            let most = all - ((self.base - lowest) >> shift) as usize;
            let new = (place + 1).max(self.blocks.len() * 2).max(LEAST).min(most);
            self.blocks.resize(new, 0);
            self.parts.resize(new, ExecutionCount::default());
        }
        self.blocks.len() - before
    }
}

#[cfg(test)]
mod tests;
