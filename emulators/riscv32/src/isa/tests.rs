//! Consistency of the tables: encoding and decoding, compression and expansion.

use super::decode::{decode, of_half, of_word};
use super::operand::{Immediate, REGISTERS, register};
use super::{COMPRESSED, CSRS, Extension, Extensions, ROWS, csr_number, disassemble, named, slot};

fn all() -> Extensions {
    Extensions::of(&Extension::ALL)
}

#[test]
fn every_letter_of_operands_is_a_field() {
    for row in ROWS {
        for letter in row.letters() {
            let width = row.pattern.field_width(letter);
            let bits = Immediate::of(letter).map_or(5, |immediate| immediate.bits.len() as u32);
            assert_eq!(width, bits, "{row:?}: {letter}");
        }
    }
    for short in COMPRESSED {
        for letter in short.letters().filter(|letter| !letter.is_ascii_digit()) {
            let bits = match (register(letter), Immediate::of(letter)) {
                (Some(_), _) => {
                    if letter.is_ascii_lowercase() && "avwygk".contains(letter) {
                        3
                    } else {
                        5
                    }
                }
                (_, Some(immediate)) => immediate.bits.len() as u32,
                _ => 0,
            };
            assert_eq!(short.pattern.field_width(letter), bits, "{}: {letter}", short.name);
        }
    }
}

/// Words from the manual's examples of encodings ("addi x1, x2, 3" and so on), encoded by hand.
#[test]
fn words_of_the_manuals_formats() {
    let word = |name: &str, values: &[i64]| named(name).next().unwrap().encode(values, 0).unwrap();
    assert_eq!(word("addi", &[0, 0, 0]), 0x0000_0013);
    assert_eq!(word("ecall", &[]), 0x0000_0073);
    assert_eq!(word("ebreak", &[]), 0x0010_0073);
    assert_eq!(word("lui", &[10, 0xfffff]), 0xfffff537);
    assert_eq!(word("sw", &[1, -4, 2]), 0xfe11_2e23);
    assert_eq!(word("jal", &[0, 0x800]), 0x0010_006f);
    assert_eq!(word("beq", &[0, 0, -2 & 0xffff_ffff]), 0xfe00_0fe3);
}

#[test]
fn every_half_word_that_decodes_means_what_its_shortest_form_means() {
    let mut found = 0;
    for half in (0..0x10000u32).filter(|half| half & 3 != 3) {
        let Some(decoded) = decode(half, 0x1000, all()) else { continue };
        found += 1;
        let short = of_half(half).unwrap();
        let values = short.expand(half, 0x1000);
        let shortest = decoded.row.compress(&values, 0x1000, all());
        let shortest = shortest.unwrap_or_else(|| panic!("{half:04x}: {}", short.name));
        let again = decode(shortest.into(), 0x1000, all()).unwrap();
        assert_eq!((again.row.name, again.op), (decoded.row.name, decoded.op), "{half:04x}");
        assert_eq!(decoded.op.length, 2);
    }
    // 3 * 2^14 halfwords, minus those that the manual reserves.
    assert!(found > 40000, "{found}");
}

/// Every word that decodes is encoded again from its disassembly, without the loss of a significant
/// bit.
#[test]
fn every_row_is_found_again_by_its_words() {
    let mut random = machine::Random::seeded(3);
    for row in ROWS {
        for _ in 0..200 {
            let word = (random.next_u64() & !row.pattern.mask() | row.pattern.value()) as u32;
            if !row.pattern.matches(word.into()) {
                continue;
            }
            assert_eq!(of_word(word).map(|found| found.name), Some(row.name), "{word:08x}");
            let reserved = ['r', 'n']
                .iter()
                .any(|&mode| matches!(row.pattern.field(word.into(), mode), Some(5 | 6)));
            let text = disassemble(word, 0);
            assert_eq!(text.is_none(), reserved, "{word:08x}");
            assert!(text.is_none_or(|text| text.starts_with(row.name)), "{word:08x}");
        }
    }
}

#[test]
fn extensions_that_are_missing_make_an_instruction_illegal() {
    let base = Extensions::named("rv32i").unwrap();
    let mul = named("mul").next().unwrap().encode(&[1, 2, 3], 0).unwrap();
    assert!(decode(mul, 0, base).is_none() && decode(mul, 0, base.with(Extension::M)).is_some());
    assert!(
        decode(0x0001, 0, base).is_none() && decode(0x0001, 0, base.with(Extension::C)).is_some()
    );
    assert!(decode(0x0000, 0, all()).is_none(), "all zeros are no instruction");
    assert!(decode(0xffff_ffff, 0, all()).is_none());
}

#[test]
fn a_written_zero_register_is_the_sink() {
    let word = named("addi").next().unwrap().encode(&[0, 1, 5], 0).unwrap();
    assert_eq!(decode(word, 0, all()).unwrap().op.d, slot::SINK);
    assert_eq!(REGISTERS[2], "sp");
}

#[test]
fn registers_of_control_and_status_have_one_number_each() {
    for (at, &(name, number)) in CSRS.iter().enumerate() {
        assert_eq!(csr_number(name), Some(number));
        assert!(CSRS[at + 1..].iter().all(|other| other.1 != number), "{name}");
    }
    assert_eq!(csr_number("pmpaddr15"), Some(0x3bf));
    assert_eq!(csr_number("mhpmevent3"), Some(0x323));
    assert_eq!(csr_number("pmpaddr16"), None);
}

#[test]
fn the_page_has_one_line_for_each_instruction() {
    let page = super::page();
    let lines: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(lines.len(), ROWS.len() + COMPRESSED.len());
    let names = ROWS.iter().map(|row| row.name).chain(COMPRESSED.iter().map(|short| short.name));
    for (line, name) in lines.iter().zip(names) {
        assert!(line.starts_with(&format!("| `{name}` | ")), "{line}");
    }
}
