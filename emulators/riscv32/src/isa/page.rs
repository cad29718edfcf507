//! Markdown page of the instruction tables.

use std::fmt::Write;

use asmkit::words::{Word, WordKind, stands_for};

use super::operand::Immediate;
use super::{COMPRESSED, Compressed, ROWS, Row};

/// Name of the page.
pub(crate) const NAME: &str = "riscv32";

/// Page with one line per row, and the bits as in the manual.
#[must_use]
pub fn page() -> String {
    let mut page = String::from(
        "# RISC-V instructions\n\n\
         Printed by `isagrid isa riscv32`, from the instruction tables.\n\n\
         In the bits, `d`, `s` and `t` are the integer registers rd, rs1 and rs2, their capitals\n\
         the floating-point ones, and `R` is rs3.\n\n\
         | instruction | operands | bits | extension | class | meaning |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    for row in ROWS {
        let extension = row.extension.name().unwrap_or("privileged");
        // Writing to a string does not fail.
        let _ = writeln!(
            page,
            "| `{}` | {} | `{}` | {extension} | {} | {} |",
            row.name,
            operands(row.operands),
            row.pattern.text(),
            row.class.name(),
            row.meaning
        );
    }
    page.push_str(
        "\n## Compressed\n\n\
         Two-byte instructions, each with the four-byte instruction that it stands for.\n\n\
         | instruction | operands | bits | stands for |\n\
         | --- | --- | --- | --- |\n",
    );
    for short in COMPRESSED {
        let _ = writeln!(
            page,
            "| `{}` | {} | `{}` | `{}` {} |",
            short.name,
            operands(short.operands),
            short.pattern.text(),
            short.base.name,
            operands(short.expansion),
        );
    }
    page
}

impl Row {
    /// Row as vocabulary.
    pub(crate) fn as_word(&self) -> Word {
        let operands = operands(self.operands);
        Word::new(WordKind::Instruction, self.name).taking(operands).doing(self.meaning).on(NAME)
    }
}

impl Compressed {
    /// Compressed instruction as vocabulary.
    pub(crate) fn as_word(&self) -> Word {
        let base = format!("{} {}", self.base.name, operands(self.expansion));
        let word = Word::new(WordKind::Instruction, self.name).taking(operands(self.operands));
        word.doing(format!("two bytes; {}", stands_for(base.trim_end()))).on(NAME)
    }
}

/// Operands with the manual's field names.
pub(crate) fn operands(text: &str) -> String {
    text.chars().map(field).collect()
}

fn field(letter: char) -> String {
    let name = match letter {
        'd' | 'a' | 'D' | 'g' => "rd",
        's' | 'S' | 'v' => "rs1",
        't' | 'T' | 'w' | 'k' => "rs2",
        'x' | 'y' => "rd/rs1",
        'R' => "rs3",
        'r' | 'n' => "rm",
        'h' => "shamt",
        'z' => "uimm",
        'c' => "csr",
        'p' => "pred",
        'q' => "succ",
        '1' => "ra",
        '2' => "sp",
        '0' => "0",
        _ => match Immediate::of(letter) {
            Some(immediate) if immediate.relative => "target",
            Some(_) => "imm",
            None => return letter.to_string(),
        },
    };
    name.to_owned()
}
