//! The instruction table, and the operands in it.

use kit::{Class, Kind, Value, rows};

use crate::processor::{HALT, Little, READ, WRITE};

/// Register names; no register is special.
pub(crate) const REGISTERS: [&str; 8] = ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"];

/// Kind of the operands with a letter.
pub(crate) fn kind(letter: char) -> Option<Kind> {
    Some(match letter {
        'a' | 'b' | 'd' => Kind::register(&REGISTERS),
        'n' => Kind::SIGNED,
        't' => Kind::WORD_ADDRESS,
        _ => return None,
    })
}

const PLAIN: Class = Class::new("plain", 1);
/// An access to data takes a second cycle.
const MEMORY: Class = Class::new("memory", 2);
const JUMP: Class = Class::new("jump", 1);
const WORLD: Class = Class::new("world", 1);

rows! {
    #[rustfmt::skip]
    pub(crate) static ROWS: Little;
    "li",   "d, n",    "0001 ddd nnnnnnnnnnnnnnnnnnnnnnnnn",   PLAIN,  "d = n",                          |m, d, n| m.put(d, m.num(n));
    "add",  "d, a, b", "0010 ddd aaa bbb 0000000000000000000", PLAIN,  "d = a + b, the low 32 bits",     |m, d, a, b| m.put(d, m.reg(a) + m.reg(b));
    "sub",  "d, a, b", "0011 ddd aaa bbb 0000000000000000000", PLAIN,  "d = a - b, the low 32 bits",     |m, d, a, b| m.put(d, m.reg(a) - m.reg(b));
    "ld",   "d, n(a)", "0100 ddd aaa nnnnnnnnnnnnnnnnnnnnnn",  MEMORY, "d = the word at a + n",          |m, d, n, a| m.put(d, m.load(m.reg(a) + m.num(n), 4)?);
    "st",   "b, n(a)", "0101 bbb aaa nnnnnnnnnnnnnnnnnnnnnn",  MEMORY, "the word at a + n = b",          |m, b, n, a| m.store(m.reg(a) + m.num(n), m.reg(b), 4)?;
    "beq",  "a, b, t", "0110 aaa bbb tttttttttttttttttttttt",  JUMP,   "go to t if a = b",               |m, a, b, t| m.branch(m.reg(a).equals(m.reg(b)), m.num(t));
    "blt",  "a, b, t", "0111 aaa bbb tttttttttttttttttttttt",  JUMP,   "go to t if a < b, as signed numbers", |m, a, b, t| m.branch(m.reg(a).less(m.reg(b)), m.num(t));
    "jal",  "d, t",    "1000 ddd 000 tttttttttttttttttttttt",  Class::new("call", 1).calls(), "d = the address of the next instruction; go to t", |m, d, t| { m.put(d, m.following()); m.jump(m.num(t)) };
    "jr",   "a",       "1001 000 aaa 0000000000000000000000",  Class::new("return", 1).returns(), "go to the address in a", |m, a| m.jump(m.reg(a));
    "in",   "d",       "1010 ddd 0000000000000000000000000",   WORLD,  "d = the next byte of the input, or -1 at its end", |m, d| m.ask(READ | d as u32)?;
    "out",  "a",       "1011 000 aaa 0000000000000000000000",  WORLD,  "write the low byte of a to the output", |m, a| m.ask(WRITE | a as u32)?;
    "halt", "a",       "1100 000 aaa 0000000000000000000000",  WORLD,  "end the program with the status in a", |m, a| m.ask(HALT | a as u32)?;
}
