//! The instruction table.

use machine::bits::assert_disjoint;

use super::operand::WORD_BYTES;
use super::row::Class::{Call, Jump, Memory, Plain, Return, World};
use super::row::{Op, op};

/// Name, operands, bits, cost class, meaning, semantics.
///
/// Operand letters are those of the bits: `d` is the destination register, `a` and `b` are source
/// registers, `n` is a signed number, `t` is the target address.
#[rustfmt::skip]
pub(crate) static OPS: [Op; 12] = [
    op("li",   "d, n",    "0001 ddd nnnnnnnnnnnnnnnnnnnnnnnnn",  Plain,  "d = n",                                        |m, o| m.set(o.d, o.n)),
    op("add",  "d, a, b", "0010 ddd aaa bbb 0000000000000000000", Plain,  "d = a + b, the low 32 bits",                   |m, o| m.set(o.d, m.get(o.a).wrapping_add(m.get(o.b)))),
    op("sub",  "d, a, b", "0011 ddd aaa bbb 0000000000000000000", Plain,  "d = a - b, the low 32 bits",                   |m, o| m.set(o.d, m.get(o.a).wrapping_sub(m.get(o.b)))),
    op("ld",   "d, n(a)", "0100 ddd aaa nnnnnnnnnnnnnnnnnnnnnn",  Memory, "d = the word at a + n",                        |m, o| { let word = m.load(m.get(o.a).wrapping_add(o.n))?; m.set(o.d, word) }),
    op("st",   "b, n(a)", "0101 bbb aaa nnnnnnnnnnnnnnnnnnnnnn",  Memory, "the word at a + n = b",                        |m, o| m.store(m.get(o.a).wrapping_add(o.n), m.get(o.b))),
    op("beq",  "a, b, t", "0110 aaa bbb tttttttttttttttttttttt",  Jump,   "go to t if a = b",                             |m, o| m.jump_if(m.get(o.a) == m.get(o.b), o.t)),
    op("blt",  "a, b, t", "0111 aaa bbb tttttttttttttttttttttt",  Jump,   "go to t if a < b, as signed numbers",           |m, o| m.jump_if(m.get(o.a).cast_signed() < m.get(o.b).cast_signed(), o.t)),
    op("jal",  "d, t",    "1000 ddd 000 tttttttttttttttttttttt",  Call,   "d = the address of the next instruction; go to t", |m, o| { m.jump(o.t)?; m.set(o.d, m.following) }),
    op("jr",   "a",       "1001 000 aaa 0000000000000000000000",  Return, "go to the address in a",                       |m, o| m.jump(m.get(o.a))),
    op("in",   "d",       "1010 ddd 0000000000000000000000000",   World,  "d = the next byte of the input, or -1 at its end", |m, o| { let byte = m.read()?; m.set(o.d, byte) }),
    op("out",  "a",       "1011 000 aaa 0000000000000000000000",  World,  "write the low byte of a to the output",         |m, o| m.write(m.get(o.a))),
    op("halt", "a",       "1100 000 aaa 0000000000000000000000",  World,  "end the program with the status in a",         |m, o| m.halt(m.get(o.a))),
];

const _: () = {
    let mut patterns = [OPS[0].pattern; OPS.len()];
    let mut at = 0;
    while at < OPS.len() {
        patterns[at] = OPS[at].pattern;
        at += 1;
    }
    assert_disjoint(&patterns, WORD_BYTES * 8);
};
