//! Decoded programs: instructions by index, and the blocks that the plain engine runs.

use std::cell::{Cell, OnceCell};
use std::ops::Range;

use machine::block_machine::BlockCost;
use machine::blocks::{Blocks, Decoder, ExecutionCount, LONGEST, Piece};
use machine::threads::{Carry, carried, left_undone};
use machine::{Clock, InstructionCount};

use super::fast::Step;
use super::flow::analyse;
use super::timing::{Cost, SequenceCost};
use crate::isa::{Class, Op, Row, decode::decode};

/// Limit of the words from the first to the last instruction, user and kernel together: 8 MiB.
pub(crate) const MOST_WORDS: u32 = 2 << 20;

/// A range of addresses that hold instructions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct AddressRange {
    start: u32,
    words: u32,
}

impl AddressRange {
    /// Part of a range that it contains, in whole words.
    fn within(self, start: u32, end: u32) -> Range<u32> {
        start.max(self.start) & !3..end.min(self.start.saturating_add(self.words * 4))
    }
}

/// Blocks of steps; instructions are at multiples of 4.
type BlockCache = Blocks<Step, BlockCosts, 2>;

/// Costs of a block.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct BlockCosts {
    /// Cost of all its steps.
    pub(crate) whole: SequenceCost,
    /// Cost without the last step, the slot of a likely branch that is not taken.
    pub(crate) annulled: SequenceCost,
}

impl BlockCost for BlockCosts {
    #[inline(always)]
    fn pass(&self, clock: &mut Clock) {
        self.whole.pass(clock);
    }

    #[inline(always)]
    fn pass_first(&self, _: usize, clock: &mut Clock) {
        self.annulled.pass(clock);
    }
}

/// A decoded program: user text, then kernel text.
#[derive(Clone, Default)]
pub(crate) struct Code {
    text: DecodedText,
    pub(crate) blocks: BlockCache,
}

/// Decoded instructions of a text.
#[derive(Clone, Default)]
struct DecodedText {
    user: AddressRange,
    kernel: AddressRange,
    /// Words as decoded; changes in memory are applied on request.
    words: Vec<u32>,
    /// Whether the program has an instruction there.
    present: Vec<bool>,
    /// Decoded words. A page is decoded on its first use, because many words between instructions
    /// are not instructions.
    pages: Vec<OnceCell<Box<[DecodedInstruction]>>>,
    /// Whether branches take effect after the next instruction.
    delayed_branches: bool,
}

/// Number of instructions decoded at once.
const PAGE: usize = 64;

/// A decoded instruction.
#[derive(Clone)]
struct DecodedInstruction {
    step: Step,
    cost: Cost,
    /// Whether it may transfer control.
    ends: bool,
    /// Registers that it reads.
    reads: u128,
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let DecodedText { user, kernel, .. } = &self.text;
        f.debug_struct("Code").field("user", user).field("kernel", kernel).finish()
    }
}

impl Code {
    /// Decodes ranges of words (first address, words); those from `kernel_from` on are the
    /// kernel's.
    ///
    /// `None` if they are too far apart for one program.
    pub(crate) fn new(
        runs: &[(u32, Vec<u32>)],
        kernel_from: u32,
        delayed_branches: bool,
    ) -> Option<Code> {
        let (user, kernel): (Vec<_>, Vec<_>) =
            runs.iter().partition(|(start, _)| *start < kernel_from);
        let (user, kernel) = (hull(&user), hull(&kernel));
        if user.words.saturating_add(kernel.words) > MOST_WORDS {
            return None;
        }
        let mut text = DecodedText { user, kernel, delayed_branches, ..DecodedText::default() };
        text.fill(runs);
        Some(Code { text, blocks: BlockCache::default() })
    }

    /// Whether its instructions are at the same addresses as those of another program.
    pub(crate) fn has_same_layout(&self, other: &Code) -> bool {
        let DecodedText { user, kernel, present, delayed_branches, words: _, pages: _ } =
            &self.text;
        (user, kernel, present, delayed_branches)
            == (
                &other.text.user,
                &other.text.kernel,
                &other.text.present,
                &other.text.delayed_branches,
            )
    }

    /// Takes the words of another program with the same layout; returns the addresses that change.
    pub(crate) fn update_from(&mut self, other: &Code) -> Vec<u32> {
        let words = self.text.words.iter().zip(&other.text.words).enumerate();
        let others = words.filter(|(_, (old, new))| old != new).map(|(index, _)| index);
        let others: Vec<usize> = others.collect();
        for &index in &others {
            self.text.change(index, other.text.words[index]);
        }
        others.into_iter().map(|index| self.text.address(index)).collect()
    }

    /// Index of the instruction at an address.
    pub(crate) fn index(&self, pc: u32) -> Option<usize> {
        self.text.index(pc)
    }

    /// Whether an address is in kernel text.
    pub(crate) fn is_kernel(&self, pc: u32) -> bool {
        self.text.index(pc).is_some_and(|index| index >= self.text.user.words as usize)
    }

    /// Row of the instruction with this index.
    pub(crate) fn row(&self, index: usize) -> Option<&'static Row> {
        self.text.row(index)
    }

    /// Row and operands of the instruction with this index.
    pub(crate) fn instruction(&self, index: usize) -> Option<(&'static Row, Op)> {
        let Step { row, op, .. } = self.text.known(index).step;
        Some((row?, op))
    }

    /// Whether the program has an instruction with this index.
    pub(crate) fn is_present(&self, index: usize) -> bool {
        self.text.present.get(index).copied().unwrap_or(false)
    }

    /// Discards the blocks that contain a changed instruction or end right before it: the cost of
    /// an instruction depends on the registers that the next one reads.
    pub(crate) fn forget(&mut self, pc: u32) {
        self.blocks.rewrite(pc.saturating_sub(4), pc.saturating_add(4), |_| {});
    }

    /// Decodes the instructions of a range again, if memory holds other words.
    pub(crate) fn refresh(&mut self, start: u32, end: u32, word_at: impl Fn(u32) -> u32) {
        for range in [self.text.user, self.text.kernel] {
            for at in range.within(start, end).step_by(4) {
                let Some(index) = self.text.index(at) else { continue };
                let word = word_at(at);
                if self.text.words[index] != word {
                    self.text.change(index, word);
                }
            }
        }
    }

    /// Part of a range of addresses that is kernel text.
    pub(crate) fn kernel_within(&self, start: u32, end: u32) -> Range<u32> {
        self.text.kernel.within(start, end)
    }

    /// Row and operands of the instruction with this index, if memory holds this word.
    pub(crate) fn decoded(&self, index: usize, word: u32) -> Option<(&'static Row, Op)> {
        if self.text.words[index] == word {
            return self.instruction(index);
        }
        decode(word, self.text.address(index))
    }

    /// Forms the block that starts at an address; `None` if there is no instruction.
    pub(crate) fn form(&mut self, pc: u32, is_mark: impl Fn(u32) -> bool) -> Option<usize> {
        let reader = Reader {
            text: &self.text,
            is_mark,
            pieces: Cell::new(0),
            in_slot: Cell::new(false),
            carry: Carry::default(),
        };
        self.blocks.form(pc, &reader)
    }

    /// Whether the last step of a block is the delay slot of the one before it.
    pub(crate) fn ends_in_slot(&mut self, block: usize) -> bool {
        match &*self.blocks.block(block).steps {
            [.., branch, _] => self.text.has_slot(branch.op.pc),
            _ => false,
        }
    }

    /// Whether the instruction at an address has a delay slot.
    pub(crate) fn has_slot(&self, pc: u32) -> bool {
        self.text.has_slot(pc)
    }

    /// Whether an instruction always transfers control.
    pub(crate) fn is_jump(&self, pc: u32) -> bool {
        let row = self.index(pc).and_then(|index| self.row(index));
        row.is_some_and(|row| row.class == Class::Jump)
    }

    /// Counts a single instruction and whether it transferred control; returns its cost.
    pub(crate) fn count(&mut self, pc: u32, turned: bool) -> SequenceCost {
        self.blocks.count(pc, turned);
        self.text.cost(pc).map(SequenceCost::from).unwrap_or_default()
    }

    /// Cost of the first `done` steps of a block.
    pub(crate) fn cost_of(&mut self, block: usize, done: usize) -> SequenceCost {
        let steps = &self.blocks.block(block).steps[..done];
        SequenceCost::of(steps.iter().filter_map(|step| self.text.cost(step.op.pc)))
    }

    /// Execution counts of all instructions, given the words in memory.
    pub(crate) fn executed(&self, word_at: impl Fn(u32) -> u32) -> Vec<InstructionCount> {
        let mut times = vec![ExecutionCount::default(); self.text.words.len()];
        for (address, count) in self.blocks.times() {
            if let Some(index) = self.text.index(address) {
                times[index] = count;
            }
        }
        let present = times.into_iter().enumerate().filter(|&(index, _)| self.is_present(index));
        present
            .map(|(index, times)| InstructionCount {
                address: self.text.address(index).into(),
                times: times.ran,
                turned: times.turned,
                class: self.class(index, &word_at),
            })
            .collect()
    }
}

impl Code {
    fn class(&self, index: usize, word_at: impl Fn(u32) -> u32) -> &'static str {
        let decoded = self.decoded(index, word_at(self.text.address(index)));
        decoded.map_or("none", |(row, _)| row.class.name())
    }
}

impl DecodedText {
    fn fill(&mut self, runs: &[(u32, Vec<u32>)]) {
        let total = (self.user.words + self.kernel.words) as usize;
        self.words = vec![0; total];
        self.present = vec![false; total];
        self.pages = vec![OnceCell::new(); total.div_ceil(PAGE)];
        for (start, words) in runs {
            for (offset, &word) in words.iter().enumerate() {
                if let Some(index) = self.index(start.wrapping_add(offset as u32 * 4)) {
                    (self.present[index], self.words[index]) = (true, word);
                }
            }
        }
    }

    fn index(&self, pc: u32) -> Option<usize> {
        // The index of a misaligned address is beyond every range.
        let index = pc.wrapping_sub(self.user.start).rotate_right(2);
        if index < self.user.words {
            return Some(index as usize);
        }
        let index = pc.wrapping_sub(self.kernel.start).rotate_right(2);
        (index < self.kernel.words).then(|| (self.user.words + index) as usize)
    }

    /// Address of the instruction with this index.
    fn address(&self, index: usize) -> u32 {
        match (index as u32).checked_sub(self.user.words) {
            None => self.user.start + index as u32 * 4,
            Some(kernel) => self.kernel.start + kernel * 4,
        }
    }

    /// Whether the instruction at an address has a delay slot.
    fn has_slot(&self, pc: u32) -> bool {
        let row = self.index(pc).and_then(|index| self.row(index));
        self.delayed_branches
            && row.is_some_and(|row| matches!(row.class, Class::Branch | Class::Jump))
    }

    /// Whether the plain engine can run a branch and its delay slot.
    ///
    /// It cannot if the slot holds another branch, or if the target is right after the slot: then
    /// the careful engine must see whether the branch is taken.
    fn has_plain_slot(&self, pc: u32) -> bool {
        let slot = pc.wrapping_add(4);
        let present = self.index(slot).is_some_and(|index| self.present[index]);
        let target = self.index(pc).map(|index| self.known(index).step.op.imm);
        present && !self.has_slot(slot) && target != Some(slot.wrapping_add(4))
    }

    fn cost(&self, pc: u32) -> Option<Cost> {
        Some(self.known(self.index(pc)?).cost)
    }

    fn row(&self, index: usize) -> Option<&'static Row> {
        if index < self.words.len() { self.known(index).step.row } else { None }
    }

    fn known(&self, index: usize) -> &DecodedInstruction {
        let page = index / PAGE;
        let all = || {
            let end = self.words.len().min((page + 1) * PAGE);
            (page * PAGE..end).map(|index| self.decode(index)).collect()
        };
        &self.pages[page].get_or_init(all)[index % PAGE]
    }

    /// Changes a word, and updates the cost of the instruction before it.
    fn change(&mut self, index: usize, word: u32) {
        (self.present[index], self.words[index]) = (true, word);
        if self.pages[index / PAGE].get().is_some() {
            let known = self.decode(index);
            self.replace(index, known);
        }
        // Only the cost of a load depends on the next instruction.
        let before = index.checked_sub(1).filter(|before| self.is_known_load(*before));
        if let Some(before) = before {
            let known = self.decode(before);
            self.replace(before, known);
        }
    }

    fn is_known_load(&self, index: usize) -> bool {
        let known = self.pages[index / PAGE].get().map(|page| &page[index % PAGE]);
        known.and_then(|known| known.step.row).is_some_and(|row| row.class == Class::Load)
    }

    fn replace(&mut self, index: usize, known: DecodedInstruction) {
        if let Some(page) = self.pages[index / PAGE].get_mut() {
            page[index % PAGE] = known;
        }
    }

    fn decode(&self, index: usize) -> DecodedInstruction {
        let (pc, word) = (self.address(index), self.words[index]);
        let Some((row, op)) = decode(word, pc).filter(|_| self.present[index]) else {
            let op = Op { pc, imm: word, ..Op::default() };
            return DecodedInstruction {
                step: Step { thread: left_undone, row: None, op },
                cost: Cost { cycles: 1, ..Cost::default() },
                ends: true,
                reads: 0,
            };
        };
        let flow = analyse(row, &op);
        let thread = row.interpretations.threads[carried::NONE as usize];
        let next_reads = if row.class == Class::Load { self.reads(index + 1) } else { 0 };
        DecodedInstruction {
            step: Step { thread, row: Some(row), op },
            cost: Cost::of(row.class, &flow, next_reads),
            ends: flow.ends_block(),
            reads: flow.reads(),
        }
    }

    /// Registers that the instruction with this index reads.
    fn reads(&self, index: usize) -> u128 {
        if let Some(page) = self.pages.get(index / PAGE).and_then(OnceCell::get) {
            return page.get(index % PAGE).map_or(0, |known| known.reads);
        }
        let is_present = self.present.get(index).copied().unwrap_or(false);
        let decoded =
            if is_present { decode(self.words[index], self.address(index)) } else { None };
        decoded.map_or(0, |(row, op)| analyse(row, &op).reads())
    }
}

/// Reader of text for forming blocks.
struct Reader<'a, M> {
    text: &'a DecodedText,
    is_mark: M,
    /// Number of pieces read.
    pieces: Cell<usize>,
    /// Whether the next piece is a delay slot.
    in_slot: Cell<bool>,
    carry: Carry,
}

impl<M: Fn(u32) -> bool> Reader<'_, M> {
    /// A branch and its slot are the last two steps of a block. If they cannot be, the branch is
    /// its own block for the careful engine.
    fn branch(&self, step: Step, pieces: usize) -> Option<Piece<Step>> {
        let next = step.op.pc.wrapping_add(4);
        if !self.text.has_plain_slot(step.op.pc) || (self.is_mark)(next) {
            let step = Step { thread: left_undone, row: None, ..step };
            return (pieces == 0).then_some(Piece { step, next, ends: true });
        }
        if pieces + 2 > LONGEST {
            return None;
        }
        self.in_slot.set(true);
        Some(Piece { step, next, ends: false })
    }
}

impl<M: Fn(u32) -> bool> Decoder<Step, BlockCosts> for Reader<'_, M> {
    fn piece(&self, address: u32) -> Option<Piece<Step>> {
        let index = self.text.index(address).filter(|&index| self.text.present[index])?;
        let &DecodedInstruction { mut step, ends, .. } = self.text.known(index);
        if let Some(row) = step.row {
            let how = self.carry.next(&analyse(row, &step.op), step.op.s, step.op.t);
            step.thread = row.interpretations.threads[how as usize];
        }
        let pieces = self.pieces.replace(self.pieces.get() + 1);
        if self.in_slot.take() {
            return Some(Piece { step, next: address.wrapping_add(4), ends: true });
        }
        if self.text.has_slot(address) {
            self.branch(step, pieces)
        } else {
            Some(Piece { step, next: address.wrapping_add(4), ends })
        }
    }

    fn sum(&self, steps: &[Step]) -> BlockCosts {
        let run = |steps: &[Step]| {
            SequenceCost::of(steps.iter().filter_map(|step| self.text.cost(step.op.pc)))
        };
        BlockCosts { whole: run(steps), annulled: run(&steps[..steps.len().saturating_sub(1)]) }
    }

    fn is_mark(&self, address: u32) -> bool {
        (self.is_mark)(address)
    }
}

/// Smallest range that contains all ranges; empty if there are none.
fn hull(runs: &[&(u32, Vec<u32>)]) -> AddressRange {
    let start = runs.iter().map(|(start, _)| *start).min().unwrap_or(0);
    let end = runs.iter().map(|(start, words)| u64::from(*start) + words.len() as u64 * 4).max();
    let words = end.map_or(0, |end| (end - u64::from(start)) / 4);
    AddressRange { start, words: words as u32 }
}
