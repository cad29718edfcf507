//! Random instructions of every row of an instruction table, for other tools to judge.

use machine::bits::Pattern;

/// Where the first instruction stands.
const BASE: u32 = 0x1000_0000;

/// Every row `count` times, a line each: address, word and text, with a tab between them.
///
/// What no operand names is zero, and rounding modes are none of the reserved ones. `None` when no
/// instruction set is called so.
#[must_use]
pub fn samples(isa: &str, count: u32) -> Option<String> {
    let mut samples = Samples { text: String::new(), address: BASE, state: 1 };
    match isa {
        "mips32" => {
            for row in mips32::isa::ROWS {
                samples
                    .add(&row.pattern, row.operands, count, |word, pc| row.disassemble(word, pc));
            }
        }
        "riscv32" => {
            for row in riscv32::isa::ROWS {
                let operands = format!("{} o", row.operands);
                samples.add(&row.pattern, &operands, count, |word, pc| row.disassemble(word, pc));
            }
            for row in riscv32::isa::COMPRESSED {
                samples
                    .add(&row.pattern, row.operands, count, |half, pc| row.disassemble(half, pc));
            }
        }
        _ => return None,
    }
    Some(samples.text)
}

struct Samples {
    text: String,
    address: u32,
    state: u32,
}

impl Samples {
    /// Adds words of a pattern with random values for the letters of the operands.
    fn add(
        &mut self,
        pattern: &Pattern,
        operands: &str,
        count: u32,
        disassemble: impl Fn(u32, u32) -> String,
    ) {
        let fields = operands.chars().filter(|&letter| pattern.field_width(letter) > 0);
        let fields: Vec<char> = fields.collect();
        let digits = pattern.width() as usize / 4;
        for _ in 0..if fields.is_empty() { 1 } else { count } {
            let mut word = pattern.value();
            for &letter in &fields {
                let bits = match (letter, self.random()) {
                    // Rounding modes: 5 and 6 are reserved, and exact conversions have one alone.
                    ('r', bits) => [0, 1, 2, 3, 4, 7][bits as usize % 6],
                    ('n', _) => 0,
                    (_, bits) => bits.into(),
                };
                word = pattern.with_field(word, letter, bits);
            }
            if !pattern.matches(word) {
                continue;
            }
            let text = disassemble(word as u32, self.address);
            self.text.push_str(&format!("{:08x}\t{word:0digits$x}\t{text}\n", self.address));
            self.address += pattern.width() / 8;
        }
    }

    /// Marsaglia's generator of 32 bits with shifts 13, 17 and 5.
    fn random(&mut self) -> u32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 17;
        self.state ^= self.state << 5;
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_there_and_reads_back() {
        let text = samples("riscv32", 2).expect("an instruction set");
        let names = |row: &str| text.lines().any(|line| line.split('\t').nth(2) == Some(row));
        assert!(names("ecall") && names("c.ebreak") && names("mret"), "{text}");
        for line in text.lines() {
            let cells: Vec<&str> = line.split('\t').collect();
            let number = |cell: &str| u32::from_str_radix(cell, 16).expect("a number");
            let again = riscv32::isa::disassemble(number(cells[1]), number(cells[0]));
            assert_eq!(again.as_deref(), Some(cells[2]));
        }
        assert!(samples("mips32", 1).is_some_and(|text| text.lines().count() > 150));
        assert_eq!(samples("pdp10", 1), None);
    }
}
