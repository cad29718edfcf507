//! The instruction table, and the operands in it.
//!
//! Source: Patt, Patel, "Introduction to Computing Systems", third edition, appendix A.

use kit::{Class, Kind, Step, Value, rows};

use crate::processor::{CC, Lc3, RETURN};

/// Names of the general registers.
pub(crate) const REGISTERS: [&str; 8] = ["R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7"];

/// Signed numbers are decimal after `#`.
const SIGNED: Kind = Kind { show: |number, _, _| format!("#{number}"), ..Kind::SIGNED };

/// An address; a small number is the distance itself, as in lc3as and lc3tools.
const TARGET: Kind = Kind {
    encode: |number, field| match (Kind::SIGNED.encode)(number, field) {
        Ok(distance) if field.is_plain => Ok(distance),
        _ => (Kind::RELATIVE.encode)(number, field),
    },
    ..Kind::RELATIVE
};

/// Kind of the operands with a letter.
pub(crate) fn kind(letter: char) -> Option<Kind> {
    Some(match letter {
        'a' | 'b' | 'd' | 's' => Kind::register(&REGISTERS),
        'i' | 'o' => SIGNED,
        't' => TARGET,
        'v' => Kind::UNSIGNED.padded(),
        _ => return None,
    })
}

/// Link register of calls.
const R7: u8 = 7;

const ALU: Class = Class::new("alu", 0);
const LOAD: Class = Class::new("load", 0);
const STORE: Class = Class::new("store", 0);
const BRANCH: Class = Class::new("branch", 0);
const JUMP: Class = Class::new("jump", 0);
const CALL: Class = Class::new("call", 0).calls();
const RET: Class = Class::new("return", 0).returns();
const TRAP: Class = Class::new("trap", 0);

/// Bits of the condition codes, as a branch tests them.
pub(crate) const N: u64 = 4;
pub(crate) const Z: u64 = 2;
pub(crate) const P: u64 = 1;

/// Operations that several rows share.
trait Lc3Step: Step {
    /// Sets a register and the condition codes.
    #[inline(always)]
    fn result(self, d: i64, value: Self::V) {
        let zero = self.k(0);
        let sign = value.less(zero).pick(self.k(N), self.k(P));
        self.put(d, value);
        self.set(CC, value.equals(zero).pick(self.k(Z), sign));
    }

    /// Goes to `t` if one of these condition codes is set.
    #[inline(always)]
    fn branch_on(self, codes: u64, t: i64) {
        self.branch(self.get(CC) & self.k(codes), self.num(t));
    }

    /// Calls the subroutine at an address.
    #[inline(always)]
    fn call(self, to: Self::V) {
        self.set(R7, self.following());
        self.jump(to);
    }
}

impl<S: Step> Lc3Step for S {}

rows! {
    /// A letter in the bits that is no operand is a bit that is ignored.
    #[rustfmt::skip]
    pub(crate) static ROWS: Lc3;
    "ADD",   "d, a, b", "0001 ddd aaa 000 bbb", ALU,    "d = a + b, and set the condition codes",              |m, d, a, b| m.result(d, m.reg(a) + m.reg(b));
    "ADD",   "d, a, i", "0001 ddd aaa 1 iiiii", ALU,    "d = a + i, and set the condition codes",              |m, d, a, i| m.result(d, m.reg(a) + m.num(i));
    "AND",   "d, a, b", "0101 ddd aaa 000 bbb", ALU,    "d = a AND b, and set the condition codes",            |m, d, a, b| m.result(d, m.reg(a) & m.reg(b));
    "AND",   "d, a, i", "0101 ddd aaa 1 iiiii", ALU,    "d = a AND i, and set the condition codes",            |m, d, a, i| m.result(d, m.reg(a) & m.num(i));
    "NOT",   "d, a",    "1001 ddd aaa 111111",  ALU,    "d = NOT a, and set the condition codes",              |m, d, a| m.result(d, m.reg(a).not());
    "LEA",   "d, t",    "1110 ddd ttttttttt",   ALU,    "d = the address t",                                   |m, d, t| m.put(d, m.num(t));
    "LD",    "d, t",    "0010 ddd ttttttttt",   LOAD,   "d = the word at t, and set the condition codes",      |m, d, t| m.result(d, m.load(m.num(t), 1)?);
    "LDI",   "d, t",    "1010 ddd ttttttttt",   LOAD,   "d = the word at the address in t, and set the condition codes", |m, d, t| { let at = m.load(m.num(t), 1)?; m.result(d, m.load(at, 1)?) };
    "LDR",   "d, a, o", "0110 ddd aaa oooooo",  LOAD,   "d = the word at a + o, and set the condition codes",  |m, d, a, o| m.result(d, m.load(m.reg(a) + m.num(o), 1)?);
    "ST",    "s, t",    "0011 sss ttttttttt",   STORE,  "the word at t = s",                                   |m, s, t| m.store(m.num(t), m.reg(s), 1)?;
    "STI",   "s, t",    "1011 sss ttttttttt",   STORE,  "the word at the address in t = s",                    |m, s, t| { let at = m.load(m.num(t), 1)?; m.store(at, m.reg(s), 1)? };
    "STR",   "s, a, o", "0111 sss aaa oooooo",  STORE,  "the word at a + o = s",                               |m, s, a, o| m.store(m.reg(a) + m.num(o), m.reg(s), 1)?;
    "NOP",   "",        "0000 000 uuuuuuuuu",   BRANCH, "no effect: a branch without a condition",             |_m| {};
    "BRp",   "t",       "0000 001 ttttttttt",   BRANCH, "go to t if the last result is positive",              |m, t| m.branch_on(P, t);
    "BRz",   "t",       "0000 010 ttttttttt",   BRANCH, "go to t if the last result is zero",                  |m, t| m.branch_on(Z, t);
    "BRzp",  "t",       "0000 011 ttttttttt",   BRANCH, "go to t if the last result is zero or positive",      |m, t| m.branch_on(Z | P, t);
    "BRn",   "t",       "0000 100 ttttttttt",   BRANCH, "go to t if the last result is negative",              |m, t| m.branch_on(N, t);
    "BRnp",  "t",       "0000 101 ttttttttt",   BRANCH, "go to t if the last result is not zero",              |m, t| m.branch_on(N | P, t);
    "BRnz",  "t",       "0000 110 ttttttttt",   BRANCH, "go to t if the last result is negative or zero",      |m, t| m.branch_on(N | Z, t);
    "BRnzp", "t",       "0000 111 ttttttttt",   JUMP,   "go to t",                                             |m, t| m.jump(m.num(t));
    "JMP",   "a",       "1100 000 aaa 000000",  JUMP,   "go to the address in a",                              |m, a| m.jump(m.reg(a));
    "RET",   "",        "1100 000 111 000000",  RET,    "go to the address in R7",                             |m| m.jump(m.get(R7));
    "JSR",   "t",       "0100 1 ttttttttttt",   CALL,   "R7 = the address of the next instruction; go to t",   |m, t| m.call(m.num(t));
    "JSRR",  "a",       "0100 000 aaa 000000",  CALL,   "R7 = the address of the next instruction; go to the address that was in a", |m, a| m.call(m.reg(a));
    "RTI",   "",        "1000 000000000000",    RET,    "return from a service routine: pop the PC and the PSR", |m| m.ask(RETURN)?;
    "TRAP",  "v",       "1111 0000 vvvvvvvv",   TRAP,   "call the service routine whose address is at v",      |m, v| m.ask(v as u32)?;
    "GETC",  "",        "1111 0000 00100000",   TRAP,   "R0 = the next character of the keyboard",             |m| m.ask(0x20)?;
    "OUT",   "",        "1111 0000 00100001",   TRAP,   "write the character in R0",                           |m| m.ask(0x21)?;
    "PUTS",  "",        "1111 0000 00100010",   TRAP,   "write the characters from the address in R0 up to a zero, one in each word", |m| m.ask(0x22)?;
    "IN",    "",        "1111 0000 00100011",   TRAP,   "write a prompt; R0 = the next character of the keyboard, which is written, too, and a new line", |m| m.ask(0x23)?;
    "PUTSP", "",        "1111 0000 00100100",   TRAP,   "write the characters from the address in R0 up to a zero, two in each word, the low one first", |m| m.ask(0x24)?;
    "HALT",  "",        "1111 0000 00100101",   TRAP,   "end the program",                                     |m| m.ask(0x25)?;
}

/// Names of all instructions, without the table.
#[rustfmt::skip]
pub(crate) const NAMES: [&str; 32] = [
    "ADD", "AND", "NOT", "LEA", "LD", "LDI", "LDR", "ST", "STI", "STR", "NOP", "BRp", "BRz", "BRzp",
    "BRn", "BRnp", "BRnz", "BRnzp", "JMP", "RET", "JSR", "JSRR", "RTI", "TRAP", "GETC", "OUT",
    "PUTS", "IN", "PUTSP", "HALT", "BR", "PUTC",
];
