//! Checks the table against itself, the manual's words, and its page.

use super::decode::opcode;
use super::{ALIASES, FAMILIES, disassemble, opcodes};
use crate::Word36;

#[test]
fn every_opcode_is_found_by_its_number_and_its_name() {
    for row in FAMILIES.iter().flat_map(|family| family.opcodes) {
        for code in row.code..row.code + row.codes {
            let word = Word36::new(u64::from(code) << 27);
            assert_eq!(opcode(word).map(|found| found.code), Some(row.code));
        }
    }
    let names: std::collections::BTreeSet<&str> = opcodes().map(|(name, _)| name).collect();
    assert_eq!(names.len(), opcodes().count(), "a name has two words");
}

/// Words of the manual, appendix of mnemonics.
#[test]
fn words_of_the_manual() {
    let word = |name: &str| {
        let found = opcodes().find(|(known, _)| *known == name);
        found.map(|(_, word)| word.left())
    };
    let known = [
        ("MOVE", 0o200000),
        ("MOVNS", 0o213000),
        ("IDIVM", 0o232000),
        ("LSHC", 0o246000),
        ("PUSHJ", 0o260000),
        ("CAMGE", 0o315000),
        ("SOSG", 0o377000),
        ("ANDCAB", 0o413000),
        ("SETOM", 0o476000),
        ("HRLEM", 0o536000),
        ("HLRES", 0o577000),
        ("TRNE", 0o602000),
        ("TSOA", 0o675000),
        ("TDZN", 0o636000),
        ("FDVRB", 0o177000),
        ("FADL", 0o141000),
        ("HALT", 0o254200),
        ("JCRY", 0o255300),
    ];
    for (name, left) in known {
        assert_eq!(word(name), Some(left), "{name}");
    }
    assert_eq!(word("ADJSP"), None);
}

#[test]
fn words_are_shown_as_midas_spells_them() {
    let shown = |left, right| disassemble(Word36::halves(left, right));
    for (left, right, text) in [
        (0o202100, 0o5, "MOVEM 2,5"),
        (0o254000, 0o101, "JRST 101"),
        (0o254020, 0, "JRST @0"),
        (0o255000, 0, "JFCL"),
        (0o255400, 0o7, "JOV 7"),
        (0o255740, 0o7, "JFCL 17,7"),
        (0o350017, 0o777777, "AOS 777777(17)"),
        (0o040100, 0o5, ".IOT 2,5"),
        (0o134031, 0, "ILDB @(11)"),
    ] {
        assert_eq!(shown(left, right).as_deref(), Some(text));
    }
    for left in [0, 0o001000, 0o037000, 0o050000, 0o104000, 0o247000, 0o700000, 0o777777] {
        assert_eq!(shown(left, 0o1), None);
    }
}

#[test]
fn other_names_are_shown_where_they_are_preferred() {
    for alias in ALIASES {
        let shown = disassemble(alias.word());
        assert_eq!(shown.as_deref() == Some(alias.name), alias.preferred, "{}", alias.name);
    }
}

#[test]
fn the_page_has_one_line_for_each_family_and_each_other_name() {
    let page = super::page();
    let lines: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).collect();
    // Each of the two tables has two lines of heading.
    assert_eq!(lines.len(), 4 + FAMILIES.len() + ALIASES.len());
    for (line, family) in lines[2..].iter().zip(FAMILIES) {
        assert!(line.ends_with(&format!(" | {} |", family.meaning)), "{line}");
    }
    for (line, alias) in lines[FAMILIES.len() + 4..].iter().zip(ALIASES) {
        assert!(line.starts_with(&format!("| `{}` | ", alias.name)), "{line}");
    }
}
