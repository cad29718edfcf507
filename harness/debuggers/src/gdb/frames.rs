//! Stack frames of assembly, read from how it moves the stack pointer.
//!
//! Assembly says nothing of its frames, and without them a debugger loses its way at the first label
//! within a function. So code is read in the order it stands: a called label begins a function, the
//! stack pointer moves by constants, the return address is kept and fetched by words, and what
//! stands behind a return has the frame from before the function's end.

use std::collections::{BTreeMap, BTreeSet};

use asmkit::elf::{Frame, Hints};
use machine::{Image, Machine as _};

use machines::target::Target;

/// An instruction's name and operands.
type Words = Vec<String>;

/// What a debugger needs to know of a program besides its lines.
pub(super) fn hints(target: &Target, image: &Image) -> Hints {
    let mips = target.isa() == "mips32";
    let registers = if mips { (29, 31) } else { (2, 1) };
    let mut machine = target.machine();
    if machine.load(image).is_err() {
        return Hints { registers, ..Hints::default() };
    }
    let code = image.lines.iter().filter_map(|line| {
        let text = machine.disassemble(line.address)?;
        Some((line.address, words(&text)))
    });
    let code: Vec<(u64, Words)> = code.collect();
    // The names of all jumps and branches begin with one of these.
    let jumps = code.iter().filter(|(_, words)| words[0].starts_with(['j', 'b']));
    let cuts = jumps.filter(|_| mips).map(|(address, _)| address + 4).collect();
    Hints { registers, frames: frames(&code), cuts }
}

fn words(text: &str) -> Words {
    let words = text.split([' ', ',', '(', ')']).filter(|word| !word.is_empty());
    words.map(|word| word.trim_start_matches('$').to_owned()).collect()
}

/// The frames of code, from each address on where one looks otherwise.
fn frames(code: &[(u64, Words)]) -> BTreeMap<u64, Frame> {
    let called: BTreeSet<u64> = code.iter().filter_map(|(_, words)| call(words)).collect();
    let mut frames = BTreeMap::new();
    let (mut frame, mut body, mut last) = (Frame::default(), Frame::default(), Frame::default());
    for (address, words) in code {
        if called.contains(address) {
            (frame, body) = (Frame::default(), Frame::default());
        }
        if frame != last {
            frames.insert(*address, frame);
            last = frame;
        }
        match effect(words) {
            Effect::Push(bytes) => frame.depth += bytes,
            Effect::Keep(at) => frame.return_at = Some(at - frame.depth),
            Effect::Fetch => frame.return_at = None,
            Effect::Return => frame = body,
            Effect::None => continue,
        }
        if matches!(effect(words), Effect::Push(1..) | Effect::Keep(_)) {
            body = frame;
        }
    }
    frames
}

/// What an instruction does to the frame.
enum Effect {
    /// The stack grows by so many bytes, or shrinks.
    Push(i32),
    /// The return address is put so many bytes above the stack pointer.
    Keep(i32),
    /// The return address is back in its register.
    Fetch,
    Return,
    None,
}

fn effect(words: &[String]) -> Effect {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<i32>().ok();
    let effect = match words[..] {
        ["addi" | "addiu", "sp", "sp", by] | ["c.addi" | "c.addi16sp", "sp", by] => {
            number(by).map(|by| Effect::Push(by.saturating_neg()))
        }
        ["sw" | "c.swsp", "ra", at, ..] if words.last() != Some(&"ra") => {
            number(at).map(Effect::Keep)
        }
        ["lw" | "c.lwsp", "ra", ..] => Some(Effect::Fetch),
        ["ret"]
        | ["jr" | "c.jr", "ra"]
        | ["jalr", "zero", .., "ra"]
        | ["jalr", "zero", "ra", _] => Some(Effect::Return),
        _ => None,
    };
    effect.unwrap_or(Effect::None)
}

/// The address an instruction calls.
fn call(words: &[String]) -> Option<u64> {
    let calls = words[0] == "jal" || words[0] == "c.jal";
    let to = words.last().filter(|_| calls && words.get(1).is_none_or(|link| link != "zero"))?;
    u64::from_str_radix(to.strip_prefix("0x")?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(code: &[(u64, &str)]) -> Vec<(u64, i32, Option<i32>)> {
        let code: Vec<(u64, Words)> = code.iter().map(|(at, text)| (*at, words(text))).collect();
        frames(&code).iter().map(|(at, frame)| (*at, frame.depth, frame.return_at)).collect()
    }

    #[test]
    fn a_frame_begins_and_ends_with_the_words_that_make_it() {
        let mips = shown(&[
            (0, "jal 0x00000008"),
            (4, "jr $ra"),
            (8, "addiu $sp, $sp, -8"),
            (12, "sw $ra, 4($sp)"),
            (16, "beq $a0, $zero, 0x00000020"),
            (20, "lw $ra, 4($sp)"),
            (24, "addiu $sp, $sp, 8"),
            (28, "jr $ra"),
            // Behind an early return the frame is there again.
            (32, "addu $v0, $v0, $v0"),
        ]);
        let expected =
            [(12, 8, None), (16, 8, Some(-4)), (24, 8, None), (28, 0, None), (32, 8, Some(-4))];
        assert_eq!(mips, expected);
    }

    #[test]
    fn a_called_label_begins_with_no_frame() {
        let riscv = shown(&[
            (0, "jal ra, 0x0000000c"),
            (4, "addi sp, sp, -16"),
            (6, "jal zero, 0x00000004"),
            (12, "c.addi16sp sp, -32"),
            (14, "c.swsp ra, 28(sp)"),
            (16, "c.jr ra"),
        ]);
        assert_eq!(riscv, [(6, 16, None), (12, 0, None), (14, 32, None), (16, 32, Some(-4))]);
    }

    #[test]
    fn every_spelling_of_a_return_is_known() {
        for text in ["ret", "jr $ra", "jr ra", "c.jr ra", "jalr zero, 0(ra)", "jalr zero, ra, 0"] {
            assert!(matches!(effect(&words(text)), Effect::Return), "{text}");
        }
        for text in ["jalr ra, 0(t0)", "jr $t0", "sw $t0, 4($sp)", "addi sp, t0, -4"] {
            assert!(matches!(effect(&words(text)), Effect::None), "{text}");
        }
    }
}
