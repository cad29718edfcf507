//! The plain engine's view of memory is what the map allows, in any order of growth.

use std::cell::Cell;

use super::*;

const DATA: u32 = 0x1000_0000;
const END: u32 = 0x103f_ffff;

fn memory() -> Memory {
    Memory::new(vec![Area::new(Rights::TEXT, 0x1000, 0x1fff), Area::new(Rights::DATA, DATA, END)])
}

fn plain(memory: &Memory, address: u32) -> Option<u32> {
    memory.word(address).map(Cell::get)
}

#[test]
fn memory_grows_both_ways_and_keeps_what_it_holds() {
    let mut memory = memory();
    let places = [0x20_0000, 0x20_1000, 0x10_0000, 0x3f_fffc, 0, 0x2c_0000];
    for (value, place) in (1..).zip(places) {
        assert_eq!(plain(&memory, DATA + place).unwrap_or(0), 0);
        memory.write(DATA + place, 4, value).expect("memory");
        memory.write(0x1000, 4, value).expect("memory");
    }
    for (value, place) in (1..).zip(places) {
        assert_eq!(plain(&memory, DATA + place), Some(value));
        assert!(memory.writable_word(DATA + place).is_some());
    }
    assert_eq!(plain(&memory, 0x1000), Some(6));
    assert!(memory.writable_word(0x1000).is_none());
}

#[test]
fn misaligned_and_unmapped_addresses_are_not_plain() {
    let mut memory = memory();
    memory.write(DATA, 4, 0x0403_0201).expect("memory");
    memory.write(DATA + 4, 4, 0x0807_0605).expect("memory");
    let missing = [DATA + 1, DATA + 2, DATA + 3, DATA - 4, END + 1, 0, u32::MAX];
    assert!(missing.into_iter().all(|address| memory.word(address).is_none()));
    assert_eq!(memory.read(DATA + 3, 4), Ok(0x0706_0504));
    memory.write(DATA + 3, 2, 0xaabb).expect("memory");
    assert_eq!(
        (plain(&memory, DATA), plain(&memory, DATA + 4)),
        (Some(0xbb03_0201), Some(0x0807_06aa))
    );
    let beyond = u64::from(END) + 1;
    let cause = Cause::Unmapped { access: Access::Load, address: beyond };
    assert_eq!(memory.check(END - 1, 4, Access::Load), Err(cause));
    assert_eq!(memory.check(0x1000, 4, Access::Store), Err(Cause::ReadOnly { address: 0x1000 }));
}

#[test]
fn what_is_watched_or_decoded_is_not_stored_to_plainly() {
    let mut memory = Memory::new(vec![Area::new(Rights::RAM, DATA, END)]);
    memory.write(DATA + 0x4000, 4, 0).expect("memory");
    memory.write(DATA, 4, 0).expect("memory");
    memory.watch(DATA + 0x3002, DATA + 0x3005);
    memory.hold_code(DATA, DATA + 6);
    let plain = |at: u32| memory.writable_word(DATA + at).is_some();
    assert_eq!([0, 4, 8, 0x2ffc].map(plain), [false, false, true, true]);
    assert_eq!([0x3000, 0x3004, 0x3008].map(plain), [false, false, true]);
    assert!(memory.word(DATA + 0x3000).is_some());
    assert_eq!(memory.code_within(DATA + 5, DATA + 9), [(DATA + 5, DATA + 6)]);
    assert!(memory.is_watched(DATA + 0x3000, 4) && !memory.is_watched(DATA + 0x3000, 2));
}

#[test]
fn two_views_show_the_same_words() {
    let (first, second) = (0x3fc8_0000, 0x4038_0000);
    let mut memory = Memory::new(vec![
        Area::new(Rights::DATA, first, first + 0xffff),
        Area::alias(Rights::RAM, second - 0x1000, second + 0xffff, first - 0x1000),
    ]);
    memory.write(first + 0x20, 4, 7).expect("memory");
    assert_eq!(plain(&memory, second + 0x20), Some(7));
    memory.writable_word(second + 0x20).expect("plain").set(8);
    assert_eq!(plain(&memory, first + 0x20), Some(8));
    memory.write(second - 0x800, 4, 9).expect("memory");
    assert_eq!((plain(&memory, second - 0x800), memory.peek(first - 0x800)), (Some(9), None));
    assert_eq!(memory.aliases(first + 8), [first + 8, second + 8]);
    memory.hold_code(second + 0x20, second + 0x24);
    assert!(memory.writable_word(first + 0x20).is_none());
    assert_eq!(memory.code_within(first + 0x21, first + 0x40), [(first + 0x21, first + 0x24)]);
}

/// Whatever is touched, watched and decoded in any order, runs contain exactly the plain words.
#[test]
fn runs_are_the_plain_words_across_windows() {
    let mut random = machine::Random::seeded(64);
    let mut below = |most: u32| (random.next_u64() % u64::from(most)) as u32;
    let (mut joined, mut parted) = (0, 0);
    for _ in 0..60 {
        // Eight windows, of which the last is the last one of the address space.
        let low = 0u32.wrapping_sub(8 << WINDOW_BITS);
        let text = low + (below(3) << 14);
        let mut memory = Memory::new(vec![
            Area::new(Rights::TEXT, low, text | 0x3fff),
            Area::new(Rights::DATA, (text | 0x3fff) + 1, u32::MAX),
        ]);
        let in_order = below(2) == 0;
        for step in 0..1 + below(12) {
            let window = if in_order { step.min(7) } else { below(8) };
            memory.write(low + (window << WINDOW_BITS) + 4 * below(1 << 14), 4, step).ok();
        }
        if below(2) == 0 {
            let at = low + below(8 << WINDOW_BITS);
            memory.watch(at, at.saturating_add(8));
            memory.hold_code(low + 0x40, low + 0x80);
        }
        for _ in 0..400 {
            let (address, store) = (low + 4 * below(8 << (WINDOW_BITS - 2)), below(2) == 0);
            let plain = |memory: &Memory, address| {
                let word = if store { memory.writable_word(address) } else { memory.word(address) };
                word.map(std::ptr::from_ref)
            };
            let Some(run) = memory.runs().run(address, store) else {
                assert_eq!(plain(&memory, address), None);
                continue;
            };
            for at in [0, run.cells.len() - 1, ((address - run.low) / 4) as usize] {
                let place = run.low + 4 * at as u32;
                assert_eq!(plain(&memory, place), Some(std::ptr::from_ref(&run.cells[at])));
            }
            let end = u64::from(run.low) + 4 * run.cells.len() as u64;
            let is_joined = (end - 1) >> WINDOW_BITS > u64::from(run.low >> WINDOW_BITS);
            *(if is_joined { &mut joined } else { &mut parted }) += 1;
        }
    }
    assert!(joined > 1000 && parted > 1000, "{joined} runs of several windows, {parted} of one");
}
