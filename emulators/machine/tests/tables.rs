//! Parts of instruction tables that are usually made at compile time, made at run time.

use machine::RegisterSlots;
use machine::bits::{Pattern, assert_disjoint, assert_nested};
use machine::semantics::{Flow, Known, Semantics, Trap, Value};

const NAMES: [&str; 6] = ["$zero", "$t0", "$t1", "t0", "fs11", "a_name_of_15_ch"];

#[test]
fn an_index_of_registers_finds_its_names() {
    let slots = RegisterSlots::<16>::default().numbered(&NAMES, 8).and(&[
        ("hi", 64),
        ("lo", 65),
        ("pc", 0),
    ]);
    for (name, slot) in NAMES.iter().zip(8..) {
        assert_eq!(slots.get(name), Some(slot), "{name}");
    }
    assert_eq!((slots.get("hi"), slots.get("lo"), slots.get("pc")), (Some(64), Some(65), Some(0)));
    for name in ["", "h", "hi ", "T0", "a_name_of_16_cha"] {
        assert_eq!(slots.get(name), None, "{name}");
    }
}

/// All names of up to 15 bytes that differ from a given one in one byte or in the length.
#[test]
fn an_index_tells_names_apart_by_each_byte() {
    const LETTERS: &str = "abcdefghijklmno";
    static SLOTS: RegisterSlots<32> = RegisterSlots::new().numbered(
        &[
            "a",
            "ab",
            "abc",
            "abcd",
            "abcde",
            "abcdef",
            "abcdefg",
            "abcdefgh",
            "abcdefghi",
            "abcdefghij",
            "abcdefghijk",
            "abcdefghijkl",
            "abcdefghijklm",
            "abcdefghijklmn",
            LETTERS,
        ],
        1,
    );
    for length in 1..=LETTERS.len() {
        let name = &LETTERS[..length];
        assert_eq!(SLOTS.get(name), Some(length as u8), "{name}");
        for at in 0..length {
            for other in ["\0", "A", "\x7f"] {
                let name = format!("{}{other}{}", &name[..at], &name[at + 1..]);
                assert_eq!(SLOTS.get(&name), None, "{name:?}");
            }
        }
        let longer = format!("{name}\0");
        assert_eq!(SLOTS.get(&longer), None, "{longer:?}");
    }
}

#[test]
#[should_panic(expected = "at most 15 bytes")]
fn an_index_refuses_a_long_name() {
    let _ = RegisterSlots::<4>::new().numbered(&["a_name_of_16_cha"], 0);
}

#[test]
#[should_panic(expected = "a free place")]
fn an_index_refuses_more_names_than_places() {
    let _ = RegisterSlots::<4>::new().numbered(&["a", "b", "c"], 0).and(&[("d", 3)]);
}

/// All patterns of four bits with the fields `a` and `b`, and all words.
#[test]
fn patterns_match_the_words_that_their_bits_allow() {
    for number in 0..256_usize {
        let text: String = (0..4).map(|at| char::from(b"01ab"[number >> (2 * at) & 3])).collect();
        let text: &'static str = text.leak();
        let pattern = Pattern::new(text);
        assert_eq!((pattern.text(), pattern.width()), (text, 4));
        for word in 0..16_u64 {
            let bit = |at: usize| char::from(b"01"[(word >> (3 - at) & 1) as usize]);
            let places = || text.chars().enumerate();
            let matches = places().all(|(at, c)| c.is_alphabetic() || c == bit(at));
            assert_eq!(pattern.matches(word), matches, "{text} {word:04b}");
            assert_eq!(matches, word & pattern.mask() == pattern.value());
            for letter in ['a', 'b'] {
                let bits: String =
                    places().filter(|&(_, c)| c == letter).map(|(at, _)| bit(at)).collect();
                assert_eq!(pattern.field(word, letter), u64::from_str_radix(&bits, 2).ok());
                assert_eq!(pattern.field_width(letter) as usize, bits.len());
                let lowest = text.rfind(letter).map(|at| 3 - at as u32);
                assert_eq!(pattern.field_place(letter), lowest);
                // A field that is set to its own value changes nothing.
                let value = pattern.field(word, letter).unwrap_or(5);
                assert_eq!(pattern.with_field(word, letter, value), word);
                let excluding = pattern.except(letter, value);
                assert!(!excluding.matches(word) || bits.is_empty());
            }
        }
    }
}

#[test]
fn patterns_are_disjoint_if_no_word_matches_both() {
    let all: Vec<Pattern> = (0..27_usize)
        .map(|number| (0..3).map(|at| char::from(b"01a"[number / 3_usize.pow(at) % 3])).collect())
        .map(|text: String| Pattern::new(text.leak()))
        .collect();
    for one in &all {
        for other in &all {
            let shared = (0..8).any(|word| one.matches(word) && other.matches(word));
            assert_eq!(one.disjoint(other), !shared, "{} {}", one.text(), other.text());
            let refused = std::panic::catch_unwind(|| assert_disjoint(&[*one, *other], 3)).is_err();
            assert_eq!(refused, shared);
            // One of two nested patterns is the better match.
            let is_nested = std::panic::catch_unwind(|| assert_nested(&[*one, *other], 1)).is_ok();
            let (a, b) = (one.mask(), other.mask());
            assert_eq!(is_nested, !shared || a != b && (a & b == a || a & b == b));
        }
    }
}

#[test]
#[should_panic(expected = "too many exceptions")]
fn a_pattern_has_two_exceptions() {
    let _ = Pattern::new("0 aaa").except('a', 1).except('a', 2).except('a', 3);
}

#[test]
#[should_panic(expected = "not a bit")]
fn a_pattern_consists_of_bits_and_letters() {
    let _ = Pattern::new("01-a");
}

#[test]
#[should_panic(expected = "too many fields")]
fn a_pattern_has_eight_fields() {
    let _ = Pattern::new("abcdefghi");
}

/// Control flow and registers of an instruction.
fn flow_of(row: impl Fn(&Flow) -> Result<(), Trap>) -> Flow {
    let flow = Flow::new();
    assert_eq!(row(&flow), Ok(()), "an analysis never ends early");
    flow
}

/// The slots of a set.
fn slots(set: u128) -> Vec<u32> {
    (0..128).filter(|slot| set >> slot & 1 != 0).collect()
}

#[test]
fn an_analysis_finds_registers_and_memory() {
    let add = flow_of(|m| {
        m.set(127, m.get(0) + m.get(64));
        Ok(())
    });
    assert_eq!((slots(add.reads()), slots(add.writes())), (vec![0, 64], vec![127]));
    assert!(!add.loads() && !add.stores() && !add.ends_block() && add.falls_through());
    let load = flow_of(|m| {
        m.trap_if(m.get(2).differs(m.k(0)), Trap::Condition)?;
        m.set_loaded(3, m.load(m.get(1), 4)?);
        Ok(())
    });
    assert_eq!((slots(load.reads()), slots(load.writes())), (vec![1, 2], vec![3]));
    assert!(load.loads() && !load.stores() && !load.ends_block());
    let store = flow_of(|m| m.store(m.get(1), m.get(2), 1));
    assert!(!store.loads() && store.stores() && slots(store.writes()).is_empty());
}

#[test]
fn an_analysis_finds_targets() {
    let jump = flow_of(|m| {
        m.jump(m.k(0x1004) & m.k(3).not());
        Ok(())
    });
    assert_eq!(
        (jump.target(), jump.ends_block(), jump.falls_through()),
        (Some(0x1004), true, false)
    );
    let indirect = flow_of(|m| {
        m.jump(m.get(31));
        Ok(())
    });
    assert_eq!((indirect.target(), indirect.falls_through()), (None, false));
    let branch = flow_of(|m| {
        m.branch(m.get(1).less(m.get(2)), m.k(u64::MAX) + m.k(9));
        Ok(())
    });
    assert_eq!(
        (branch.target(), branch.ends_block(), branch.falls_through()),
        (Some(8), true, true)
    );
    let call = flow_of(|m| m.trap(Trap::Call));
    assert!(call.ends_block() && call.falls_through() && call.target().is_none());
    let skip = flow_of(|m| {
        m.may_skip();
        Ok(())
    });
    assert!(skip.skips() && !skip.ends_block() && !call.skips());
}

/// Only sums, masks and complements of known numbers are known, because only they make targets.
#[test]
fn other_results_are_unknown_to_an_analysis() {
    let (six, two) = (Known(Some(6)), Known(Some(2)));
    for unknown in [
        six - two,
        six * two,
        six | two,
        six ^ two,
        six << two,
        six >> two,
        six.sar(two),
        six.equals(two),
        six.differs(two),
        six.less(two),
        six.below(two),
        six.divide(two),
        six.divide_unsigned(two),
        six.remainder(two),
        six.remainder_unsigned(two),
        six.multiply_high(two),
        six.multiply_high_unsigned(two),
        six.sign_extend(8),
        six.leading_zeros(),
        six.pick(two, six),
        six.pick_seldom(two, six),
        six + Known::ANY,
        Known::ANY & two,
        Known::ANY.not(),
    ] {
        assert_eq!(unknown, Known::ANY);
    }
    assert_eq!((six + two, six & two), (Known(Some(8)), Known(Some(2))));
}
