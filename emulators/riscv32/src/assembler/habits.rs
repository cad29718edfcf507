//! Instructions of other processors, and what to write instead of them on a RISC-V.

/// What to write instead, as a sentence; `None` where the name is nobody's habit.
///
/// What holds in each of the dialects; names that one of them has are looked up there first.
pub(super) fn instead(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let found = HABITS.iter().find(|(names, _)| names.contains(&name.as_str()));
    found.map(|(_, instead)| *instead)
}

/// What to write in place of a register of MIPS, which is given without its dollar sign.
pub(super) fn without_dollar(name: &str) -> String {
    match name {
        "v0" | "v1" => "RISC-V has no v0 and no v1: results are in a0 and a1, and the number of a \
                        system call in a7 (a0 in Venus)"
            .to_owned(),
        "at" | "k0" | "k1" | "t7" | "t8" | "t9" => {
            format!("RISC-V has no {name}: there are t0 to t6, s0 to s11 and a0 to a7")
        }
        _ => {
            let name = asmkit::messages::short(name);
            format!("RISC-V registers have no dollar sign: `{name}`")
        }
    }
}

#[rustfmt::skip]
const HABITS: &[(&[&str], &str)] = &[
    (&["push"],                  "a RISC-V has no stack instructions: `addi sp, sp, -4` and then `sw t0, 0(sp)` push t0"),
    (&["pop"],                   "a RISC-V has no stack instructions: `lw t0, 0(sp)` and then `addi sp, sp, 4` pop t0"),
    (&["mov", "move", "copy", "movl", "movq", "ldi"],
        "`mv t0, t1` copies a register, `li t0, 5` loads a number"),
    (&["inc", "incl"],           "`addi t0, t0, 1` adds 1 to t0"),
    (&["dec", "decl"],           "`addi t0, t0, -1` takes 1 from t0"),
    (&["subi", "subiu"],         "`addi t0, t0, -1` subtracts a number: there is only an addition of numbers"),
    (&["cmp", "cmpl", "test", "tst"],
        "a RISC-V has no flags: a branch compares by itself, as in `blt t0, t1, label`, and `slt t2, t0, t1` keeps what comes of it"),
    (&["jmp", "goto", "bra"],    "`j label` jumps to a label, `jr t0` to the address in a register"),
    (&["bl", "jsr"],             "`jal ra, label` calls a procedure and leaves the return address in ra"),
    (&["return", "rts"],         "`ret` returns to where the procedure was called from"),
    (&["je", "jz"],              "a branch compares by itself: `beq t0, t1, label`, or `beqz t0, label`"),
    (&["jne", "jnz"],            "a branch compares by itself: `bne t0, t1, label`, or `bnez t0, label`"),
    (&["jl", "jb"],              "a branch compares by itself: `blt t0, t1, label`"),
    (&["jle", "jbe"],            "a branch compares by itself: `bge t1, t0, label`, the operands exchanged"),
    (&["jg", "ja"],              "a branch compares by itself: `blt t1, t0, label`, the operands exchanged"),
    (&["jge", "jae"],            "a branch compares by itself: `bge t0, t1, label`"),
    (&["halt", "hlt"],           "a program ends by a system call: its number in a7 (a0 in Venus), 10 in RARS and Venus and 93 under Linux, then `ecall`"),
    (&["exit", "stop", "end"],
        "a label has a colon behind it, and a program ends by a system call: its number in a7 (a0 in Venus), 10 in RARS and Venus and 93 under Linux, then `ecall`"),
    (&["int", "syscall", "svc", "swi"],
        "`ecall` calls the system, with the number of the call in a7 (a0 in Venus)"),
    (&["ldr", "load"],           "`lw t0, 0(t1)` loads a word; `la t1, label` comes before it where the address is a label"),
    (&["ld"],                    "`ld` is of the RISC-V of 64 bits: registers have 32 bits here, and `lw` reads as many"),
    (&["sd"],                    "`sd` is of the RISC-V of 64 bits: registers have 32 bits here, and `sw` writes as many"),
    (&["lwu"],                   "`lwu` is of the RISC-V of 64 bits: `lw` fills a register of 32 bits"),
    (&["addw", "addiw", "subw", "mulw", "sllw", "slliw", "srlw", "srliw", "sraw", "sraiw", "divw", "remw", "sext.w"],
        "names with this `w` are of the RISC-V of 64 bits: here a register has 32 bits, and the name without it does the same"),
    (&["str", "store"],          "`sw t0, 0(t1)` stores a word; `la t1, label` comes before it where the address is a label"),
    (&["lea", "adr"],            "`la t0, label` loads an address"),
    (&["shl", "lsl", "sllv"],    "`slli t0, t0, 2` shifts left by a number, `sll` by a register"),
    (&["shr", "lsr", "srlv"],    "`srli t0, t0, 2` shifts right by a number, `srl` by a register"),
    (&["sar", "asr", "srav"],    "`srai t0, t0, 2` shifts right and keeps the sign, `sra` by a register"),
    (&["mult", "multu", "mflo", "mfhi"],
        "`mul t0, t1, t2` gives the low word of a product in t0, `mulh` the high one"),
    (&["print", "printf", "puts"],
        "printing is a system call: its number and what is printed in registers, then `ecall`"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa;

    #[test]
    fn no_habit_is_an_instruction_of_the_risc_v() {
        for name in HABITS.iter().flat_map(|(names, _)| *names) {
            assert!(isa::named(name).next().is_none(), "{name}");
        }
    }

    #[test]
    fn a_name_of_other_processors_has_a_sentence() {
        assert!(instead("PUSH").is_some_and(|told| told.contains("sp")));
        assert_eq!(instead("addd"), None);
    }
}
