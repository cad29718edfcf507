//! Instructions of other processors, each with its RISC-V replacement.

/// Help text with the replacement; `None` if no other processor has the instruction.
///
/// The text is valid in every dialect. Callers look up the dialect's own names first.
pub(super) fn instead(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let found = FOREIGN.iter().find(|(names, _)| names.contains(&name.as_str()));
    found.map(|(_, instead)| *instead).or_else(|| is_rv64(&name).then_some(RV64))
}

const RV64: &str = "this is a 64-bit RISC-V instruction, and registers have 32 bits here";

/// Whether only RV64 has an instruction or pseudo-instruction of this name.
///
/// Source: RISC-V Unprivileged ISA, the RV64 chapters of I, M, A, F, D, C and B.
fn is_rv64(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "negw",
        "divuw",
        "remuw",
        "lr.d",
        "sc.d",
        "fmv.x.d",
        "fmv.d.x",
        "c.ld",
        "c.sd",
        "c.ldsp",
        "c.sdsp",
        "c.addiw",
        "c.addw",
        "c.subw",
        "add.uw",
        "sh1add.uw",
        "sh2add.uw",
        "sh3add.uw",
        "slli.uw",
        "zext.w",
        "clzw",
        "ctzw",
        "cpopw",
        "rolw",
        "rorw",
        "roriw",
    ];
    // The order of memory accesses, as in `amoadd.d.aq`.
    let plain = [".aqrl", ".aq", ".rl"].iter().find_map(|order| name.strip_suffix(order));
    let name = plain.unwrap_or(name);
    let is_amo = name.starts_with("amo") && name.ends_with(".d");
    // Conversions from and to 64-bit integers, as `fcvt.l.s` and `fcvt.d.lu`.
    let parts: Vec<&str> = name.split('.').collect();
    let converts = matches!(parts[..], ["fcvt", to, from] if [to, from].iter().any(|it| matches!(*it, "l" | "lu")));
    is_amo || converts || NAMES.contains(&name)
}

/// Help text for a MIPS register; `name` comes without its dollar sign.
pub(super) fn without_dollar(name: &str) -> String {
    match name {
        "v0" | "v1" => "RISC-V has no v0 or v1: results are in a0 and a1, the number of a \
                        system call in a7 (a0 in Venus)"
            .to_owned(),
        "at" | "k0" | "k1" | "t7" | "t8" | "t9" => {
            format!("RISC-V has no {name}: use t0 to t6, s0 to s11 or a0 to a7")
        }
        _ => {
            let name = asmkit::messages::short(name);
            format!("RISC-V registers have no dollar sign: write `{name}`")
        }
    }
}

#[rustfmt::skip]
const FOREIGN: &[(&[&str], &str)] = &[
    (&["push"],                  "RISC-V has no stack instructions: push t0 with `addi sp, sp, -4`, then `sw t0, 0(sp)`"),
    (&["pop"],                   "RISC-V has no stack instructions: pop t0 with `lw t0, 0(sp)`, then `addi sp, sp, 4`"),
    (&["mov", "move", "copy", "movl", "movq", "ldi"],
        "copy a register with `mv t0, t1`, load a number with `li t0, 5`"),
    (&["inc", "incl"],           "add 1 to t0 with `addi t0, t0, 1`"),
    (&["dec", "decl"],           "subtract 1 from t0 with `addi t0, t0, -1`"),
    (&["subi", "subiu"],         "subtract a number by adding its negative: `addi t0, t0, -1`"),
    (&["cmp", "cmpl", "test", "tst"],
        "RISC-V has no flags: branch on a comparison with `blt t0, t1, label`, keep its result with `slt t2, t0, t1`"),
    (&["jmp", "goto", "bra"],    "jump to a label with `j label`, to the address in a register with `jr t0`"),
    (&["bl", "jsr"],             "call a procedure with `jal ra, label`; the return address is in ra"),
    (&["return", "rts"],         "return from a procedure with `ret`"),
    (&["je", "jz"],              "compare and branch in one instruction: `beq t0, t1, label` or `beqz t0, label`"),
    (&["jne", "jnz"],            "compare and branch in one instruction: `bne t0, t1, label` or `bnez t0, label`"),
    (&["jl", "jb"],              "compare and branch in one instruction: `blt t0, t1, label`"),
    (&["jle", "jbe"],            "compare and branch in one instruction, with the operands swapped: `bge t1, t0, label`"),
    (&["jg", "ja"],              "compare and branch in one instruction, with the operands swapped: `blt t1, t0, label`"),
    (&["jge", "jae"],            "compare and branch in one instruction: `bge t0, t1, label`"),
    (&["halt", "hlt"],           "end the program with a system call: load its number into a7 (a0 in Venus), 10 in RARS and Venus or 93 under Linux, then `ecall`"),
    (&["exit", "stop", "end"],
        "write a colon after a label; end the program with a system call: load its number into a7 (a0 in Venus), 10 in RARS and Venus or 93 under Linux, then `ecall`"),
    (&["int", "syscall", "svc", "swi"],
        "make a system call with `ecall`, and its number in a7 (a0 in Venus)"),
    (&["ldr", "load"],           "load a word with `lw t0, 0(t1)`; if the address is a label, load it first with `la t1, label`"),
    (&["ld"],                    "`ld` is a 64-bit RISC-V instruction: registers have 32 bits here, use `lw`"),
    (&["sd"],                    "`sd` is a 64-bit RISC-V instruction: registers have 32 bits here, use `sw`"),
    (&["lwu"],                   "`lwu` is a 64-bit RISC-V instruction: registers have 32 bits here, use `lw`"),
    (&["addw", "addiw", "subw", "mulw", "sllw", "slliw", "srlw", "srliw", "sraw", "sraiw", "divw", "remw", "sext.w"],
        "this `w` marks a 64-bit RISC-V instruction: registers have 32 bits here, use the name without the `w`"),
    (&["str", "store"],          "store a word with `sw t0, 0(t1)`; if the address is a label, load it first with `la t1, label`"),
    (&["lea", "adr"],            "load an address with `la t0, label`"),
    (&["shl", "lsl", "sllv"],    "shift left by a number with `slli t0, t0, 2`, by a register with `sll`"),
    (&["shr", "lsr", "srlv"],    "shift right by a number with `srli t0, t0, 2`, by a register with `srl`"),
    (&["sar", "asr", "srav"],    "shift right and keep the sign with `srai t0, t0, 2`, by a register with `sra`"),
    (&["mult", "multu", "mflo", "mfhi"],
        "get the low word of a product with `mul t0, t1, t2`, the high word with `mulh`"),
    (&["print", "printf", "puts"],
        "print with a system call: load its number and arguments into registers, then `ecall`"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa;

    #[test]
    fn names_of_rv64_are_known() {
        for name in [
            "negw",
            "DIVUW",
            "amoadd.d",
            "amomaxu.d.aqrl",
            "lr.d.aq",
            "sc.d",
            "fcvt.l.s",
            "fcvt.d.lu",
            "fmv.x.d",
            "c.ld",
            "add.uw",
        ] {
            assert_eq!(instead(name), Some(RV64), "{name}");
        }
        for row in isa::ROWS {
            assert!(!is_rv64(row.name), "{}", row.name);
        }
        for name in ["amoadd.w", "fcvt.w.s", "fcvt.d.s", "neg", "amo.x"] {
            assert!(!is_rv64(name), "{name}");
        }
    }

    #[test]
    fn no_habit_is_an_instruction_of_the_risc_v() {
        for name in FOREIGN.iter().flat_map(|(names, _)| *names) {
            assert!(isa::named(name).next().is_none(), "{name}");
        }
    }

    #[test]
    fn a_name_of_other_processors_has_a_sentence() {
        assert!(instead("PUSH").is_some_and(|help| help.contains("sp")));
        assert_eq!(instead("addd"), None);
    }
}
