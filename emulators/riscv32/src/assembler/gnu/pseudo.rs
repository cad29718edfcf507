//! Pseudo-instructions and alternative spellings, with their expansions.
//!
//! Source: RISC-V Assembly Programmer's Manual, "A listing of standard RISC-V pseudoinstructions",
//! and GNU as, "RISC-V-Dependent Features".

use asmkit::words::{Word, WordKind, stands_for};

use crate::isa::{Compressed, Row, compressed, page, row};

/// Alternative syntax for one or more instructions.
#[derive(Debug)]
pub(super) struct Pseudo {
    pub(super) name: &'static str,
    /// Operands as in the instruction table; `E` is an address, `F` any number.
    pub(super) operands: &'static str,
    pub(super) expansion: Expansion,
}

/// Expansion of a pseudo-instruction.
#[derive(Debug, Clone, Copy)]
pub(super) enum Expansion {
    /// One instruction: its row, and its operands from the pseudo-instruction's operands, registers
    /// and numbers.
    One(&'static Row, &'static str),
    /// One two-byte instruction.
    Short(&'static Compressed, &'static str),
    /// Instructions that load a number into `d`.
    Number,
    /// Address `E` into `d`, from the global offset table under `.option pic`.
    Address,
    /// Address `E` into `d`, relative to the program counter.
    LocalAddress,
    /// Address `E` into `d`, from the global offset table.
    GlobalAddress,
    /// Call of `E`, with the return address in `d`.
    Call,
    /// Jump to `E` through register `d`.
    Tail,
    /// Illegal instruction: two bytes if compressed instructions are available.
    Illegal,
}

impl Pseudo {
    /// The pseudo-instruction as vocabulary; a register that it fixes keeps its name.
    pub(super) fn as_word(&self) -> Word {
        let short = |name: &str, operands: &str| {
            let named = operands.split(", ").map(|operand| match operand.trim_start() {
                // Names of registers, and numbers.
                word if word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()).len() > 1 => {
                    word.to_owned()
                }
                letter => named(letter),
            });
            let named = named.collect::<Vec<_>>().join(", ");
            stands_for(format!("{name} {named}").trim_end())
        };
        let meaning = match self.expansion {
            Expansion::One(row, operands) => short(row.name, operands),
            Expansion::Short(row, operands) => short(row.name, operands),
            Expansion::Number => {
                "rd = number; one instruction if that is enough, otherwise two".to_owned()
            }
            Expansion::Address => {
                "rd = address; from the global offset table under `.option pic`".to_owned()
            }
            Expansion::LocalAddress => "rd = address, relative to the program counter".to_owned(),
            Expansion::GlobalAddress => "rd = address, from the global offset table".to_owned(),
            Expansion::Call => {
                "calls a procedure at any address; return address in ra, or in rd".to_owned()
            }
            Expansion::Tail => "jumps to any address, through t1 or rd".to_owned(),
            Expansion::Illegal => "illegal instruction".to_owned(),
        };
        let word = Word::new(WordKind::Pseudo, self.name).taking(named(self.operands));
        word.doing(meaning)
    }
}

/// Operands with the names of their fields.
fn named(operands: &str) -> String {
    let letter = |c: char| match c {
        'E' => "address".to_owned(),
        'F' => "number".to_owned(),
        _ => page::operands(c.encode_utf8(&mut [0; 4])),
    };
    operands.chars().map(letter).collect()
}

/// Pseudo-instruction for one instruction; an unknown instruction does not compile.
const fn one(name: &'static str, operands: &'static str, expansion: &'static str) -> Pseudo {
    let mut end = 0;
    while end < expansion.len() && expansion.as_bytes()[end] != b' ' {
        end += 1;
    }
    let (mnemonic, its_operands) = expansion.split_at(end);
    Pseudo { name, operands, expansion: Expansion::One(row(mnemonic), its_operands) }
}

const fn made(name: &'static str, operands: &'static str, expansion: Expansion) -> Pseudo {
    Pseudo { name, operands, expansion }
}

#[rustfmt::skip]
pub(super) const PSEUDOS: &[Pseudo] = &[
    made("li",   "d, F", Expansion::Number),
    made("la",   "d, E", Expansion::Address),
    made("lla",  "d, E", Expansion::LocalAddress),
    made("lga",  "d, E", Expansion::GlobalAddress),
    made("call", "d, E", Expansion::Call),
    made("call", "E",    Expansion::Call),
    made("tail", "E",    Expansion::Tail),
    made("jump", "E, d", Expansion::Tail),
    made("unimp", "",    Expansion::Illegal),

    // Registers
    one("nop",    "",        "addi zero, zero, 0"),
    one("mv",     "d, s",    "addi d, s, 0"),
    one("move",   "d, s",    "addi d, s, 0"),
    one("not",    "d, s",    "xori d, s, -1"),
    one("neg",    "d, s",    "sub d, zero, s"),
    one("seqz",   "d, s",    "sltiu d, s, 1"),
    one("snez",   "d, s",    "sltu d, zero, s"),
    one("sltz",   "d, s",    "slt d, s, zero"),
    one("sgtz",   "d, s",    "slt d, zero, s"),
    one("sgt",    "d, s, t", "slt d, t, s"),
    one("sgtu",   "d, s, t", "sltu d, t, s"),
    one("zext.b", "d, s",    "andi d, s, 255"),

    // Immediates with the names of the register instructions
    one("add",  "d, s, i", "addi d, s, i"),
    one("and",  "d, s, i", "andi d, s, i"),
    one("or",   "d, s, i", "ori d, s, i"),
    one("xor",  "d, s, i", "xori d, s, i"),
    one("slt",  "d, s, i", "slti d, s, i"),
    one("sltu", "d, s, i", "sltiu d, s, i"),
    one("sll",  "d, s, h", "slli d, s, h"),
    one("srl",  "d, s, h", "srli d, s, h"),
    one("sra",  "d, s, h", "srai d, s, h"),
    one("ror",  "d, s, h", "rori d, s, h"),
    one("bset", "d, s, h", "bseti d, s, h"),
    one("bclr", "d, s, h", "bclri d, s, h"),
    one("binv", "d, s, h", "binvi d, s, h"),
    one("bext", "d, s, h", "bexti d, s, h"),

    // Control transfer
    one("beqz", "s, b",    "beq s, zero, b"),
    one("bnez", "s, b",    "bne s, zero, b"),
    one("blez", "s, b",    "bge zero, s, b"),
    one("bgez", "s, b",    "bge s, zero, b"),
    one("bltz", "s, b",    "blt s, zero, b"),
    one("bgtz", "s, b",    "blt zero, s, b"),
    one("bgt",  "s, t, b", "blt t, s, b"),
    one("ble",  "s, t, b", "bge t, s, b"),
    one("bgtu", "s, t, b", "bltu t, s, b"),
    one("bleu", "s, t, b", "bgeu t, s, b"),
    one("j",    "j",       "jal zero, j"),
    one("jal",  "j",       "jal ra, j"),
    one("jr",   "s",       "jalr zero, 0, s"),
    one("jr",   "i(s)",    "jalr zero, i, s"),
    one("jr",   "s, i",    "jalr zero, i, s"),
    one("jalr", "s",       "jalr ra, 0, s"),
    one("jalr", "i(s)",    "jalr ra, i, s"),
    one("jalr", "s, i",    "jalr ra, i, s"),
    one("jalr", "d, s",    "jalr d, 0, s"),
    one("jalr", "d, s, i", "jalr d, i, s"),
    one("ret",  "",        "jalr zero, 0, ra"),

    // Environment and order
    one("scall",  "", "ecall"),
    one("sbreak", "", "ebreak"),
    one("fence",  "", "fence iorw, iorw"),
    one("sfence.vma", "",  "sfence.vma zero, zero"),
    one("sfence.vma", "s", "sfence.vma s, zero"),

    // Control and status registers
    one("csrr",  "d, c",    "csrrs d, c, zero"),
    one("csrw",  "c, s",    "csrrw zero, c, s"),
    one("csrs",  "c, s",    "csrrs zero, c, s"),
    one("csrc",  "c, s",    "csrrc zero, c, s"),
    one("csrw",  "c, z",    "csrrwi zero, c, z"),
    one("csrs",  "c, z",    "csrrsi zero, c, z"),
    one("csrc",  "c, z",    "csrrci zero, c, z"),
    one("csrwi", "c, z",    "csrrwi zero, c, z"),
    one("csrsi", "c, z",    "csrrsi zero, c, z"),
    one("csrci", "c, z",    "csrrci zero, c, z"),
    one("csrrw", "d, c, z", "csrrwi d, c, z"),
    one("csrrs", "d, c, z", "csrrsi d, c, z"),
    one("csrrc", "d, c, z", "csrrci d, c, z"),
    one("rdcycle",    "d",  "csrrs d, cycle, zero"),
    one("rdcycleh",   "d",  "csrrs d, cycleh, zero"),
    one("rdtime",     "d",  "csrrs d, time, zero"),
    one("rdtimeh",    "d",  "csrrs d, timeh, zero"),
    one("rdinstret",  "d",  "csrrs d, instret, zero"),
    one("rdinstreth", "d",  "csrrs d, instreth, zero"),
    one("frcsr",   "d",    "csrrs d, fcsr, zero"),
    one("frsr",    "d",    "csrrs d, fcsr, zero"),
    one("fscsr",   "s",    "csrrw zero, fcsr, s"),
    one("fscsr",   "d, s", "csrrw d, fcsr, s"),
    one("fssr",    "s",    "csrrw zero, fcsr, s"),
    one("fssr",    "d, s", "csrrw d, fcsr, s"),
    one("frrm",    "d",    "csrrs d, frm, zero"),
    one("fsrm",    "s",    "csrrw zero, frm, s"),
    one("fsrm",    "d, s", "csrrw d, frm, s"),
    one("fsrmi",   "z",    "csrrwi zero, frm, z"),
    one("fsrmi",   "d, z", "csrrwi d, frm, z"),
    one("frflags",  "d",    "csrrs d, fflags, zero"),
    one("fsflags",  "s",    "csrrw zero, fflags, s"),
    one("fsflags",  "d, s", "csrrw d, fflags, s"),
    one("fsflagsi", "z",    "csrrwi zero, fflags, z"),
    one("fsflagsi", "d, z", "csrrwi d, fflags, z"),

    // Floating point
    one("fmv.s",   "D, S",    "fsgnj.s D, S, S"),
    one("fneg.s",  "D, S",    "fsgnjn.s D, S, S"),
    one("fabs.s",  "D, S",    "fsgnjx.s D, S, S"),
    one("fmv.d",   "D, S",    "fsgnj.d D, S, S"),
    one("fneg.d",  "D, S",    "fsgnjn.d D, S, S"),
    one("fabs.d",  "D, S",    "fsgnjx.d D, S, S"),
    one("fgt.s",   "d, S, T", "flt.s d, T, S"),
    one("fge.s",   "d, S, T", "fle.s d, T, S"),
    one("fgt.d",   "d, S, T", "flt.d d, T, S"),
    one("fge.d",   "d, S, T", "fle.d d, T, S"),
    one("fmv.x.s", "d, S",    "fmv.x.w d, S"),
    one("fmv.s.x", "D, s",    "fmv.w.x D, s"),

    // Compressed instructions with other operand syntax, or that stand for another instruction
    made("c.addi", "0, I", Expansion::Short(compressed("c.nop", "I"), "I")),
    made("c.unimp", "",    Expansion::Illegal),
];
