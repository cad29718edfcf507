//! Time of every instruction: combines the row's column, the modes and the model.

use std::fmt::Write;

use super::Timing;
use crate::Word36;
use crate::isa::FAMILIES;

/// Nanoseconds of each family's opcodes in order: with the operand in memory, and in an accumulator
/// if that differs.
fn times() -> String {
    let timing = Timing::new(false);
    let mut lines = String::new();
    for family in FAMILIES {
        let times: Vec<String> =
            family.opcodes.iter().map(|row| of_code(timing, row.code)).collect();
        let runs = times.chunk_by(|one, next| one == next);
        let times: Vec<String> = runs.map(run).collect();
        // Writing to a string does not fail.
        let _ =
            writeln!(lines, "{:03o} {:8} {}", family.opcodes[0].code, family.name, times.join(" "));
    }
    lines
}

/// Consecutive opcodes with the same time.
fn run(same: &[String]) -> String {
    if same.len() == 1 { same[0].clone() } else { format!("{}*{}", same[0], same.len()) }
}

fn of_code(timing: Timing, code: u16) -> String {
    let fixed = |right| timing.fixed(Word36::halves(u32::from(code) << 9, right), 0o1000);
    let (memory, fast) = (fixed(0o2000), fixed(0));
    if memory == fast { memory.to_string() } else { format!("{memory}/{fast}") }
}

#[test]
fn times_of_every_opcode() {
    insta::assert_snapshot!(times());
}

/// Work on a byte at the left end of a word, and the same if the pointer crossed to it.
#[test]
fn times_of_bytes() {
    let timing = Timing::new(false);
    let rows = FAMILIES.iter().filter(|family| family.class == crate::isa::Class::Byte);
    let mut lines = String::new();
    for row in rows.flat_map(|family| family.opcodes) {
        let (word, pointer) =
            (Word36::halves(u32::from(row.code) << 9, 0), Word36::halves(0o350700, 0));
        let of = |at, crossed| timing.byte(word, [pointer; 2], at, crossed);
        let _ = writeln!(
            lines,
            "{:4} {} {} {}",
            row.name,
            of(0o2000, false),
            of(0, false),
            of(0o2000, true)
        );
    }
    insta::assert_snapshot!(lines, @r"
    IBP  0 0 260
    ILDB 6330 5880 6590
    LDB  6330 5880 6590
    IDPB 7330 6360 7590
    DPB  7330 6360 7590
    ");
}
