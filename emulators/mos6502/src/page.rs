//! The page about the machine, generated from its tables.

use std::fmt::Write as _;

use crate::dialects::{DIALECTS, language};
use crate::isa::{ENCODINGS, Set};
use crate::machine::SPEC;

/// The page, in Markdown.
pub(crate) fn page() -> String {
    let mut page = HEAD.to_owned();
    for (set, title) in SETS {
        let _ = write!(page, "\n## {title}\n\n");
        page += "| instruction | opcode | cycles | meaning |\n|---|---|---|---|\n";
        for row in ENCODINGS.iter().filter(|row| row.set == set) {
            let form = format!("{} {}", row.name, row.mode.operand().0);
            let (form, opcode, cycles) = (form.trim_end(), row.opcode, row.cycles);
            let plus = if row.crossing { "+" } else { "" };
            let meaning = row.meaning.replace('|', "\\|");
            let _ = writeln!(page, "| `{form}` | `${opcode:02X}` | {cycles}{plus} | {meaning} |");
        }
    }
    for dialect in &DIALECTS {
        let _ = write!(page, "\n## Directives of `{}`\n\n", dialect.name);
        page += "| directive | meaning |\n|---|---|\n";
        for row in language(dialect).directives {
            let form = format!("{} {}", row.name, row.operands);
            let _ = writeln!(page, "| `{}` | {} |", form.trim_end(), row.meaning);
        }
    }
    for model in SPEC.models {
        let (name, meaning, source) = (model.name, model.meaning, model.source);
        let _ =
            write!(page, "\nCycles are from the model `{name}`: {meaning}. Source: {source}.\n");
    }
    page
}

/// Sections of the page.
const SETS: [(Set, &str); 4] = [
    (Set::Both, "Instructions of all processors"),
    (Set::Nmos, "Instructions of the NMOS 6502"),
    (Set::Undocumented, "Undocumented instructions of the NMOS 6502, with `--cpu=6502x`"),
    (Set::Cmos, "Instructions of the 65C02, with `--cpu=65c02`"),
];

const HEAD: &str = "\
# The 6502

The processor has the registers A, X, Y and S of 8 bits, the flags P (N, V, 1, B, D, I, Z and C from bit 7 to bit 0),
and the program counter PC. Memory has 65,536 bytes, all of which a program can change. The stack is in page 1, below
S. A run starts with S = $FF and I = 1; the other registers and flags are 0.

In the tables, `n` is a byte, `z` a byte in page zero, `p` a pointer there, `a` an address and `r` a branch target. A
`+` after the cycles means one more if an index leads to another page. A branch that is taken takes one cycle more, or
two if it leads to another page. On the 65C02, `ADC` and `SBC` take one cycle more in decimal mode.

## Systems

With the dialect `ca65`, the system is sim65's. `JSR` or `JMP` to these addresses is a call. The last argument is in A
and X, the others are on the stack of C, whose pointer is at the label `c_sp` or `sp` in page zero; the result is in A
and X.

| address | call |
|---|---|
| `$FFF4` | `open(name, flags, ...)` |
| `$FFF5` | `close(file)` |
| `$FFF6` | `read(file, address, count)` |
| `$FFF7` | `write(file, address, count)` |
| `$FFF8` | `arguments(address)` |
| `$FFF9` | `exit(status)`, with the status in A |

With the dialect `mos`, the console is py65mon's: a store to `$F001` writes a byte, and a load
from `$F004` reads one, or 0 at the end of the input. `BRK` ends the program if the word at `$FFFE` is 0.

With `--interrupt-port=ADDRESS`, bit 0 of that byte requests an interrupt (IRQ) while it is 1, and bit 1 a
non-maskable one (NMI) when it becomes 1. An interrupt is entered after the instruction that requests it, in seven
cycles. `CLI`, `SEI` and `PLP` change I after the processor has looked for interrupts, so that the change counts from
the end of the next instruction on.
";
