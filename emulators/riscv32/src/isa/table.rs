//! Instruction table of RV32I and the extensions, one instruction per row.
//!
//! Source: The RISC-V Instruction Set Manual, volume I, chapters of the extensions, and "RV32/64G
//! Instruction Set Listings"; volume II for the privileged instructions.

use machine::semantics::{Trap, Value};
use machine::threads::{carried, step};

use super::float::{Float, Format};
use super::helpers::{
    address, atomic, change_csr, change_csr_by_immediate, combine_bytes, convert_from_word,
    convert_to_word, count_ones, divide, divide_unsigned, float_binary, float_fused,
    float_relation, float_to_word, float_unary, float_width, imm, link, load_float, load_reserved,
    move_from_float, move_to_float, multiply_high_mixed, multiply_no_carry, next, remainder,
    remainder_unsigned, reverse_bytes, rotate_left, rotate_right, shift, sign_inject,
    sign_inject_double, store_conditional, store_float, trailing_zeros,
};
use super::{
    Change, Class, Extension, Interpretations, Op, Pattern, RiscvSemantics, Row, SystemOperation,
    assert_disjoint, rows,
};

#[rustfmt::skip]
rows! {
// Integer computation
"lui"    "d, U"     "UUUUUUUUUUUUUUUUUUUU ddddd 0110111" I Alu "rd = immediate in the upper 20 bits" |m, o| m.set(o.d, imm(m, o));
"auipc"  "d, U"     "UUUUUUUUUUUUUUUUUUUU ddddd 0010111" I Alu "rd = pc + immediate in the upper 20 bits" |m, o| m.set(o.d, m.k(o.pc.into()) + imm(m, o));
"addi"   "d, s, i"  "iiiiiiiiiiii sssss 000 ddddd 0010011" I Alu "rd = rs1 + immediate" |m, o| m.set(o.d, m.rs1(o) + imm(m, o));
"slti"   "d, s, i"  "iiiiiiiiiiii sssss 010 ddddd 0010011" I Alu "rd = 1 if rs1 < immediate, else 0; signed" |m, o| m.set(o.d, m.rs1(o).less(imm(m, o)));
"sltiu"  "d, s, i"  "iiiiiiiiiiii sssss 011 ddddd 0010011" I Alu "rd = 1 if rs1 < sign-extended immediate, else 0; unsigned" |m, o| m.set(o.d, m.rs1(o).below(imm(m, o)));
"xori"   "d, s, i"  "iiiiiiiiiiii sssss 100 ddddd 0010011" I Alu "rd = rs1 xor immediate" |m, o| m.set(o.d, m.rs1(o) ^ imm(m, o));
"ori"    "d, s, i"  "iiiiiiiiiiii sssss 110 ddddd 0010011" I Alu "rd = rs1 or immediate" |m, o| m.set(o.d, m.rs1(o) | imm(m, o));
"andi"   "d, s, i"  "iiiiiiiiiiii sssss 111 ddddd 0010011" I Alu "rd = rs1 and immediate" |m, o| m.set(o.d, m.rs1(o) & imm(m, o));
"slli"   "d, s, h"  "0000000 hhhhh sssss 001 ddddd 0010011" I Alu "rd = rs1 shifted left by shamt" |m, o| m.set(o.d, m.rs1(o) << m.k(o.h.into()));
"srli"   "d, s, h"  "0000000 hhhhh sssss 101 ddddd 0010011" I Alu "rd = rs1 shifted right logically by shamt" |m, o| m.set(o.d, m.rs1(o) >> m.k(o.h.into()));
"srai"   "d, s, h"  "0100000 hhhhh sssss 101 ddddd 0010011" I Alu "rd = rs1 shifted right arithmetically by shamt" |m, o| m.set(o.d, m.rs1(o).sar(m.k(o.h.into())));
"add"    "d, s, t"  "0000000 ttttt sssss 000 ddddd 0110011" I Alu "rd = rs1 + rs2" |m, o| m.set(o.d, m.rs1(o) + m.rs2(o));
"sub"    "d, s, t"  "0100000 ttttt sssss 000 ddddd 0110011" I Alu "rd = rs1 - rs2" |m, o| m.set(o.d, m.rs1(o) - m.rs2(o));
"sll"    "d, s, t"  "0000000 ttttt sssss 001 ddddd 0110011" I Alu "rd = rs1 shifted left by rs2 modulo 32" |m, o| m.set(o.d, m.rs1(o) << shift(m, o));
"slt"    "d, s, t"  "0000000 ttttt sssss 010 ddddd 0110011" I Alu "rd = 1 if rs1 < rs2, else 0; signed" |m, o| m.set(o.d, m.rs1(o).less(m.rs2(o)));
"sltu"   "d, s, t"  "0000000 ttttt sssss 011 ddddd 0110011" I Alu "rd = 1 if rs1 < rs2, else 0; unsigned" |m, o| m.set(o.d, m.rs1(o).below(m.rs2(o)));
"xor"    "d, s, t"  "0000000 ttttt sssss 100 ddddd 0110011" I Alu "rd = rs1 xor rs2" |m, o| m.set(o.d, m.rs1(o) ^ m.rs2(o));
"srl"    "d, s, t"  "0000000 ttttt sssss 101 ddddd 0110011" I Alu "rd = rs1 shifted right logically by rs2 modulo 32" |m, o| m.set(o.d, m.rs1(o) >> shift(m, o));
"sra"    "d, s, t"  "0100000 ttttt sssss 101 ddddd 0110011" I Alu "rd = rs1 shifted right arithmetically by rs2 modulo 32" |m, o| m.set(o.d, m.rs1(o).sar(shift(m, o)));
"or"     "d, s, t"  "0000000 ttttt sssss 110 ddddd 0110011" I Alu "rd = rs1 or rs2" |m, o| m.set(o.d, m.rs1(o) | m.rs2(o));
"and"    "d, s, t"  "0000000 ttttt sssss 111 ddddd 0110011" I Alu "rd = rs1 and rs2" |m, o| m.set(o.d, m.rs1(o) & m.rs2(o));

// Control transfer
"jal"    "d, j"     "jjjjjjjjjjjjjjjjjjjj ddddd 1101111" I Jump "rd = address of the next instruction; jumps to the target" |m, o| { m.set(o.d, next(m, o)); m.jump(m.k(o.imm.into())) };
"jalr"   "d, i(s)"  "iiiiiiiiiiii sssss 000 ddddd 1100111" I Jump "rd = address of the next instruction; jumps to rs1 + immediate, with its lowest bit cleared" |m, o| link(m, o)?;
"beq"    "s, t, b"  "bbbbbbb ttttt sssss 000 bbbbb 1100011" I Branch "branches to the target if rs1 = rs2" |m, o| m.branch(m.rs1(o).equals(m.rs2(o)), m.k(o.imm.into()));
"bne"    "s, t, b"  "bbbbbbb ttttt sssss 001 bbbbb 1100011" I Branch "branches to the target if rs1 differs from rs2" |m, o| m.branch(m.rs1(o).differs(m.rs2(o)), m.k(o.imm.into()));
"blt"    "s, t, b"  "bbbbbbb ttttt sssss 100 bbbbb 1100011" I Branch "branches to the target if rs1 < rs2; signed" |m, o| m.branch(m.rs1(o).less(m.rs2(o)), m.k(o.imm.into()));
"bge"    "s, t, b"  "bbbbbbb ttttt sssss 101 bbbbb 1100011" I Branch "branches to the target if rs1 >= rs2; signed" |m, o| m.branch(m.rs1(o).less(m.rs2(o)) ^ m.k(1), m.k(o.imm.into()));
"bltu"   "s, t, b"  "bbbbbbb ttttt sssss 110 bbbbb 1100011" I Branch "branches to the target if rs1 < rs2; unsigned" |m, o| m.branch(m.rs1(o).below(m.rs2(o)), m.k(o.imm.into()));
"bgeu"   "s, t, b"  "bbbbbbb ttttt sssss 111 bbbbb 1100011" I Branch "branches to the target if rs1 >= rs2; unsigned" |m, o| m.branch(m.rs1(o).below(m.rs2(o)) ^ m.k(1), m.k(o.imm.into()));

// Loads and stores
"lb"     "d, i(s)"  "iiiiiiiiiiii sssss 000 ddddd 0000011" I Load "rd = byte at rs1 + immediate, sign-extended" |m, o| m.set_loaded(o.d, m.load(address(m, o), 1)?.sign_extend(8));
"lh"     "d, i(s)"  "iiiiiiiiiiii sssss 001 ddddd 0000011" I Load "rd = halfword at rs1 + immediate, sign-extended" |m, o| m.set_loaded(o.d, m.load(address(m, o), 2)?.sign_extend(16));
"lw"     "d, i(s)"  "iiiiiiiiiiii sssss 010 ddddd 0000011" I Load "rd = word at rs1 + immediate" |m, o| m.set_loaded(o.d, m.load(address(m, o), 4)?);
"lbu"    "d, i(s)"  "iiiiiiiiiiii sssss 100 ddddd 0000011" I Load "rd = byte at rs1 + immediate, zero-extended" |m, o| m.set_loaded(o.d, m.load(address(m, o), 1)?);
"lhu"    "d, i(s)"  "iiiiiiiiiiii sssss 101 ddddd 0000011" I Load "rd = halfword at rs1 + immediate, zero-extended" |m, o| m.set_loaded(o.d, m.load(address(m, o), 2)?);
"sb"     "t, i(s)"  "iiiiiii ttttt sssss 000 iiiii 0100011" I Store "byte at rs1 + immediate = low byte of rs2" |m, o| m.store(address(m, o), m.rs2(o), 1)?;
"sh"     "t, i(s)"  "iiiiiii ttttt sssss 001 iiiii 0100011" I Store "halfword at rs1 + immediate = low halfword of rs2" |m, o| m.store(address(m, o), m.rs2(o), 2)?;
"sw"     "t, i(s)"  "iiiiiii ttttt sssss 010 iiiii 0100011" I Store "word at rs1 + immediate = rs2" |m, o| m.store(address(m, o), m.rs2(o), 4)?;

// Environment and order
"fence"     "p, q"  "mmmm pppp qqqq eeeee 000 eeeee 0001111" - 'm' 8 I System "orders memory accesses; no effect, they are always in order" |_m, _o| {};
"fence.tso" ""      "1000 0011 0011 00000 000 00000 0001111" I System "like `fence`, but does not order stores before later loads" |_m, _o| {};
"ecall"     ""      "000000000000 00000 000 00000 1110011" I System "calls the environment" |m, _o| m.trap(Trap::Call)?;
"ebreak"    ""      "000000000001 00000 000 00000 1110011" I System "breakpoint, or a semihosting call between its two marker instructions" |m, _o| m.trap(Trap::Break)?;
"fence.i"   ""      "eeeeeeeeeeee eeeee 001 eeeee 0001111" Zifencei System "makes earlier stores visible to instruction fetches" |m, _o| m.system(SystemOperation::FetchFence)?;

// Control and status registers
"csrrw"  "d, c, s"  "cccccccccccc sssss 001 ddddd 1110011" Zicsr System "rd = csr; csr = rs1" |m, o| change_csr(m, o, Change::Write)?;
"csrrs"  "d, c, s"  "cccccccccccc sssss 010 ddddd 1110011" Zicsr System "rd = csr; sets the bits in csr that are 1 in rs1" |m, o| change_csr(m, o, Change::Set)?;
"csrrc"  "d, c, s"  "cccccccccccc sssss 011 ddddd 1110011" Zicsr System "rd = csr; clears the bits in csr that are 1 in rs1" |m, o| change_csr(m, o, Change::Clear)?;
"csrrwi" "d, c, z"  "cccccccccccc zzzzz 101 ddddd 1110011" Zicsr System "rd = csr; csr = immediate" |m, o| change_csr_by_immediate(m, o, Change::Write)?;
"csrrsi" "d, c, z"  "cccccccccccc zzzzz 110 ddddd 1110011" Zicsr System "rd = csr; sets the bits in csr that are 1 in the immediate" |m, o| change_csr_by_immediate(m, o, Change::Set)?;
"csrrci" "d, c, z"  "cccccccccccc zzzzz 111 ddddd 1110011" Zicsr System "rd = csr; clears the bits in csr that are 1 in the immediate" |m, o| change_csr_by_immediate(m, o, Change::Clear)?;

// Multiplication and division
"mul"    "d, s, t"  "0000001 ttttt sssss 000 ddddd 0110011" M Multiply "rd = low word of rs1 * rs2" |m, o| m.set(o.d, m.rs1(o) * m.rs2(o));
"mulh"   "d, s, t"  "0000001 ttttt sssss 001 ddddd 0110011" M Multiply "rd = high word of rs1 * rs2; signed" |m, o| m.set(o.d, m.rs1(o).multiply_high(m.rs2(o)));
"mulhsu" "d, s, t"  "0000001 ttttt sssss 010 ddddd 0110011" M Multiply "rd = high word of rs1 * rs2; signed by unsigned" |m, o| m.set(o.d, multiply_high_mixed(m, o));
"mulhu"  "d, s, t"  "0000001 ttttt sssss 011 ddddd 0110011" M Multiply "rd = high word of rs1 * rs2; unsigned" |m, o| m.set(o.d, m.rs1(o).multiply_high_unsigned(m.rs2(o)));
"div"    "d, s, t"  "0000001 ttttt sssss 100 ddddd 0110011" M Divide "rd = rs1 / rs2; signed; division by zero: all ones" |m, o| m.set(o.d, divide(m, o));
"divu"   "d, s, t"  "0000001 ttttt sssss 101 ddddd 0110011" M Divide "rd = rs1 / rs2; unsigned; division by zero: all ones" |m, o| m.set(o.d, divide_unsigned(m, o));
"rem"    "d, s, t"  "0000001 ttttt sssss 110 ddddd 0110011" M Divide "rd = remainder of rs1 / rs2; signed; division by zero: rs1" |m, o| m.set(o.d, remainder(m, o));
"remu"   "d, s, t"  "0000001 ttttt sssss 111 ddddd 0110011" M Divide "rd = remainder of rs1 / rs2; unsigned; division by zero: rs1" |m, o| m.set(o.d, remainder_unsigned(m, o));

// Atomic memory operations
"lr.w"      "d, (s)"    "00010 oo 00000 sssss 010 ddddd 0101111" A Load "rd = word at rs1; reserves rs1" |m, o| load_reserved(m, o)?;
"sc.w"      "d, t, (s)" "00011 oo ttttt sssss 010 ddddd 0101111" A Atomic "if rs1 is reserved, word at rs1 = rs2 and rd = 0; otherwise rd = 1" |m, o| store_conditional(m, o)?;
"amoswap.w" "d, t, (s)" "00001 oo ttttt sssss 010 ddddd 0101111" A Atomic "rd = word at rs1; word at rs1 = rs2" |m, o| atomic(m, o, |_, t| t)?;
"amoadd.w"  "d, t, (s)" "00000 oo ttttt sssss 010 ddddd 0101111" A Atomic "rd = word at rs1; word at rs1 = rd + rs2" |m, o| atomic(m, o, |a, t| a + t)?;
"amoxor.w"  "d, t, (s)" "00100 oo ttttt sssss 010 ddddd 0101111" A Atomic "rd = word at rs1; word at rs1 = rd xor rs2" |m, o| atomic(m, o, |a, t| a ^ t)?;
"amoand.w"  "d, t, (s)" "01100 oo ttttt sssss 010 ddddd 0101111" A Atomic "rd = word at rs1; word at rs1 = rd and rs2" |m, o| atomic(m, o, |a, t| a & t)?;
"amoor.w"   "d, t, (s)" "01000 oo ttttt sssss 010 ddddd 0101111" A Atomic "rd = word at rs1; word at rs1 = rd or rs2" |m, o| atomic(m, o, |a, t| a | t)?;
"amomin.w"  "d, t, (s)" "10000 oo ttttt sssss 010 ddddd 0101111" A Atomic "rd = word at rs1; word at rs1 = the smaller of rd and rs2; signed" |m, o| atomic(m, o, |a, t| a.less(t).pick(a, t))?;
"amomax.w"  "d, t, (s)" "10100 oo ttttt sssss 010 ddddd 0101111" A Atomic "rd = word at rs1; word at rs1 = the greater of rd and rs2; signed" |m, o| atomic(m, o, |a, t| a.less(t).pick(t, a))?;
"amominu.w" "d, t, (s)" "11000 oo ttttt sssss 010 ddddd 0101111" A Atomic "rd = word at rs1; word at rs1 = the smaller of rd and rs2; unsigned" |m, o| atomic(m, o, |a, t| a.below(t).pick(a, t))?;
"amomaxu.w" "d, t, (s)" "11100 oo ttttt sssss 010 ddddd 0101111" A Atomic "rd = word at rs1; word at rs1 = the greater of rd and rs2; unsigned" |m, o| atomic(m, o, |a, t| a.below(t).pick(t, a))?;

// Address generation
"sh1add" "d, s, t"  "0010000 ttttt sssss 010 ddddd 0110011" Zba Alu "rd = rs1 * 2 + rs2" |m, o| m.set(o.d, (m.rs1(o) << m.k(1)) + m.rs2(o));
"sh2add" "d, s, t"  "0010000 ttttt sssss 100 ddddd 0110011" Zba Alu "rd = rs1 * 4 + rs2" |m, o| m.set(o.d, (m.rs1(o) << m.k(2)) + m.rs2(o));
"sh3add" "d, s, t"  "0010000 ttttt sssss 110 ddddd 0110011" Zba Alu "rd = rs1 * 8 + rs2" |m, o| m.set(o.d, (m.rs1(o) << m.k(3)) + m.rs2(o));

// Basic bit manipulation
"andn"   "d, s, t"  "0100000 ttttt sssss 111 ddddd 0110011" Zbb Alu "rd = rs1 and not rs2" |m, o| m.set(o.d, m.rs1(o) & m.rs2(o).not());
"orn"    "d, s, t"  "0100000 ttttt sssss 110 ddddd 0110011" Zbb Alu "rd = rs1 or not rs2" |m, o| m.set(o.d, m.rs1(o) | m.rs2(o).not());
"xnor"   "d, s, t"  "0100000 ttttt sssss 100 ddddd 0110011" Zbb Alu "rd = not (rs1 xor rs2)" |m, o| m.set(o.d, (m.rs1(o) ^ m.rs2(o)).not());
"clz"    "d, s"     "011000000000 sssss 001 ddddd 0010011" Zbb Alu "rd = number of leading zeros in rs1" |m, o| m.set(o.d, m.rs1(o).leading_zeros());
"ctz"    "d, s"     "011000000001 sssss 001 ddddd 0010011" Zbb Alu "rd = number of trailing zeros in rs1" |m, o| m.set(o.d, trailing_zeros(m, m.rs1(o)));
"cpop"   "d, s"     "011000000010 sssss 001 ddddd 0010011" Zbb Alu "rd = number of ones in rs1" |m, o| m.set(o.d, count_ones(m, m.rs1(o)));
"max"    "d, s, t"  "0000101 ttttt sssss 110 ddddd 0110011" Zbb Alu "rd = the greater of rs1 and rs2; signed" |m, o| { let (a, b) = (m.rs1(o), m.rs2(o)); m.set(o.d, a.less(b).pick(b, a)) };
"maxu"   "d, s, t"  "0000101 ttttt sssss 111 ddddd 0110011" Zbb Alu "rd = the greater of rs1 and rs2; unsigned" |m, o| { let (a, b) = (m.rs1(o), m.rs2(o)); m.set(o.d, a.below(b).pick(b, a)) };
"min"    "d, s, t"  "0000101 ttttt sssss 100 ddddd 0110011" Zbb Alu "rd = the smaller of rs1 and rs2; signed" |m, o| { let (a, b) = (m.rs1(o), m.rs2(o)); m.set(o.d, a.less(b).pick(a, b)) };
"minu"   "d, s, t"  "0000101 ttttt sssss 101 ddddd 0110011" Zbb Alu "rd = the smaller of rs1 and rs2; unsigned" |m, o| { let (a, b) = (m.rs1(o), m.rs2(o)); m.set(o.d, a.below(b).pick(a, b)) };
"sext.b" "d, s"     "011000000100 sssss 001 ddddd 0010011" Zbb Alu "rd = low byte of rs1, sign-extended" |m, o| m.set(o.d, m.rs1(o).sign_extend(8));
"sext.h" "d, s"     "011000000101 sssss 001 ddddd 0010011" Zbb Alu "rd = low halfword of rs1, sign-extended" |m, o| m.set(o.d, m.rs1(o).sign_extend(16));
"zext.h" "d, s"     "000010000000 sssss 100 ddddd 0110011" Zbb Alu "rd = low halfword of rs1, zero-extended" |m, o| m.set(o.d, m.rs1(o) & m.k(0xffff));
"rol"    "d, s, t"  "0110000 ttttt sssss 001 ddddd 0110011" Zbb Alu "rd = rs1 rotated left by rs2 modulo 32" |m, o| m.set(o.d, rotate_left(m, m.rs1(o), shift(m, o)));
"ror"    "d, s, t"  "0110000 ttttt sssss 101 ddddd 0110011" Zbb Alu "rd = rs1 rotated right by rs2 modulo 32" |m, o| m.set(o.d, rotate_right(m, m.rs1(o), shift(m, o)));
"rori"   "d, s, h"  "0110000 hhhhh sssss 101 ddddd 0010011" Zbb Alu "rd = rs1 rotated right by shamt" |m, o| m.set(o.d, rotate_right(m, m.rs1(o), m.k(o.h.into())));
"orc.b"  "d, s"     "001010000111 sssss 101 ddddd 0010011" Zbb Alu "rd = rs1 with each nonzero byte set to all ones" |m, o| m.set(o.d, combine_bytes(m, m.rs1(o)));
"rev8"   "d, s"     "011010011000 sssss 101 ddddd 0010011" Zbb Alu "rd = rs1 with its bytes in reverse order" |m, o| m.set(o.d, reverse_bytes(m, m.rs1(o)));

// Carry-less multiplication
"clmul"  "d, s, t"  "0000101 ttttt sssss 001 ddddd 0110011" Zbc Multiply "rd = low word of the carry-less product of rs1 and rs2" |m, o| m.set(o.d, multiply_no_carry(m, o, 0));
"clmulr" "d, s, t"  "0000101 ttttt sssss 010 ddddd 0110011" Zbc Multiply "rd = bits 31 to 62 of the carry-less product of rs1 and rs2" |m, o| m.set(o.d, multiply_no_carry(m, o, 31));
"clmulh" "d, s, t"  "0000101 ttttt sssss 011 ddddd 0110011" Zbc Multiply "rd = high word of the carry-less product of rs1 and rs2" |m, o| m.set(o.d, multiply_no_carry(m, o, 32));

// Single bits
"bclr"   "d, s, t"  "0100100 ttttt sssss 001 ddddd 0110011" Zbs Alu "rd = rs1 with bit rs2 modulo 32 cleared" |m, o| m.set(o.d, m.rs1(o) & (m.k(1) << shift(m, o)).not());
"bclri"  "d, s, h"  "0100100 hhhhh sssss 001 ddddd 0010011" Zbs Alu "rd = rs1 with bit shamt cleared" |m, o| m.set(o.d, m.rs1(o) & (m.k(1) << m.k(o.h.into())).not());
"bext"   "d, s, t"  "0100100 ttttt sssss 101 ddddd 0110011" Zbs Alu "rd = bit rs2 modulo 32 of rs1" |m, o| m.set(o.d, (m.rs1(o) >> shift(m, o)) & m.k(1));
"bexti"  "d, s, h"  "0100100 hhhhh sssss 101 ddddd 0010011" Zbs Alu "rd = bit shamt of rs1" |m, o| m.set(o.d, (m.rs1(o) >> m.k(o.h.into())) & m.k(1));
"binv"   "d, s, t"  "0110100 ttttt sssss 001 ddddd 0110011" Zbs Alu "rd = rs1 with bit rs2 modulo 32 inverted" |m, o| m.set(o.d, m.rs1(o) ^ (m.k(1) << shift(m, o)));
"binvi"  "d, s, h"  "0110100 hhhhh sssss 001 ddddd 0010011" Zbs Alu "rd = rs1 with bit shamt inverted" |m, o| m.set(o.d, m.rs1(o) ^ (m.k(1) << m.k(o.h.into())));
"bset"   "d, s, t"  "0010100 ttttt sssss 001 ddddd 0110011" Zbs Alu "rd = rs1 with bit rs2 modulo 32 set" |m, o| m.set(o.d, m.rs1(o) | (m.k(1) << shift(m, o)));
"bseti"  "d, s, h"  "0010100 hhhhh sssss 001 ddddd 0010011" Zbs Alu "rd = rs1 with bit shamt set" |m, o| m.set(o.d, m.rs1(o) | (m.k(1) << m.k(o.h.into())));

// Single precision
"flw"       "D, i(s)"       "iiiiiiiiiiii sssss 010 DDDDD 0000111" F Load "rd = single at rs1 + immediate" |m, o| load_float(m, o, Format::Single)?;
"fsw"       "T, i(s)"       "iiiiiii TTTTT sssss 010 iiiii 0100111" F Store "single at rs1 + immediate = rs2" |m, o| store_float(m, o, Format::Single)?;
"fmadd.s"   "D, S, T, R, r" "RRRRR 00 TTTTT SSSSS rrr DDDDD 1000011" F FloatAdd "rd = rs1 * rs2 + rs3, rounded once" |m, o| float_fused(m, o, Format::Single, Float::FusedMultiplyAdd)?;
"fmsub.s"   "D, S, T, R, r" "RRRRR 00 TTTTT SSSSS rrr DDDDD 1000111" F FloatAdd "rd = rs1 * rs2 - rs3, rounded once" |m, o| float_fused(m, o, Format::Single, Float::FusedMultiplySubtract)?;
"fnmsub.s"  "D, S, T, R, r" "RRRRR 00 TTTTT SSSSS rrr DDDDD 1001011" F FloatAdd "rd = -(rs1 * rs2) + rs3, rounded once" |m, o| float_fused(m, o, Format::Single, Float::FusedNegativeMultiplySubtract)?;
"fnmadd.s"  "D, S, T, R, r" "RRRRR 00 TTTTT SSSSS rrr DDDDD 1001111" F FloatAdd "rd = -(rs1 * rs2) - rs3, rounded once" |m, o| float_fused(m, o, Format::Single, Float::FusedNegativeMultiplyAdd)?;
"fadd.s"    "D, S, T, r"    "0000000 TTTTT SSSSS rrr DDDDD 1010011" F FloatAdd "rd = rs1 + rs2" |m, o| float_binary(m, o, Format::Single, Float::Add)?;
"fsub.s"    "D, S, T, r"    "0000100 TTTTT SSSSS rrr DDDDD 1010011" F FloatAdd "rd = rs1 - rs2" |m, o| float_binary(m, o, Format::Single, Float::Subtract)?;
"fmul.s"    "D, S, T, r"    "0001000 TTTTT SSSSS rrr DDDDD 1010011" F FloatAdd "rd = rs1 * rs2" |m, o| float_binary(m, o, Format::Single, Float::Multiply)?;
"fdiv.s"    "D, S, T, r"    "0001100 TTTTT SSSSS rrr DDDDD 1010011" F FloatDivide "rd = rs1 / rs2" |m, o| float_binary(m, o, Format::Single, Float::Divide)?;
"fsqrt.s"   "D, S, r"       "0101100 00000 SSSSS rrr DDDDD 1010011" F FloatDivide "rd = square root of rs1" |m, o| float_unary(m, o, Format::Single, Float::SquareRoot)?;
"fsgnj.s"   "D, S, T"       "0010000 TTTTT SSSSS 000 DDDDD 1010011" F FloatMove "rd = rs1 with the sign of rs2" |m, o| sign_inject(m, o, |_, sign| sign)?;
"fsgnjn.s"  "D, S, T"       "0010000 TTTTT SSSSS 001 DDDDD 1010011" F FloatMove "rd = rs1 with the opposite of the sign of rs2" |m, o| sign_inject(m, o, |_, sign| sign.not())?;
"fsgnjx.s"  "D, S, T"       "0010000 TTTTT SSSSS 010 DDDDD 1010011" F FloatMove "rd = rs1, with its sign inverted if rs2 is negative" |m, o| sign_inject(m, o, |a, sign| a ^ sign)?;
"fmin.s"    "D, S, T"       "0010100 TTTTT SSSSS 000 DDDDD 1010011" F FloatMove "rd = the smaller of rs1 and rs2" |m, o| float_binary(m, o, Format::Single, Float::Minimum)?;
"fmax.s"    "D, S, T"       "0010100 TTTTT SSSSS 001 DDDDD 1010011" F FloatMove "rd = the greater of rs1 and rs2" |m, o| float_binary(m, o, Format::Single, Float::Maximum)?;
"fcvt.w.s"  "d, S, r"       "1100000 00000 SSSSS rrr ddddd 1010011" F FloatAdd "rd = rs1 as a signed word" |m, o| convert_to_word(m, o, Format::Single, Float::ToWord)?;
"fcvt.wu.s" "d, S, r"       "1100000 00001 SSSSS rrr ddddd 1010011" F FloatAdd "rd = rs1 as an unsigned word" |m, o| convert_to_word(m, o, Format::Single, Float::ToWordUnsigned)?;
"fmv.x.w"   "d, S"          "1110000 00000 SSSSS 000 ddddd 1010011" F FloatMove "rd = bits of rs1" |m, o| move_from_float(m, o)?;
"feq.s"     "d, S, T"       "1010000 TTTTT SSSSS 010 ddddd 1010011" F FloatMove "rd = 1 if rs1 = rs2, else 0" |m, o| float_relation(m, o, Format::Single, Float::Equal)?;
"flt.s"     "d, S, T"       "1010000 TTTTT SSSSS 001 ddddd 1010011" F FloatMove "rd = 1 if rs1 < rs2, else 0" |m, o| float_relation(m, o, Format::Single, Float::Less)?;
"fle.s"     "d, S, T"       "1010000 TTTTT SSSSS 000 ddddd 1010011" F FloatMove "rd = 1 if rs1 <= rs2, else 0" |m, o| float_relation(m, o, Format::Single, Float::LessOrEqual)?;
"fclass.s"  "d, S"          "1110000 00000 SSSSS 001 ddddd 1010011" F FloatMove "rd = class of rs1, one of ten bits" |m, o| float_to_word(m, o, Format::Single, Float::Class)?;
"fcvt.s.w"  "D, s, r"       "1101000 00000 sssss rrr DDDDD 1010011" F FloatAdd "rd = signed word rs1 as a single" |m, o| convert_from_word(m, o, Format::Single, Float::FromWord)?;
"fcvt.s.wu" "D, s, r"       "1101000 00001 sssss rrr DDDDD 1010011" F FloatAdd "rd = unsigned word rs1 as a single" |m, o| convert_from_word(m, o, Format::Single, Float::FromWordUnsigned)?;
"fmv.w.x"   "D, s"          "1111000 00000 sssss 000 DDDDD 1010011" F FloatMove "rd = bits of rs1" |m, o| move_to_float(m, o)?;

// Double precision
"fld"       "D, i(s)"       "iiiiiiiiiiii sssss 011 DDDDD 0000111" D Load "rd = double at rs1 + immediate" |m, o| load_float(m, o, Format::Double)?;
"fsd"       "T, i(s)"       "iiiiiii TTTTT sssss 011 iiiii 0100111" D Store "double at rs1 + immediate = rs2" |m, o| store_float(m, o, Format::Double)?;
"fmadd.d"   "D, S, T, R, r" "RRRRR 01 TTTTT SSSSS rrr DDDDD 1000011" D FloatAdd "rd = rs1 * rs2 + rs3, rounded once" |m, o| float_fused(m, o, Format::Double, Float::FusedMultiplyAdd)?;
"fmsub.d"   "D, S, T, R, r" "RRRRR 01 TTTTT SSSSS rrr DDDDD 1000111" D FloatAdd "rd = rs1 * rs2 - rs3, rounded once" |m, o| float_fused(m, o, Format::Double, Float::FusedMultiplySubtract)?;
"fnmsub.d"  "D, S, T, R, r" "RRRRR 01 TTTTT SSSSS rrr DDDDD 1001011" D FloatAdd "rd = -(rs1 * rs2) + rs3, rounded once" |m, o| float_fused(m, o, Format::Double, Float::FusedNegativeMultiplySubtract)?;
"fnmadd.d"  "D, S, T, R, r" "RRRRR 01 TTTTT SSSSS rrr DDDDD 1001111" D FloatAdd "rd = -(rs1 * rs2) - rs3, rounded once" |m, o| float_fused(m, o, Format::Double, Float::FusedNegativeMultiplyAdd)?;
"fadd.d"    "D, S, T, r"    "0000001 TTTTT SSSSS rrr DDDDD 1010011" D FloatAdd "rd = rs1 + rs2" |m, o| float_binary(m, o, Format::Double, Float::Add)?;
"fsub.d"    "D, S, T, r"    "0000101 TTTTT SSSSS rrr DDDDD 1010011" D FloatAdd "rd = rs1 - rs2" |m, o| float_binary(m, o, Format::Double, Float::Subtract)?;
"fmul.d"    "D, S, T, r"    "0001001 TTTTT SSSSS rrr DDDDD 1010011" D FloatAdd "rd = rs1 * rs2" |m, o| float_binary(m, o, Format::Double, Float::Multiply)?;
"fdiv.d"    "D, S, T, r"    "0001101 TTTTT SSSSS rrr DDDDD 1010011" D FloatDivide "rd = rs1 / rs2" |m, o| float_binary(m, o, Format::Double, Float::Divide)?;
"fsqrt.d"   "D, S, r"       "0101101 00000 SSSSS rrr DDDDD 1010011" D FloatDivide "rd = square root of rs1" |m, o| float_unary(m, o, Format::Double, Float::SquareRoot)?;
"fsgnj.d"   "D, S, T"       "0010001 TTTTT SSSSS 000 DDDDD 1010011" D FloatMove "rd = rs1 with the sign of rs2" |m, o| sign_inject_double(m, o, |_, sign| sign)?;
"fsgnjn.d"  "D, S, T"       "0010001 TTTTT SSSSS 001 DDDDD 1010011" D FloatMove "rd = rs1 with the opposite of the sign of rs2" |m, o| sign_inject_double(m, o, |_, sign| sign.not())?;
"fsgnjx.d"  "D, S, T"       "0010001 TTTTT SSSSS 010 DDDDD 1010011" D FloatMove "rd = rs1, with its sign inverted if rs2 is negative" |m, o| sign_inject_double(m, o, |a, sign| a ^ sign)?;
"fmin.d"    "D, S, T"       "0010101 TTTTT SSSSS 000 DDDDD 1010011" D FloatMove "rd = the smaller of rs1 and rs2" |m, o| float_binary(m, o, Format::Double, Float::Minimum)?;
"fmax.d"    "D, S, T"       "0010101 TTTTT SSSSS 001 DDDDD 1010011" D FloatMove "rd = the greater of rs1 and rs2" |m, o| float_binary(m, o, Format::Double, Float::Maximum)?;
"fcvt.s.d"  "D, S, r"       "0100000 00001 SSSSS rrr DDDDD 1010011" D FloatAdd "rd = rs1 as a single" |m, o| float_width(m, o, Format::Double, Float::ToSingle)?;
"fcvt.d.s"  "D, S, n"       "0100001 00000 SSSSS nnn DDDDD 1010011" D FloatAdd "rd = rs1 as a double" |m, o| float_width(m, o, Format::Single, Float::ToDouble)?;
"feq.d"     "d, S, T"       "1010001 TTTTT SSSSS 010 ddddd 1010011" D FloatMove "rd = 1 if rs1 = rs2, else 0" |m, o| float_relation(m, o, Format::Double, Float::Equal)?;
"flt.d"     "d, S, T"       "1010001 TTTTT SSSSS 001 ddddd 1010011" D FloatMove "rd = 1 if rs1 < rs2, else 0" |m, o| float_relation(m, o, Format::Double, Float::Less)?;
"fle.d"     "d, S, T"       "1010001 TTTTT SSSSS 000 ddddd 1010011" D FloatMove "rd = 1 if rs1 <= rs2, else 0" |m, o| float_relation(m, o, Format::Double, Float::LessOrEqual)?;
"fclass.d"  "d, S"          "1110001 00000 SSSSS 001 ddddd 1010011" D FloatMove "rd = class of rs1, one of ten bits" |m, o| float_to_word(m, o, Format::Double, Float::Class)?;
"fcvt.w.d"  "d, S, r"       "1100001 00000 SSSSS rrr ddddd 1010011" D FloatAdd "rd = rs1 as a signed word" |m, o| convert_to_word(m, o, Format::Double, Float::ToWord)?;
"fcvt.wu.d" "d, S, r"       "1100001 00001 SSSSS rrr ddddd 1010011" D FloatAdd "rd = rs1 as an unsigned word" |m, o| convert_to_word(m, o, Format::Double, Float::ToWordUnsigned)?;
"fcvt.d.w"  "D, s, n"       "1101001 00000 sssss nnn DDDDD 1010011" D FloatAdd "rd = signed word rs1 as a double" |m, o| convert_from_word(m, o, Format::Double, Float::FromWord)?;
"fcvt.d.wu" "D, s, n"       "1101001 00001 sssss nnn DDDDD 1010011" D FloatAdd "rd = unsigned word rs1 as a double" |m, o| convert_from_word(m, o, Format::Double, Float::FromWordUnsigned)?;

// Privileged
"mret"       ""     "0011000 00010 00000 000 00000 1110011" Machine System "returns from a machine-mode trap" |m, _o| m.system(SystemOperation::MachineReturn)?;
"wfi"        ""     "0001000 00101 00000 000 00000 1110011" Machine System "waits for an interrupt" |m, _o| m.system(SystemOperation::Wait)?;
"uret"       ""     "0000000 00010 00000 000 00000 1110011" N System "returns from a user-mode trap" |m, _o| m.system(SystemOperation::UserReturn)?;
"sret"       ""     "0001000 00010 00000 000 00000 1110011" Supervisor System "returns from a supervisor-mode trap" |m, _o| m.system(SystemOperation::SupervisorReturn)?;
"dret"       ""     "0111101 10010 00000 000 00000 1110011" Supervisor System "returns from debug mode; no machine here has this mode" |m, _o| m.trap(Trap::Illegal)?;
"sfence.vma" "s, t" "0001001 ttttt sssss 000 00000 1110011" Supervisor System "makes changes of page tables visible" |m, _o| m.system(SystemOperation::AddressFence)?;
}
