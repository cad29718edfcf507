//! Blocks of a toy program of letters.

use super::*;

/// A program of letters, one per address: `j` may transfer control, `.` is not memory.
struct Letters<'a> {
    text: &'a [u8],
    marks: &'a [u32],
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Letter(u32);

impl DecodedStep for Letter {
    fn address(&self) -> u32 {
        self.0
    }
}

impl Decoder<Letter, usize> for Letters<'_> {
    fn piece(&self, address: u32) -> Option<Piece<Letter>> {
        let letter = *self.text.get(address as usize / 4).filter(|&&letter| letter != b'.')?;
        Some(Piece { step: Letter(address), next: address + 4, ends: letter == b'j' })
    }

    fn sum(&self, steps: &[Letter]) -> usize {
        steps.len()
    }

    fn is_mark(&self, address: u32) -> bool {
        self.marks.contains(&address)
    }
}

type Some4 = Blocks<Letter, usize, 2>;

/// Address, executions and transfers of control of each instruction.
fn times(blocks: &Some4) -> Vec<(u32, u64, u64)> {
    blocks.times().into_iter().map(|(address, it)| (address, it.ran, it.turned)).collect()
}

fn run(blocks: &mut Some4, index: usize) {
    blocks.block(index).ways[0] += 1;
}

#[test]
fn too_many_blocks_are_discarded_and_their_counts_kept() {
    // Each instruction starts a block that reaches to the end, or to the maximum length.
    let text = vec![b'a'; 40_000];
    let program = Letters { text: &text, marks: &[] };
    let mut blocks = Some4::default();
    let mut formed = 0;
    while !blocks.are_many() {
        let block = blocks.form(formed * 4, &program).expect("a block");
        run(&mut blocks, block);
        formed += 1;
    }
    let steps: usize = blocks.iter().map(|block| block.steps.len()).sum();
    assert!(steps <= MOST_STEPS + LONGEST, "{steps}");
    let times = blocks.times();
    let mut seen = 0;
    blocks.forget_all(|_| seen += 1);
    assert_eq!((seen, blocks.iter().count()), (formed, 0));
    assert_eq!(blocks.times(), times);
    assert!(!blocks.are_many() && blocks.find(0).is_none());
}

/// No successor is known yet, and no address is a sign of that.
#[test]
fn no_block_follows_at_an_address_without_one() {
    let mut blocks = Some4::default();
    let first = blocks.form(0, &Letters { text: b"aaj", marks: &[] }).expect("a block");
    for address in [1, 4, 12, 0x7fff_ffff, 0x8000_0000, u32::MAX - 1, u32::MAX] {
        let found = [blocks.follow(first, 0, address), blocks.follow(first, 1, address)];
        assert_eq!((found, blocks.leave(first, 1, address)), ([None; 2], None), "{address:x}");
    }
}

#[test]
fn a_block_ends_at_a_jump_and_at_the_end_of_memory() {
    let program = Letters { text: b"aaj.aa", marks: &[] };
    let mut blocks = Some4::default();
    let first = blocks.form(0, &program).expect("a block");
    assert_eq!((blocks.block(first).steps.len(), blocks.block(first).end), (3, 12));
    assert!(blocks.form(12, &program).is_none());
    let last = blocks.form(16, &program).expect("a block");
    assert_eq!(blocks.block(last).steps.len(), 2);
    assert_eq!((blocks.find(0), blocks.find(2), blocks.find(4)), (Some(first), None, None));
}

#[test]
fn overlapping_blocks_and_parts_count_every_instruction_once() {
    let program = Letters { text: b"aaaj", marks: &[] };
    let mut blocks = Some4::default();
    let whole = blocks.form(0, &program).expect("a block");
    let tail = blocks.form(8, &program).expect("a block");
    run(&mut blocks, whole);
    run(&mut blocks, tail);
    run(&mut blocks, tail);
    blocks.count_part(whole, 2, true);
    blocks.count(12, true);
    assert_eq!(times(&blocks), [(0, 2, 0), (4, 2, 1), (8, 3, 0), (12, 4, 1)]);
}

#[test]
fn the_next_block_is_cached_and_checked() {
    let program = Letters { text: b"ajaj", marks: &[] };
    let mut blocks = Some4::default();
    let first = blocks.form(0, &program).expect("a block");
    assert_eq!(blocks.follow(first, 0, 8), None);
    let second = blocks.form(8, &program).expect("a block");
    assert_eq!(blocks.follow(first, 0, 8), Some(second));
    assert_eq!(blocks.follow(first, 0, 0), Some(first));
    blocks.rewrite(8, 12, |_| {});
    assert_eq!(blocks.follow(first, 0, 8), None);
}

#[test]
fn rewritten_blocks_are_discarded_and_their_counts_kept() {
    let mut blocks = Some4::default();
    let old = Letters { text: b"aajaj", marks: &[] };
    let (first, second) = (blocks.form(0, &old), blocks.form(12, &old));
    run(&mut blocks, first.expect("a block"));
    run(&mut blocks, second.expect("a block"));
    let mut banked = 0;
    blocks.rewrite(4, 8, |block| banked += block.times());
    assert_eq!((banked, blocks.find(0), blocks.find(12)), (1, None, second));
    let new = Letters { text: b"ajjaj", marks: &[] };
    let again = blocks.form(0, &new).expect("a block");
    run(&mut blocks, again);
    assert_eq!(times(&blocks), [(0, 2, 0), (4, 2, 0), (8, 1, 0), (12, 1, 0), (16, 1, 0)]);
}

#[test]
fn runs_that_left_a_block_are_counted_by_instruction() {
    let mut blocks = Some4::default();
    let index = blocks.form(0, &Letters { text: b"aaaj", marks: &[] }).expect("a block");
    run(&mut blocks, index);
    for done in [1, 3, 3] {
        assert_eq!(blocks.leave(index, done, 0), Some(index));
    }
    blocks.block(index).ways[1] += 2;
    let expected = [(0, 6, 1), (4, 5, 0), (8, 5, 2), (12, 3, 2)];
    assert_eq!(times(&blocks), expected);
    blocks.rewrite(0, 4, |_| {});
    assert_eq!(times(&blocks), expected);
}

#[test]
fn a_mark_starts_a_block_and_splits_others() {
    let mut blocks = Some4::default();
    let index = blocks.form(0, &Letters { text: b"aaaj", marks: &[] }).expect("a block");
    run(&mut blocks, index);
    blocks.mark(|address| address == 8, |_| {});
    assert_eq!(blocks.find(0), None);
    let program = Letters { text: b"aaaj", marks: &[8] };
    let first = blocks.form(0, &program).expect("a block");
    let marked = blocks.form(8, &program).expect("a block");
    assert_eq!((blocks.block(first).end, blocks.block(marked).marked), (8, true));
    blocks.mark(|_| false, |_| {});
    assert!(!blocks.block(marked).marked);
    assert_eq!(blocks.times().len(), 4);
}

#[test]
fn marks_of_one_number_are_looked_for_once_until_blocks_are_formed_without_them() {
    let marked = Letters { text: b"aaaj", marks: &[8] };
    let unmarked = Letters { text: b"aaaj", marks: &[] };
    let mut blocks = Some4::default();
    assert!(blocks.needs_marks(Some(1)));
    blocks.form(0, &marked).expect("a block");
    assert!(!blocks.needs_marks(Some(1)), "all blocks respect them");
    assert!(!blocks.needs_marks(None), "a run without marks needs none");
    assert!(!blocks.needs_marks(Some(1)), "it formed no block");
    assert!(!blocks.needs_marks(None));
    blocks.form(4, &unmarked).expect("a block across the mark");
    assert!(blocks.needs_marks(Some(1)), "not every block respects them now");
    assert!(blocks.needs_marks(Some(2)), "another set");
    assert!(blocks.needs_marks(Some(0)) && blocks.needs_marks(Some(0)), "0 promises nothing");
    blocks.form(8, &marked).expect("a block");
    assert!(blocks.needs_marks(Some(2)), "marks of another run");
}

#[test]
fn gaps_between_distant_instructions_take_no_memory() {
    struct Everywhere;
    impl Decoder<Letter, usize> for Everywhere {
        fn piece(&self, address: u32) -> Option<Piece<Letter>> {
            Some(Piece { step: Letter(address), next: address.checked_add(4)?, ends: true })
        }
        fn sum(&self, _: &[Letter]) -> usize {
            0
        }
        fn is_mark(&self, _: u32) -> bool {
            false
        }
    }
    let mut blocks = Some4::default();
    for megabyte in 0..4096u32 {
        let index = blocks.form(megabyte << 20, &Everywhere).expect("a block");
        run(&mut blocks, index);
    }
    assert!(blocks.table_bytes() <= 4096 * 256 * 20, "{}", blocks.table_bytes());
    let (times, mut banked) = (blocks.times(), 0);
    assert_eq!(times.len(), 4096);
    blocks.forget_all(|block| banked += block.times());
    assert_eq!((banked, blocks.are_many(), blocks.find(1 << 20)), (4096, false, None));
    assert_eq!(blocks.times(), times);
}

#[test]
fn long_blocks_are_split_and_windows_grow_both_ways() {
    let text = vec![b'a'; 3000];
    let program = Letters { text: &text, marks: &[] };
    let mut blocks = Some4::default();
    for start in [6000, 0, 11_000, 11_996] {
        let index = blocks.form(start, &program).expect("a block");
        run(&mut blocks, index);
    }
    let steps: usize = blocks.iter().map(|block| block.steps.len()).sum();
    assert_eq!(steps, 3 * LONGEST + 1);
    assert_eq!(blocks.times().len(), steps);
}

#[test]
fn blocks_in_two_windows_are_discarded_together() {
    let text = vec![b'j'; 1 << 15];
    let program = Letters { text: &text, marks: &[] };
    let mut blocks = Some4::default();
    let border = 1 << WINDOW_BITS;
    for start in [border - 8, border - 4, border, border + 4, border + 8] {
        assert!(blocks.form(start, &program).is_some());
    }
    blocks.rewrite(border - 4, border + 8, |_| {});
    let left = |address| blocks.find(address).is_some();
    let found = [border - 8, border - 4, border, border + 4, border + 8].map(left);
    assert_eq!((found, blocks.rewritten()), ([true, false, false, false, true], 3));
    // Nothing is there.
    blocks.rewrite(0, 4, |_| {});
    blocks.rewrite(u32::MAX - 3, u32::MAX, |_| {});
    assert_eq!(blocks.rewritten(), 3);
}
