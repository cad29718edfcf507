//! Undefined names that are known elsewhere, and what to write on a PDP-10: instructions of other processors, calls
//! of other systems, and names of accumulators.

/// Returns what to write on a PDP-10 instead of an undefined name, as a help line.
pub(super) fn instead(name: &str) -> Option<String> {
    let found = FOREIGN_NAMES.iter().find(|(names, _)| names.contains(&name));
    found.map(|(_, instead)| (*instead).to_owned()).or_else(|| {
        let is_accumulator = matches!(name.as_bytes(), [b'A'..=b'Z']) || ACCUMULATORS.contains(&name);
        is_accumulator.then(|| {
            format!("accumulators have no names until the program defines them, as in `{name}=N` with an octal N up to 17")
        })
    })
}

/// Names that programs often give to accumulators, except single letters.
const ACCUMULATORS: &[&str] =
    &["AC", "AC0", "AC1", "AC2", "AC3", "R0", "R1", "R2", "R3", "TT", "T1", "T2", "SP"];

/// Names of at most six characters, in capitals, as MIDAS has them.
#[rustfmt::skip]
const FOREIGN_NAMES: &[(&[&str], &str)] = &[
    (&["MOV", "MV", "LD", "LDA", "LW", "LDR", "LOAD"],
        "`MOVE 1,ADDR` loads a word from memory or an accumulator, `MOVEI 1,5` a number"),
    (&["LI", "LDI", "LA", "LEA"], "`MOVEI 1,5` loads a number or an address"),
    (&["ST", "STA", "SW", "STR", "STORE"], "`MOVEM 1,ADDR` stores an accumulator"),
    (&["INC", "INCL"],            "`AOS ADDR` adds 1 to a word, `ADDI 1,1` to an accumulator"),
    (&["DEC", "DECL"],            "`SOS ADDR` subtracts 1 from a word, `SUBI 1,1` from an accumulator"),
    (&["CMP", "TEST", "TST"],     "`CAME 1,ADDR` compares and skips the next instruction; so do CAML, CAMG, and CAIN with a number"),
    (&["JMP", "GOTO", "BR", "BRA", "J"], "`JRST LABEL` jumps"),
    (&["CALL", "JAL", "BL", "BSR"],      "`PUSHJ P,LABEL` calls a subroutine, where P is an accumulator that points to a pushdown list"),
    (&["RET", "RETURN", "RTS"],   "`POPJ P,` returns from a subroutine that PUSHJ called"),
    (&["JE", "JZ", "BEQ", "BEQZ"], "`JUMPE 1,LABEL` jumps if an accumulator is zero; `CAMN 1,ADDR` skips if two words differ"),
    (&["JNE", "JNZ", "BNE", "BNEZ"], "`JUMPN 1,LABEL` jumps if an accumulator is not zero; `CAME 1,ADDR` skips if two words are equal"),
    (&["OUTSTR", "OUTCHR", "TTCALL", "PSOUT", "PBOUT"],
        "a call of TOPS-10 or TOPS-20; under ITS `.OPEN CH,[.UAO,,'TTY]` opens the terminal, and `.IOT CH,AC` types a character"),
    (&["INCHWL", "INCHRW", "PBIN"],
        "a call of TOPS-10 or TOPS-20; under ITS `.OPEN CH,[.UAI,,'TTY]` opens the terminal, and `.IOT CH,AC` reads a character"),
    (&["HLT", "EXIT", "STOP", "HALTF", "MONRT."], "`.LOGOUT 1,` ends a job under ITS"),
    (&["INT", "SYSCAL", "ECALL", "SVC"],
        "`.CALL BLOCK` calls ITS with a block of arguments that begins with SETZ; .OPEN, .IOT and .CLOSE are separate calls"),
    (&["SHL", "SHR", "SLL", "SRL"], "`LSH 1,2` shifts left by 2, `LSH 1,-2` right; ASH keeps the sign"),
    (&["DB", "DW", "WORD"],       "write a word as a number or `LEFT,,RIGHT`, text as `ASCIZ /text/`"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa;

    #[test]
    fn no_foreign_name_is_a_pdp_10_instruction() {
        for name in FOREIGN_NAMES.iter().flat_map(|(names, _)| *names) {
            assert!(isa::opcodes().all(|(known, _)| known != *name), "{name}");
            assert!(name.len() <= 6, "{name}");
        }
    }
}
