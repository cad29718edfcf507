//! Compressed instructions: two bytes that stand for a four-byte instruction.

use machine::bits::{Pattern, assert_disjoint};

use super::{Extension, Row, row, same};

/// Two-byte instruction.
///
/// It has no semantics of its own: it stands for the row `base` with the operands `expansion`.
#[derive(Debug)]
pub struct Compressed {
    /// Mnemonic as in the manual.
    pub name: &'static str,
    /// Operands in source order, as in [`Row`](super::Row::operands).
    pub operands: &'static str,
    /// Bit pattern.
    pub pattern: Pattern,
    /// Required extension in addition to C: the base, or floating point.
    pub extension: Extension,
    /// Row that it stands for.
    pub base: &'static Row,
    /// Operands of that row: each a letter of `pattern` or a digit for that register or number.
    pub expansion: &'static str,
    /// Other rows and operands with the same meaning (`base` first), which assemblers compress too.
    pub also: &'static [(&'static Row, &'static str)],
}

macro_rules! compressed {
    ($($name:literal $operands:literal $bits:literal $(- $letter:literal $value:literal)* $extension:ident
        $base:literal $expansion:literal $(also $other:literal $others:literal)*;)*) => {
        /// All two-byte instructions, in the order in which assemblers try them.
        pub static COMPRESSED: &[Compressed] = &[$(Compressed {
            name: $name,
            operands: $operands,
            pattern: Pattern::new($bits)$(.except($letter, $value))*,
            extension: Extension::$extension,
            base: row($base),
            expansion: $expansion,
            also: &[$((row($other), $others)),*],
        }),*];

        /// Proof that no halfword encodes two instructions: an overlap does not compile.
        const _: () = assert_disjoint(&[$(Pattern::new($bits)$(.except($letter, $value))*),*], 16);
    };
}

// Source: RISC-V Unprivileged ISA, "RVC Instruction Set Listings" for RV32. Encodings with a zero
// immediate or register that the manual calls reserved are excluded; its hints are not.
#[rustfmt::skip]
compressed! {
"c.addi4spn" "a, 2, A"  "000 AAAAAAAA aaa 00" - 'A' 0             I "addi" "a, 2, A";
"c.fld"      "g, C(v)"  "001 CCC vvv CC ggg 00"                        D "fld" "g, C, v";
"c.lw"       "a, B(v)"  "010 BBB vvv BB aaa 00"                        I "lw" "a, B, v";
"c.flw"      "g, B(v)"  "011 BBB vvv BB ggg 00"                        F "flw" "g, B, v";
"c.fsd"      "k, C(v)"  "101 CCC vvv CC kkk 00"                        D "fsd" "k, C, v";
"c.sw"       "w, B(v)"  "110 BBB vvv BB www 00"                        I "sw" "w, B, v";
"c.fsw"      "k, B(v)"  "111 BBB vvv BB kkk 00"                        F "fsw" "k, B, v";
"c.nop"      ""         "000 0 00000 00000 01"                         I "addi" "0, 0, 0";
"c.nop"      "I"        "000 I 00000 IIIII 01" - 'I' 0            I "addi" "0, 0, I";
"c.addi"     "x, I"     "000 I xxxxx IIIII 01" - 'x' 0            I "addi" "x, x, I";
"c.jal"      "J"        "001 JJJJJJJJJJJ 01"                           I "jal" "1, J";
"c.li"       "d, I"     "010 I ddddd IIIII 01"                         I "addi" "d, 0, I";
"c.addi16sp" "2, P"     "011 P 00010 PPPPP 01" - 'P' 0            I "addi" "2, 2, P";
"c.lui"      "d, G"     "011 G ddddd GGGGG 01" - 'd' 2 - 'G' 0 I "lui" "d, G";
"c.srli"     "y, h"     "100 0 00 yyy hhhhh 01"                        I "srli" "y, y, h";
"c.srai"     "y, h"     "100 0 01 yyy hhhhh 01"                        I "srai" "y, y, h";
"c.andi"     "y, I"     "100 I 10 yyy IIIII 01"                        I "andi" "y, y, I";
"c.sub"      "y, w"     "100 0 11 yyy 00 www 01"                       I "sub" "y, y, w";
"c.xor"      "y, w"     "100 0 11 yyy 01 www 01"                       I "xor" "y, y, w" also "xor" "y, w, y";
"c.or"       "y, w"     "100 0 11 yyy 10 www 01"                       I "or" "y, y, w" also "or" "y, w, y";
"c.and"      "y, w"     "100 0 11 yyy 11 www 01"                       I "and" "y, y, w" also "and" "y, w, y";
"c.j"        "J"        "101 JJJJJJJJJJJ 01"                           I "jal" "0, J";
"c.beqz"     "v, K"     "110 KKK vvv KKKKK 01"                         I "beq" "v, 0, K" also "beq" "0, v, K";
"c.bnez"     "v, K"     "111 KKK vvv KKKKK 01"                         I "bne" "v, 0, K" also "bne" "0, v, K";
"c.slli"     "x, h"     "000 0 xxxxx hhhhh 10"                         I "slli" "x, x, h";
"c.fldsp"    "D, M(2)"  "001 M DDDDD MMMMM 10"                         D "fld" "D, M, 2";
"c.lwsp"     "d, L(2)"  "010 L ddddd LLLLL 10" - 'd' 0            I "lw" "d, L, 2";
"c.flwsp"    "D, L(2)"  "011 L DDDDD LLLLL 10"                         F "flw" "D, L, 2";
"c.jr"       "s"        "100 0 sssss 00000 10" - 's' 0            I "jalr" "0, 0, s";
"c.mv"       "d, t"     "100 0 ddddd ttttt 10" - 't' 0            I "add" "d, 0, t" also "add" "d, t, 0" also "addi" "d, t, 0";
"c.ebreak"   ""         "100 1 00000 00000 10"                         I "ebreak" "";
"c.jalr"     "s"        "100 1 sssss 00000 10" - 's' 0            I "jalr" "1, 0, s";
"c.add"      "x, t"     "100 1 xxxxx ttttt 10" - 't' 0            I "add" "x, x, t" also "add" "x, t, x";
"c.fsdsp"    "T, O(2)"  "101 OOOOOO TTTTT 10"                          D "fsd" "T, O, 2";
"c.swsp"     "t, N(2)"  "110 NNNNNN ttttt 10"                          I "sw" "t, N, 2";
"c.fswsp"    "T, N(2)"  "111 NNNNNN TTTTT 10"                          F "fsw" "T, N, 2";
}

/// Two-byte instruction with this name and these operands.
///
/// For the assembler, at compile time: an unknown instruction does not compile.
pub(crate) const fn compressed(name: &str, operands: &str) -> &'static Compressed {
    let mut at = 0;
    while at < COMPRESSED.len() {
        if same(COMPRESSED[at].name, name) && same(COMPRESSED[at].operands, operands) {
            return &COMPRESSED[at];
        }
        at += 1;
    }
    panic!("no instruction of two bytes is written so")
}
