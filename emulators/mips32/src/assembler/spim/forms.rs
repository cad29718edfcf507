//! Forms of SPIM's instructions that are not in the instruction table, with their expansions.
//!
//! A form has a mnemonic, operands, and the instructions that are assembled for them. Operand
//! letters:
//!
//! | letter | operand |
//! |---|---|
//! | `d s t` | a general register; a letter that occurs twice is the same register |
//! | `0` | register 0 |
//! | `k` | any register, general or floating point, by number |
//! | `f g h` | a floating point register |
//! | `v` | a number, or a label with a number added |
//! | `I U` | like `v`, with a warning unless it fits in 16 bits, signed or unsigned |
//! | `N` | like `v`, with a value that is already known |
//! | `R` | like `N`, from 0 to 31 |
//! | `z` | the number 0 |
//! | `n` | one integer |
//! | `H` | one integer, with a warning unless it is from 0 to 31 |
//! | `c` | a condition flag, 0 to 7 |
//! | `L` | a label |
//! | `a` | an address: `o` is its offset, `b` its base register |
//! | `A` | an address without base register |
//! | `r` | a number with a fraction |
//!
//! The additional instructions for an immediate that does not fit are not listed here. `.+8` is
//! the address 8 bytes after the branch, and `d+1` the register after `d`. SPIM rejects a form
//! without instructions.

use asmkit::words::{Word, WordKind, stands_for};

/// A form of an instruction.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) name: &'static str,
    pub(super) takes: &'static str,
    pub(super) gives: &'static str,
    pub(super) only: FormCondition,
}

/// Condition for a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FormCondition {
    Always,
    LittleEndian,
    BigEndian,
    /// Not on the bare machine, although the mnemonic is.
    NotBare,
}

impl Form {
    /// The form as a word, with the meaning of its letters.
    pub(super) fn word(&self, kind: WordKind) -> Word {
        let operand = |letter: &str| match letter {
            "0" => "$0".to_owned(),
            "z" => "0".to_owned(),
            "a" => "o(b)".to_owned(),
            "A" => "address o".to_owned(),
            "d" | "s" | "t" | "k" => format!("reg {letter}"),
            "f" | "g" | "h" => format!("freg {letter}"),
            "c" => "flag c".to_owned(),
            "L" => "label L".to_owned(),
            "r" => "fraction r".to_owned(),
            _ => format!("number {letter}"),
        };
        let operands: Vec<String> = self.takes.split_whitespace().map(operand).collect();
        let meaning = match self.gives {
            "" => "refused by SPIM".to_owned(),
            gives => stands_for(gives),
        };
        Word::new(kind, self.name).taking(operands.join(", ")).doing(meaning)
    }
}

const fn form(name: &'static str, takes: &'static str, gives: &'static str) -> Form {
    Form { name, takes, gives, only: FormCondition::Always }
}

const fn not_bare(name: &'static str, takes: &'static str, gives: &'static str) -> Form {
    Form { name, takes, gives, only: FormCondition::NotBare }
}

const fn little(name: &'static str, takes: &'static str, gives: &'static str) -> Form {
    Form { name, takes, gives, only: FormCondition::LittleEndian }
}

const fn big(name: &'static str, takes: &'static str, gives: &'static str) -> Form {
    Form { name, takes, gives, only: FormCondition::BigEndian }
}

/// Forms of mnemonics that are not machine instructions.
#[rustfmt::skip]
pub(super) static PSEUDO: &[Form] = &[
    // Constants and addresses
    form("li",     "d v",   "ori d, $0, v"),
    form("la",     "d A",   "ori d, $0, o"),
    form("la",     "d a",   "addi d, b, o"),
    form("li.s",   "f r",   "ori $1, $0, r.single; mtc1 $1, f"),
    form("li.d",   "f r",   "ori $1, $0, r.low; mtc1 $1, f; ori $1, $0, r.high; mtc1 $1, f+1"),
    form("move",   "d s",   "addu d, $0, s"),
    form("mfc1.d", "d k",   "mfc1 d, k; mfc1 d+1, k+1"),
    form("mtc1.d", "d k",   "mtc1 d, k; mtc1 d+1, k+1"),
    form("nop",    "",      "sll $0, $0, 0"),

    // Loads and stores
    form("ld",     "d a",   "lw d, o(b); lw d+1, o+4(b)"),
    form("sd",     "d a",   "sw d, o(b); sw d+1, o+4(b)"),
    form("l.s",    "f a",   "lwc1 f, o(b)"),
    form("l.d",    "f a",   "ldc1 f, o(b)"),
    form("s.s",    "k a",   "swc1 k, o(b)"),
    form("s.d",    "k a",   "sdc1 k, o(b)"),
    little("ulw",  "d a",   "lwl d, o+3(b); lwr d, o(b)"),
    little("usw",  "d a",   "swl d, o+3(b); swr d, o(b)"),
    little("ulh",  "d a",   "lb d, o+1(b); lbu $1, o(b); sll d, d, 8; or d, d, $1"),
    little("ulhu", "d a",   "lbu d, o+1(b); lbu $1, o(b); sll d, d, 8; or d, d, $1"),
    little("ush",  "d a",   "sb d, o(b); sll $1, d, 24; srl d, d, 8; or d, d, $1; sb d, o+1(b); srl $1, d, 24; sll d, d, 8; or d, d, $1"),
    big("ulw",     "d a",   "lwl d, o(b); lwr d, o+3(b)"),
    big("usw",     "d a",   "swl d, o(b); swr d, o+3(b)"),
    big("ulh",     "d a",   "lb d, o(b); lbu $1, o+1(b); sll d, d, 8; or d, d, $1"),
    big("ulhu",    "d a",   "lbu d, o(b); lbu $1, o+1(b); sll d, d, 8; or d, d, $1"),
    // Real SPIM, built on a big-endian host, stores the halves in the wrong order.
    big("ush",     "d a",   "sb d, o+1(b); sll $1, d, 24; srl d, d, 8; or d, d, $1; sb d, o(b); srl $1, d, 24; sll d, d, 8; or d, d, $1"),

    // Arithmetic and logic
    form("abs",    "d d",   "bgez d, .+8; sub d, $0, d"),
    form("abs",    "d s",   "addu d, $0, s; bgez s, .+8; sub d, $0, s"),
    form("neg",    "d s",   "sub d, $0, s"),
    form("negu",   "d s",   "subu d, $0, s"),
    form("not",    "d s",   "nor d, s, $0"),
    form("mulo",   "0 s t", "mult s, t"),
    form("mulo",   "d s t", "mult s, t; mfhi $1; mflo d; sra d, d, 31; beq $1, d, .+8; break 0; mflo d"),
    form("mulo",   "d s z", "ori d, $0, 0"),
    form("mulo",   "0 s v", "ori $1, $0, v; mult s, $1"),
    form("mulo",   "d s v", "ori $1, $0, v; mult s, $1; mfhi $1; mflo d; sra d, d, 31; beq $1, d, .+8; break 0; mflo d"),
    form("mulou",  "0 s t", "multu s, t"),
    form("mulou",  "d s t", "multu s, t; mfhi $1; beq $1, $0, .+8; break 0; mflo d"),
    form("mulou",  "d s z", "ori d, $0, 0"),
    form("mulou",  "0 s v", "ori $1, $0, v; multu s, $1"),
    form("mulou",  "d s v", "ori $1, $0, v; multu s, $1; mfhi $1; beq $1, $0, .+8; break 0; mflo d"),
    form("rem",    "0 s t", "div s, t"),
    form("rem",    "d s t", "bne t, $0, .+8; break 0; div s, t; mfhi d"),
    form("rem",    "d s z", ""),
    form("rem",    "0 s v", "ori $1, $0, v; div s, $1"),
    form("rem",    "d s v", "ori $1, $0, v; div s, $1; mfhi d"),
    form("remu",   "0 s t", "divu s, t"),
    form("remu",   "d s t", "bne t, $0, .+8; break 0; divu s, t; mfhi d"),
    form("remu",   "d s z", ""),
    form("remu",   "0 s v", "ori $1, $0, v; divu s, $1"),
    form("remu",   "d s v", "ori $1, $0, v; divu s, $1; mfhi d"),
    form("rol",    "d s t", "subu $1, $0, t; srlv $1, s, $1; sllv d, s, t; or d, d, $1"),
    form("rol",    "d s R", "srl $1, s, -R; sll d, s, R; or d, d, $1"),
    form("ror",    "d s t", "subu $1, $0, t; sllv $1, s, $1; srlv d, s, t; or d, d, $1"),
    form("ror",    "d s R", "sll $1, s, -R; srl d, s, R; or d, d, $1"),

    // Comparisons
    form("seq",    "d s t", "beq t, s, .+12; ori d, $0, 0; beq $0, $0, .+8; ori d, $0, 1"),
    form("seq",    "d s z", "beq $0, s, .+12; ori d, $0, 0; beq $0, $0, .+8; ori d, $0, 1"),
    form("seq",    "d s v", "ori $1, $0, v; beq $1, s, .+12; ori d, $0, 0; beq $0, $0, .+8; ori d, $0, 1"),
    form("sne",    "d s t", "beq t, s, .+12; ori d, $0, 1; beq $0, $0, .+8; ori d, $0, 0"),
    form("sne",    "d s z", "beq $0, s, .+12; ori d, $0, 1; beq $0, $0, .+8; ori d, $0, 0"),
    form("sne",    "d s v", "ori $1, $0, v; beq $1, s, .+12; ori d, $0, 1; beq $0, $0, .+8; ori d, $0, 0"),
    form("sgt",    "d s t", "slt d, t, s"),
    form("sgt",    "d s z", "slt d, $0, s"),
    form("sgt",    "d s v", "ori $1, $0, v; slt d, $1, s"),
    form("sgtu",   "d s t", "sltu d, t, s"),
    form("sgtu",   "d s z", "sltu d, $0, s"),
    form("sgtu",   "d s v", "ori $1, $0, v; sltu d, $1, s"),
    form("sge",    "d s t", "bne t, s, .+12; ori d, $0, 1; beq $0, $0, .+8; slt d, t, s"),
    form("sge",    "d s z", "bne $0, s, .+12; ori d, $0, 1; beq $0, $0, .+8; slt d, $0, s"),
    form("sge",    "d s v", "ori $1, $0, v; bne $1, s, .+12; ori d, $0, 1; beq $0, $0, .+8; slt d, $1, s"),
    form("sgeu",   "d s t", "bne t, s, .+12; ori d, $0, 1; beq $0, $0, .+8; sltu d, t, s"),
    form("sgeu",   "d s z", "bne $0, s, .+12; ori d, $0, 1; beq $0, $0, .+8; sltu d, $0, s"),
    form("sgeu",   "d s v", "ori $1, $0, v; bne $1, s, .+12; ori d, $0, 1; beq $0, $0, .+8; sltu d, $1, s"),
    form("sle",    "d s t", "bne t, s, .+12; ori d, $0, 1; beq $0, $0, .+8; slt d, s, t"),
    form("sle",    "d s z", "bne $0, s, .+12; ori d, $0, 1; beq $0, $0, .+8; slt d, s, $0"),
    form("sle",    "d s v", "ori $1, $0, v; bne $1, s, .+12; ori d, $0, 1; beq $0, $0, .+8; slt d, s, $1"),
    form("sleu",   "d s t", "bne t, s, .+12; ori d, $0, 1; beq $0, $0, .+8; sltu d, s, t"),
    form("sleu",   "d s z", "bne $0, s, .+12; ori d, $0, 1; beq $0, $0, .+8; sltu d, s, $0"),
    form("sleu",   "d s v", "ori $1, $0, v; bne $1, s, .+12; ori d, $0, 1; beq $0, $0, .+8; sltu d, s, $1"),

    // Branches
    form("b",      "L",     "bgez $0, L"),
    form("bal",    "L",     "bgezal $0, L"),
    form("beqz",   "s L",   "beq s, $0, L"),
    form("bnez",   "s L",   "bne s, $0, L"),
    form("bge",    "s t L", "slt $1, s, t; beq $1, $0, L"),
    form("bge",    "s v L", "slti $1, s, v; beq $1, $0, L"),
    form("bgeu",   "s t L", "sltu $1, s, t; beq $1, $0, L"),
    form("bgeu",   "s v L", "sltiu $1, s, v; beq $1, $0, L"),
    form("bgt",    "s t L", "slt $1, t, s; bne $1, $0, L"),
    form("bgt",    "s v L", "slti $1, s, v+1; beq $1, $0, L"),
    form("bgtu",   "s t L", "sltu $1, t, s; bne $1, $0, L"),
    form("bgtu",   "s v L", "ori $1, $0, v; beq $1, s, .+12; sltu $1, s, $1; beq $1, $0, L"),
    form("ble",    "s t L", "slt $1, t, s; beq $1, $0, L"),
    form("ble",    "s v L", "slti $1, s, v+1; bne $1, $0, L"),
    form("bleu",   "s t L", "sltu $1, t, s; beq $1, $0, L"),
    form("bleu",   "s v L", "ori $1, $0, v; beq $1, s, L; sltu $1, s, $1; bne $1, $0, L"),
    form("blt",    "s t L", "slt $1, s, t; bne $1, $0, L"),
    form("blt",    "s v L", "slti $1, s, v; bne $1, $0, L"),
    form("bltu",   "s t L", "sltu $1, s, t; bne $1, $0, L"),
    form("bltu",   "s v L", "sltiu $1, s, v; bne $1, $0, L"),
];

/// More forms of machine instructions. A form with the operands of the table comes first if SPIM
/// interprets them differently.
#[rustfmt::skip]
pub(super) static EXTRA: &[Form] = &[
    // Three operands with a number, and two operands
    form("add",    "d s v", "addi d, s, v"),
    form("add",    "d v",   "addi d, d, v"),
    form("addu",   "d s v", "addiu d, s, v"),
    form("addu",   "d v",   "addiu d, d, v"),
    form("and",    "d s v", "andi d, s, v"),
    form("and",    "d v",   "andi d, d, v"),
    form("or",     "d s v", "ori d, s, v"),
    form("or",     "d v",   "ori d, d, v"),
    form("xor",    "d s v", "xori d, s, v"),
    form("xor",    "d v",   "xori d, d, v"),
    form("slt",    "d s v", "slti d, s, v"),
    form("slt",    "d v",   "slti d, d, v"),
    form("sltu",   "d s v", "sltiu d, s, v"),
    form("sltu",   "d v",   "sltiu d, d, v"),
    form("addi",   "d I",   "addi d, d, I"),
    form("addiu",  "d I",   "addiu d, d, I"),
    form("slti",   "d I",   "slti d, d, I"),
    form("sltiu",  "d I",   "sltiu d, d, I"),
    form("andi",   "d U",   "andi d, d, U"),
    form("ori",    "d U",   "ori d, d, U"),
    form("xori",   "d U",   "xori d, d, U"),
    not_bare("sub",  "d s N", "addi d, s, -N"),
    not_bare("sub",  "d N",   "addi d, d, -N"),
    not_bare("subu", "d s N", "addiu d, s, -N"),
    not_bare("subu", "d N",   "addiu d, d, -N"),
    not_bare("nor",  "d s z", "nor d, s, $0"),
    not_bare("nor",  "d s v", "ori $1, $0, v; nor d, s, $1"),
    not_bare("nor",  "d z",   "nor d, d, $0"),
    not_bare("nor",  "d U",   "ori $1, $0, U; nor d, d, $1"),
    form("mul",    "d s v", "ori $1, $0, v; mul d, s, $1"),
    form("sll",    "d s t", "sllv d, s, t"),
    form("srl",    "d s t", "srlv d, s, t"),
    form("sra",    "d s t", "srav d, s, t"),
    form("sllv",   "d s n", "sll d, s, n"),
    form("sllv",   "d n",   "sll d, d, n"),
    form("srlv",   "d s n", "srl d, s, n"),
    form("srlv",   "d n",   "srl d, d, n"),
    form("srav",   "d s n", "sra d, s, n"),
    form("srav",   "d n",   "sra d, d, n"),

    // Division with a result register and a check
    form("div",    "0 s t", "div s, t"),
    form("div",    "d s t", "bne t, $0, .+8; break 0; div s, t; mflo d"),
    form("div",    "d s z", ""),
    form("div",    "0 s v", "ori $1, $0, v; div s, $1"),
    form("div",    "d s v", "ori $1, $0, v; div s, $1; mflo d"),
    form("divu",   "0 s t", "divu s, t"),
    form("divu",   "d s t", "bne t, $0, .+8; break 0; divu s, t; mflo d"),
    form("divu",   "d s z", ""),
    form("divu",   "0 s v", "ori $1, $0, v; divu s, $1"),
    form("divu",   "d s v", "ori $1, $0, v; divu s, $1; mflo d"),

    // Branches and jumps
    not_bare("beq",  "s z L", "beq $0, s, L"),
    not_bare("beq",  "s v L", "ori $1, $0, v; beq $1, s, L"),
    not_bare("bne",  "s z L", "bne $0, s, L"),
    not_bare("bne",  "s v L", "ori $1, $0, v; bne $1, s, L"),
    not_bare("beql", "s z L", "beql $0, s, L"),
    not_bare("beql", "s v L", "ori $1, $0, v; beql $1, s, L"),
    not_bare("bnel", "s z L", "bnel $0, s, L"),
    not_bare("bnel", "s v L", "ori $1, $0, v; bnel $1, s, L"),
    form("j",      "s",     "jr s"),
    form("j",      "d s",   "jr s"),
    form("jr",     "L",     "j L"),
    form("jr",     "d s",   "jr s"),
    form("jal",    "s",     "jalr $31, s"),
    form("jal",    "d s",   "jalr d, s"),
    form("jalr",   "L",     "jal L"),
    form("jalr",   "s",     "jalr $31, s"),

    // Coprocessors: a register of any kind names the coprocessor's register
    form("mfc0",   "d k",   "mfc0 d, k"),
    form("mtc0",   "d k",   "mtc0 d, k"),
    form("mfc1",   "d k",   "mfc1 d, k"),
    form("mtc1",   "d k",   "mtc1 d, k"),
    form("cfc1",   "d k",   "cfc1 d, k"),
    form("ctc1",   "d k",   "ctc1 d, k"),
    form("movf",   "d s n", "movf d, s, n"),
    form("movt",   "d s n", "movt d, s, n"),

    // The rest
    form("syscall", "",     "syscall 0"),
    // The code is dropped.
    form("break",  "n",     "break 0"),
    form("sync",   "n",     "sync"),
    form("ssnop",  "",      "sll $0, $0, 1"),
];

/// Mnemonics that SPIM recognizes but rejects, most of them from release 2.
#[rustfmt::skip]
pub(super) static REJECTED: &[&str] = &[
    "abs.ps", "add.ps", "alnv.ps", "c.eq.ps", "c.f.ps", "c.le.ps", "c.lt.ps", "c.nge.ps",
    "c.ngl.ps", "c.ngle.ps", "c.ngt.ps", "c.ole.ps", "c.olt.ps", "c.seq.ps", "c.sf.ps", "c.ueq.ps",
    "c.ule.ps", "c.ult.ps", "c.un.ps", "ceil.l.d", "ceil.l.s", "cvt.d.l", "cvt.l.d", "cvt.l.s",
    "cvt.ps.s", "cvt.s.l", "cvt.s.pl", "cvt.s.pu", "deret", "di", "ehb", "ei", "ext", "floor.l.d",
    "floor.l.s", "ins", "jalr.hb", "jr.hb", "ldxc1", "luxc1", "lwxc1", "madd.d", "madd.ps",
    "madd.s", "mfhc1", "mfhc2", "mov.ps", "movf.ps", "movn.ps", "movt.ps", "movz.ps", "msub.d",
    "msub.ps", "msub.s", "mthc1", "mthc2", "mul.ps", "neg.ps", "nmadd.d", "nmadd.ps", "nmadd.s",
    "nmsub.d", "nmsub.ps", "nmsub.s", "pll.ps", "plu.ps", "prefx", "pul.ps", "puu.ps", "rdhwr",
    "rdpgpr", "recip.d", "recip.s", "rotr", "rotrv", "round.l.d", "round.l.s", "rsqrt.d", "rsqrt.s",
    "sdbbp", "sdxc1", "seb", "seh", "sub.ps", "suxc1", "swxc1", "synci", "trunc.l.d", "trunc.l.s",
    "wrpgpr", "wsbh",
];

/// Mnemonics that SPIM encodes with random memory content.
pub(super) static MISENCODED: &[&str] = &["cache", "pref"];

/// Machine instructions that SPIM does not know.
pub(super) static UNKNOWN: &[&str] = &["wait"];
