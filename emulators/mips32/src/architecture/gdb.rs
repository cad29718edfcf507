//! Target description for gdb.
//!
//! Source: Debugging with GDB, appendix "Target Descriptions", section "MIPS Features".

use architecture::{FrameEffect, Gdb, Register, Value};
use machine::{AnyMachine, Machine as _};

/// Condition flags in FCSR: flag 0 is bit 23, the others start at bit 25.
///
/// Source: MIPS32 Architecture volume I, floating point control and status register.
const FCSR_CONDITIONS: u64 = 0xfe80_0000;

/// Description of a machine with these register names.
pub(super) fn gdb(names: &[&'static str]) -> Gdb {
    let general = names.iter().take(32).enumerate();
    let general = general.map(|(number, name)| plain(&format!("r{number}"), name));
    let mut cpu: Vec<Register> =
        general.chain(["lo", "hi"].map(|name| plain(name, name))).collect();
    cpu.push(Register { value: Value::Pc, kind: "code_ptr", ..plain("pc", "pc") });
    let cp0 = ["status", "badvaddr", "cause"].map(|name| plain(name, name)).into();
    let floats = names.iter().filter(|name| is_numbered(name));
    let floats = floats.map(|name| Register { kind: "ieee_single", ..plain(name, name) });
    let fcsr = Register { value: Value::Made { read: fcsr, write: set_fcsr }, ..plain("fcsr", "") };
    let fir = Value::Made { read: |_| Some(0), write: |_, _| false };
    let fir = Register { value: fir, ..plain("fir", "") };
    let epc = Register { kind: "code_ptr", ..plain("epc", "epc") };
    Gdb {
        architecture: "mips:isa32",
        features: vec![
            ("org.gnu.gdb.mips.cpu", cpu),
            ("org.gnu.gdb.mips.cp0", cp0),
            ("org.gnu.gdb.mips.fpu", floats.chain([fcsr, fir]).collect()),
            ("isagrid.mips.more", vec![epc]),
        ],
        frame_registers: (29, 31),
        cuts_at_jumps: true,
        frame_effect,
    }
}

fn plain(name: &str, from: &'static str) -> Register {
    Register { name: name.to_owned(), value: Value::Named(from), bits: 32, kind: "int" }
}

/// Whether a name is `f` and a number.
fn is_numbered(name: &str) -> bool {
    name.strip_prefix('f').is_some_and(|number| number.parse::<u32>().is_ok())
}

/// FCSR as in the manual; the machine shows its condition bits separately.
fn fcsr(machine: &AnyMachine) -> Option<u64> {
    let registers = machine.registers();
    let named = |wanted: &str| registers.iter().find(|(name, _)| *name == wanted);
    let (_, flags) = named("fcc")?;
    let (_, fcsr) = named("fcsr")?;
    Some(fcsr & !FCSR_CONDITIONS | (flags & 1) << 23 | flags >> 1 << 25)
}

fn set_fcsr(machine: &mut AnyMachine, value: u64) -> bool {
    let conditions = value >> 23 & 1 | value >> 25 << 1;
    machine.set_register("fcsr", value & !FCSR_CONDITIONS)
        && machine.set_register("fcc", conditions & 0xff)
}

fn frame_effect(words: &[&str]) -> FrameEffect {
    let number = |text: &str| text.parse::<i32>().ok();
    let effect = match *words {
        ["addi" | "addiu", "sp", "sp", by] => {
            number(by).map(|by| FrameEffect::Push(by.saturating_neg()))
        }
        ["sw", "ra", at, base] if base != "ra" => number(at).map(FrameEffect::Keep),
        ["lw", "ra", ..] => Some(FrameEffect::Fetch),
        ["jr", "ra"] => Some(FrameEffect::Return),
        ["jal", to] => FrameEffect::call(to),
        _ => None,
    };
    effect.unwrap_or(FrameEffect::None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_return_is_known() {
        assert_eq!(frame_effect(&["jr", "ra"]), FrameEffect::Return);
        for words in [&["jr", "t0"][..], &["sw", "t0", "4", "sp"], &["addi", "sp", "t0", "-4"]] {
            assert_eq!(frame_effect(words), FrameEffect::None, "{words:?}");
        }
    }
}
