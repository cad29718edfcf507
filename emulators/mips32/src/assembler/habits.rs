//! Instructions of other processors, and what to write instead of them on a MIPS.

/// What to write instead, as a sentence; `None` where the name is nobody's habit.
pub(super) fn instead(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let found = HABITS.iter().find(|(names, _)| names.contains(&name.as_str()));
    found.map(|(_, instead)| *instead)
}

/// Whether the habit is to write nothing behind it, so that a line of it alone is no label.
pub(super) fn stands_alone(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["halt", "hlt", "exit", "stop", "end", "ret", "return", "rts", "ecall"].contains(&name.as_str())
}

#[rustfmt::skip]
const HABITS: &[(&[&str], &str)] = &[
    (&["push"],                  "a MIPS has no stack instructions: `addiu $sp, $sp, -4` and then `sw $t0, 0($sp)` push `$t0`"),
    (&["pop"],                   "a MIPS has no stack instructions: `lw $t0, 0($sp)` and then `addiu $sp, $sp, 4` pop `$t0`"),
    (&["mov", "mv", "copy"],     "`move $t0, $t1` copies a register, `li $t0, 5` loads a number"),
    (&["movl", "movq", "ldi"],   "`move $t0, $t1` copies a register, `li $t0, 5` loads a number"),
    (&["inc", "incl"],           "`addi $t0, $t0, 1` adds 1 to `$t0`"),
    (&["dec", "decl"],           "`addi $t0, $t0, -1` takes 1 from `$t0`"),
    (&["subi", "subiu"],         "`addi $t0, $t0, -1` subtracts a number: there is only an addition of numbers"),
    (&["cmp", "cmpl", "test", "tst"],
        "a MIPS has no flags: a branch compares by itself, as in `blt $t0, $t1, label`, and `slt $t2, $t0, $t1` keeps what comes of it"),
    (&["jmp", "goto", "bra"],    "`j label` jumps to a label, `jr $t0` to the address in a register"),
    (&["call", "bl", "jsr"],     "`jal label` calls a procedure and leaves the return address in `$ra`"),
    (&["ret", "return", "rts"],  "`jr $ra` returns to where the procedure was called from"),
    (&["je", "jz"],              "a branch compares by itself: `beq $t0, $t1, label`, or `beqz $t0, label`"),
    (&["jne", "jnz"],            "a branch compares by itself: `bne $t0, $t1, label`, or `bnez $t0, label`"),
    (&["jl", "jb"],              "a branch compares by itself: `blt $t0, $t1, label`"),
    (&["jle", "jbe"],            "a branch compares by itself: `ble $t0, $t1, label`"),
    (&["jg", "ja"],              "a branch compares by itself: `bgt $t0, $t1, label`"),
    (&["jge", "jae"],            "a branch compares by itself: `bge $t0, $t1, label`"),
    (&["halt", "hlt"],           "a program ends by a system call: `li $v0, 10` and then `syscall`"),
    (&["exit", "stop", "end"],
        "a label has a colon behind it, and a program ends by a system call: `li $v0, 10` and then `syscall`"),
    (&["int", "ecall", "svc", "swi"],
        "`syscall` calls the system, with the number of the call in `$v0`"),
    (&["ldr", "load"],           "`lw $t0, label` or `lw $t0, 0($t1)` loads a word"),
    (&["str", "store"],          "`sw $t0, label` or `sw $t0, 0($t1)` stores a word"),
    (&["lea", "adr"],            "`la $t0, label` loads an address"),
    (&["shl", "lsl", "slli"],    "`sll $t0, $t0, 2` shifts left by a number, `sllv` by a register"),
    (&["shr", "lsr", "srli"],    "`srl $t0, $t0, 2` shifts right by a number, `srlv` by a register"),
    (&["sar", "asr", "srai"],    "`sra $t0, $t0, 2` shifts right and keeps the sign"),
    (&["print", "printf", "puts"],
        "printing is a system call: the number in `$v0` (1 prints a number, 4 a string), the value in `$a0`, then `syscall`"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa;

    #[test]
    fn no_habit_is_an_instruction_of_the_mips() {
        for name in HABITS.iter().flat_map(|(names, _)| *names) {
            assert!(isa::named(name).next().is_none(), "{name}");
        }
    }

    #[test]
    fn a_name_of_other_processors_has_a_sentence() {
        assert!(instead("PUSH").is_some_and(|told| told.contains("$sp")));
        assert_eq!(instead("addd"), None);
    }
}
