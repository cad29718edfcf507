//! Random instructions: addresses, words and operands.

use architecture::Samples;
use machine::bits::Pattern;

/// The lines of a pattern: address, word, text.
fn lines(samples: Samples) -> Vec<[String; 3]> {
    let line = |line: &str| {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        cells.try_into().expect("three cells")
    };
    samples.into_text().lines().map(line).collect()
}

#[test]
fn operands_are_random() {
    let mut samples = Samples::default();
    let pattern = Pattern::new("00001111 iiiiiiiiiiiiiiii 00000000");
    samples.add(&pattern, "i", 2, |word, pc| format!("at {pc:#x}: {word:#x}"));
    // The first numbers of Marsaglia's generator from 1 are 270369 and 67634689.
    let expected = [
        ["10000000", "0f202100", "at 0x10000000: 0xf202100"],
        ["10000004", "0f060100", "at 0x10000004: 0xf060100"],
    ];
    assert_eq!(lines(samples), expected);
}

#[test]
fn an_instruction_without_operands_is_one_sample() {
    let mut samples = Samples::default();
    samples.add(&Pattern::new("1001000000000010"), "", 5, |_, _| "ebreak".to_owned());
    samples.add(&Pattern::new("0000000000000001"), "x", 5, |_, _| "nop".to_owned());
    assert_eq!(lines(samples), [["10000000", "9002", "ebreak"], ["10000002", "0001", "nop"],]);
}

#[test]
fn reserved_roundings_and_excluded_operands_do_not_occur() {
    let mut samples = Samples::default();
    let pattern = Pattern::new("0000000000 rrr nnn").except('r', 7);
    samples.add(&pattern, "r, n", 100, |word, _| word.to_string());
    let mut roundings = [0; 8];
    for [_, word, _] in lines(samples) {
        let word = usize::from_str_radix(&word, 16).expect("a word");
        assert_eq!(word & 7, 0, "exact conversions have one rounding mode");
        roundings[word >> 3] += 1;
    }
    assert!(roundings[..5].iter().all(|&times| times > 0), "{roundings:?}");
    assert_eq!(roundings[5..], [0, 0, 0]);
}
