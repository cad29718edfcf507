//! Instructions of other processors, and what to write instead on MIPS.

/// Help on an instruction of another processor.
pub(super) fn help(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let found = FOREIGN_INSTRUCTIONS.iter().find(|(names, _)| names.contains(&name.as_str()));
    found.map(|(_, help)| *help)
}

/// Whether the instruction has no operands, so that it is not a label when alone on a line.
pub(super) fn has_no_operands(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["halt", "hlt", "exit", "stop", "end", "ret", "return", "rts", "ecall"].contains(&name.as_str())
}

#[rustfmt::skip]
const FOREIGN_INSTRUCTIONS: &[(&[&str], &str)] = &[
    (&["push"],                  "MIPS has no stack instructions; push `$t0` with `addiu $sp, $sp, -4` and then `sw $t0, 0($sp)`"),
    (&["pop"],                   "MIPS has no stack instructions; pop `$t0` with `lw $t0, 0($sp)` and then `addiu $sp, $sp, 4`"),
    (&["mov", "mv", "copy"],     "use `move $t0, $t1` to copy a register, `li $t0, 5` to load a number"),
    (&["movl", "movq", "ldi"],   "use `move $t0, $t1` to copy a register, `li $t0, 5` to load a number"),
    (&["inc", "incl"],           "use `addi $t0, $t0, 1` to add 1"),
    (&["dec", "decl"],           "use `addi $t0, $t0, -1` to subtract 1"),
    (&["subi", "subiu"],         "MIPS has no subtraction of a number; add a negative one, as in `addi $t0, $t0, -1`"),
    (&["cmp", "cmpl", "test", "tst"],
        "MIPS has no flags; compare in the branch, as in `blt $t0, $t1, label`, or keep the result with `slt $t2, $t0, $t1`"),
    (&["jmp", "goto", "bra"],    "use `j label` to jump to a label, `jr $t0` to jump to the address in a register"),
    (&["call", "bl", "jsr"],     "use `jal label` to call a procedure; the return address is then in `$ra`"),
    (&["ret", "return", "rts"],  "use `jr $ra` to return to the caller"),
    (&["je", "jz"],              "a MIPS branch compares registers: use `beq $t0, $t1, label` or `beqz $t0, label`"),
    (&["jne", "jnz"],            "a MIPS branch compares registers: use `bne $t0, $t1, label` or `bnez $t0, label`"),
    (&["jl", "jb"],              "a MIPS branch compares registers: use `blt $t0, $t1, label`"),
    (&["jle", "jbe"],            "a MIPS branch compares registers: use `ble $t0, $t1, label`"),
    (&["jg", "ja"],              "a MIPS branch compares registers: use `bgt $t0, $t1, label`"),
    (&["jge", "jae"],            "a MIPS branch compares registers: use `bge $t0, $t1, label`"),
    (&["halt", "hlt"],           "end the program with a system call: `li $v0, 10` and then `syscall`"),
    (&["exit", "stop", "end"],
        "write a colon after a label; to end the program, use `li $v0, 10` and then `syscall`"),
    (&["int", "ecall", "svc", "swi"],
        "use `syscall`, with the number of the call in `$v0`"),
    (&["ldr", "load"],           "use `lw $t0, label` or `lw $t0, 0($t1)` to load a word"),
    (&["str", "store"],          "use `sw $t0, label` or `sw $t0, 0($t1)` to store a word"),
    (&["lea", "adr"],            "use `la $t0, label` to load an address"),
    (&["shl", "lsl", "slli"],    "use `sll $t0, $t0, 2` to shift left by a number, `sllv` to shift by a register"),
    (&["shr", "lsr", "srli"],    "use `srl $t0, $t0, 2` to shift right by a number, `srlv` to shift by a register"),
    (&["sar", "asr", "srai"],    "use `sra $t0, $t0, 2` to shift right and keep the sign"),
    (&["print", "printf", "puts"],
        "print with a system call: its number in `$v0` (1 prints a number, 4 a string), the value in `$a0`, then `syscall`"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa;

    #[test]
    fn no_foreign_instruction_is_one_of_mips() {
        for name in FOREIGN_INSTRUCTIONS.iter().flat_map(|(names, _)| *names) {
            assert!(isa::named(name).next().is_none(), "{name}");
        }
    }

    #[test]
    fn a_foreign_instruction_has_help() {
        assert!(help("PUSH").is_some_and(|help| help.contains("$sp")));
        assert_eq!(help("addd"), None);
    }
}
