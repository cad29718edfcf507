//! Stack frames of assembly, derived from changes of the stack pointer.
//!
//! Assembly has no frame information, and without it a debugger fails at the first label in a
//! function. So code is read in order: a called label starts a function, the stack pointer moves by
//! constants, the return address is stored and loaded as words, and code after a return has the
//! frame from before the function's end.

use std::collections::{BTreeMap, BTreeSet};

use architecture::FrameEffect;
use asmkit::elf::{Frame, Hints};
use machine::{Image, Machine as _};

use targets::target::Target;

/// An instruction's name and operands.
type Words = Vec<String>;

/// Debug information of a program besides its lines.
pub(super) fn hints(target: &Target, image: &Image) -> Hints {
    let mut machine = target.machine();
    let names: Vec<&'static str> = machine.registers().iter().map(|(name, _)| *name).collect();
    let Some(gdb) = target.architecture().gdb(&names) else { return Hints::default() };
    let registers = gdb.frame_registers;
    if machine.load(image).is_err() {
        return Hints { registers, ..Hints::default() };
    }
    let code = image.lines.iter().filter_map(|line| {
        let text = machine.disassemble(line.address)?;
        Some((line.address, words(&text)))
    });
    let code: Vec<(u64, Words)> = code.collect();
    // The names of all jumps and branches start with one of these.
    let jumps = code.iter().filter(|(_, words)| words[0].starts_with(['j', 'b']));
    let cuts = jumps.filter(|_| gdb.cuts_at_jumps).map(|(address, _)| address + 4).collect();
    Hints { registers, frames: frames(&code, gdb.frame_effect), cuts }
}

fn words(text: &str) -> Words {
    let words = text.split([' ', ',', '(', ')']).filter(|word| !word.is_empty());
    words.map(|word| word.trim_start_matches('$').to_owned()).collect()
}

/// Frames of code, by the addresses at which they change.
fn frames(code: &[(u64, Words)], effect: fn(&[&str]) -> FrameEffect) -> BTreeMap<u64, Frame> {
    let effects = code.iter().map(|(address, words)| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        (*address, effect(&words))
    });
    let effects: Vec<(u64, FrameEffect)> = effects.collect();
    let called: BTreeSet<u64> = effects.iter().filter_map(|(_, effect)| called(*effect)).collect();
    let mut frames = BTreeMap::new();
    let (mut frame, mut body, mut last) = (Frame::default(), Frame::default(), Frame::default());
    for (address, effect) in effects {
        if called.contains(&address) {
            (frame, body) = (Frame::default(), Frame::default());
        }
        if frame != last {
            frames.insert(address, frame);
            last = frame;
        }
        match effect {
            FrameEffect::Push(bytes) => frame.depth += bytes,
            FrameEffect::Keep(at) => frame.return_at = Some(at - frame.depth),
            FrameEffect::Fetch => frame.return_at = None,
            FrameEffect::Return => frame = body,
            FrameEffect::Call(_) | FrameEffect::None => continue,
        }
        if matches!(effect, FrameEffect::Push(1..) | FrameEffect::Keep(_)) {
            body = frame;
        }
    }
    frames
}

fn called(effect: FrameEffect) -> Option<u64> {
    match effect {
        FrameEffect::Call(address) => Some(address),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(isa: &str, code: &[(u64, &str)]) -> Vec<(u64, i32, Option<i32>)> {
        let effect = targets::table::machine(isa).unwrap().gdb(&[]).unwrap().frame_effect;
        let code: Vec<(u64, Words)> = code.iter().map(|(at, text)| (*at, words(text))).collect();
        frames(&code, effect)
            .iter()
            .map(|(at, frame)| (*at, frame.depth, frame.return_at))
            .collect()
    }

    #[test]
    fn a_frame_begins_and_ends_with_the_words_that_make_it() {
        let mips = shown(
            "mips32",
            &[
                (0, "jal 0x00000008"),
                (4, "jr $ra"),
                (8, "addiu $sp, $sp, -8"),
                (12, "sw $ra, 4($sp)"),
                (16, "beq $a0, $zero, 0x00000020"),
                (20, "lw $ra, 4($sp)"),
                (24, "addiu $sp, $sp, 8"),
                (28, "jr $ra"),
                // After an early return the frame is restored.
                (32, "addu $v0, $v0, $v0"),
            ],
        );
        let expected =
            [(12, 8, None), (16, 8, Some(-4)), (24, 8, None), (28, 0, None), (32, 8, Some(-4))];
        assert_eq!(mips, expected);
    }

    #[test]
    fn a_called_label_starts_without_a_frame() {
        let riscv = shown(
            "riscv32",
            &[
                (0, "jal ra, 0x0000000c"),
                (4, "addi sp, sp, -16"),
                (6, "jal zero, 0x00000004"),
                (12, "c.addi16sp sp, -32"),
                (14, "c.swsp ra, 28(sp)"),
                (16, "c.jr ra"),
            ],
        );
        assert_eq!(riscv, [(6, 16, None), (12, 0, None), (14, 32, None), (16, 32, Some(-4))]);
    }
}
