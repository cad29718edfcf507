//! Target description of RISC-V for gdb.
//!
//! Source: Debugging with GDB, appendix "Target Descriptions", section "RISC-V Features".

use architecture::{FrameEffect, Gdb, Register, Value};

/// Describes a machine whose registers have these names.
pub(super) fn gdb(names: &[&'static str]) -> Gdb {
    let (general, others) = names.split_at(names.len().min(32));
    let end = others.iter().position(|&name| name == "fcsr");
    let (floats, csrs) = others.split_at(end.unwrap_or(0));
    let mut cpu: Vec<Register> = general.iter().copied().map(plain).collect();
    cpu.push(Register { value: Value::Pc, kind: "code_ptr", ..plain("pc") });
    let float = |name: &&'static str| Register { bits: 64, kind: "ieee_double", ..plain(name) };
    let mut features = vec![("org.gnu.gdb.riscv.cpu", cpu)];
    if !floats.is_empty() {
        features.push(("org.gnu.gdb.riscv.fpu", floats.iter().map(float).collect()));
    }
    if !csrs.is_empty() {
        features.push(("org.gnu.gdb.riscv.csr", csrs.iter().copied().map(plain).collect()));
    }
    Gdb {
        architecture: "riscv:rv32",
        features,
        frame_registers: (2, 1),
        cuts_at_jumps: false,
        frame_effect,
    }
}

fn plain(name: &'static str) -> Register {
    Register { name: name.to_owned(), value: Value::Named(name), bits: 32, kind: "int" }
}

fn frame_effect(words: &[&str]) -> FrameEffect {
    let number = |text: &str| text.parse::<i32>().ok();
    let effect = match *words {
        ["addi", "sp", "sp", by] | ["c.addi" | "c.addi16sp", "sp", by] => {
            number(by).map(|by| FrameEffect::Push(by.saturating_neg()))
        }
        ["sw" | "c.swsp", "ra", at, base] if base != "ra" => number(at).map(FrameEffect::Keep),
        ["lw" | "c.lwsp", "ra", ..] => Some(FrameEffect::Fetch),
        ["c.jr", "ra"] | ["jalr", "zero", .., "ra"] | ["jalr", "zero", "ra", _] => {
            Some(FrameEffect::Return)
        }
        ["jal", link, to] if link != "zero" => FrameEffect::call(to),
        ["c.jal", to] => FrameEffect::call(to),
        _ => None,
    };
    effect.unwrap_or(FrameEffect::None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_return_is_known() {
        for words in
            [&["c.jr", "ra"][..], &["jalr", "zero", "0", "ra"], &["jalr", "zero", "ra", "0"]]
        {
            assert_eq!(frame_effect(words), FrameEffect::Return, "{words:?}");
        }
        for words in [&["jalr", "ra", "0", "t0"][..], &["addi", "sp", "t0", "-4"]] {
            assert_eq!(frame_effect(words), FrameEffect::None, "{words:?}");
        }
    }
}
