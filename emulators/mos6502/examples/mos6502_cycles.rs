//! Compares instructions, cycle by cycle, with records of single steps in a folder.
//!
//! The folder has the records of SingleStepTests/65x02 in the binary form of
//! jepebe/ProcessorTestsBinaries: `6502/00.bin` to `6502/ff.bin`, and `wdc65c02`.

use std::cell::Cell;
use std::path::Path;
use std::process::ExitCode;

use mos6502::cycles::{Cycle, Registers, record};

/// Bytes of a file, from the first that was not read.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().expect("a whole record");
        self.0 = rest;
        *first
    }

    fn word(&mut self) -> u16 {
        u16::from_be_bytes([self.byte(), self.byte()])
    }

    /// Registers, and bytes of memory.
    fn state(&mut self) -> (Registers, Vec<(u16, u8)>) {
        let pc = self.word();
        let [s, a, x, y, p] = std::array::from_fn(|_| self.byte());
        let memory = (0..self.byte()).map(|_| (self.word(), self.byte())).collect();
        (Registers { pc, s, a, x, y, p }, memory)
    }

    fn cycles(&mut self) -> Vec<Cycle> {
        let count = self.byte();
        let cycle = |_| {
            let (address, byte) = (self.word(), self.byte());
            Cycle { address, byte, is_write: self.byte() == b'w' }
        };
        (0..count).map(cycle).collect()
    }
}

/// Whether a record is of a kind that later editions of the records have corrected, or that other
/// sources contradict.
///
/// - NMOS: `NOP` with an address has no last cycle (corrected in June 2024), and `SHA`, `SHX`, `SHY`
///   and `TAS` across pages write to another address.
/// - 65C02: `BBR` and `BBS` write, and always take six cycles, and opcode $5C takes four, not five
///   and eight as in WDC's data sheet and in sim65. Immediate operands in decimal mode are followed
///   by a cycle at an address that has no source. Differences of invalid decimal digits are those of
///   the NMOS processor (Bruce Clark, "Decimal Mode", appendix A, and his test have others).
fn is_erratum(is_cmos: bool, found: &[Cycle], expected: &[Cycle]) -> bool {
    let is_crossing =
        || found[found.len() - 2].address & 0xff00 != found[found.len() - 1].address & 0xff00;
    match (is_cmos, found[0].byte) {
        (false, 0x0c | 0x1c | 0x3c | 0x5c | 0x7c | 0xdc | 0xfc) => {
            found.len() == expected.len() + 1 && found.starts_with(expected)
        }
        (false, 0x93 | 0x9b | 0x9c | 0x9e | 0x9f) => {
            let (last, others) = expected.split_last().expect("cycles");
            found.starts_with(others) && last.address != found[others.len()].address
                || is_crossing()
        }
        (true, 0x69 | 0xe9) => found.len() == 3 && expected.len() == 3,
        (true, opcode) => opcode & 0x0f == 0x0f || opcode == 0x5c,
        _ => false,
    }
}

/// Whether it is an `SBC` from A or of an operand, the last byte read, that is no decimal number.
fn subtracts_invalid(a: u8, found: &[Cycle]) -> bool {
    let is_sbc = found[0].byte >= 0xe0
        && matches!(found[0].byte & 0x1f, 1 | 5 | 9 | 13 | 17 | 18 | 21 | 25 | 29);
    let operand = found[found.len() - 1].byte;
    is_sbc && [a, operand].iter().any(|number| number & 0x0f > 9 || *number > 0x99)
}

/// Number of records that agree and that do not, with the first that does not.
fn compare<const CMOS: bool>(bytes: &[u8], memory: &[Cell<u8>]) -> (u32, u32, String) {
    let (mut right, mut wrong, mut first) = (0, 0, String::new());
    let mut reader = Reader(bytes);
    while !reader.0.is_empty() {
        let name = reader.0[..10].to_vec();
        reader.0 = &reader.0[10..];
        let ((mut registers, before), (expected, after)) = (reader.state(), reader.state());
        let cycles = reader.cycles();
        before.iter().for_each(|&(address, byte)| memory[usize::from(address)].set(byte));
        let a = registers.a;
        let found = record::<CMOS>(&mut registers, memory);
        // An instruction that stops the processor has no end to compare.
        let Some((found, counted)) = found else { continue };
        let is_decimal = CMOS && expected.p & 0x08 != 0;
        if is_erratum(CMOS, &found, &cycles) || is_decimal && subtracts_invalid(a, &found) {
            continue;
        }
        let is_same = |&(address, byte): &(u16, u8)| memory[usize::from(address)].get() == byte;
        if registers == expected
            && after.iter().all(is_same)
            && found == cycles
            && counted == cycles.len() as u64
        {
            right += 1;
        } else {
            wrong += 1;
            if first.is_empty() {
                let name = String::from_utf8_lossy(&name);
                first = format!(
                    "{name}\n  {registers:x?}, not {expected:x?}\n  {counted} {found:x?}\n  not {cycles:x?}"
                );
            }
        }
        for &(address, _) in before.iter().chain(&after) {
            memory[usize::from(address)].set(0);
        }
    }
    (right, wrong, first)
}

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        println!("usage: mos6502_cycles FOLDER");
        return ExitCode::SUCCESS;
    };
    let memory = vec![Cell::new(0); 1 << 16];
    let (mut all_right, mut all_wrong) = (0, 0);
    for (name, is_cmos) in [("6502", false), ("wdc65c02", true)] {
        for opcode in 0..=0xffu8 {
            let path = Path::new(&folder).join(name).join(format!("{opcode:02x}.bin"));
            let Ok(bytes) = std::fs::read(&path) else {
                println!("{}: cannot be read", path.display());
                continue;
            };
            let compare = if is_cmos { compare::<true> } else { compare::<false> };
            let (right, wrong, first) = compare(&bytes, &memory);
            all_right += right;
            all_wrong += wrong;
            if wrong > 0 {
                println!("{name} {opcode:02x}: {wrong} of {} differ, first {first}", right + wrong);
            }
        }
    }
    println!("{all_right} records agree, {all_wrong} differ");
    ExitCode::from(u8::from(all_wrong > 0))
}
