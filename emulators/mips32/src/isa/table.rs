//! The table: MIPS32 release 1, and the instructions of release 2 that compilers and MARS use.
//!
//! Source: MIPS32 Architecture For Programmers, volume II, the page of each instruction.

use machine::semantics::{Trap, Value};
use machine::threads::{carried, step};

use super::float::{Arith, Convert};
use super::helpers::{
    RA, accumulate, add_or_trap, address, compare_doubles, compare_singles, diminish, distance,
    divisor, double_op, flag, hardware, hi_lo, imm, insert, load_double, load_left, load_right,
    low_ones, narrow, negative, nothing, pair, pick_pair, positive, quotient, rotate_right,
    set_pair, single_to_word, store_double, store_left, store_right, subtract_or_trap,
    swap_bytes_in_halves, widen,
};
use super::{
    Class, Interpretations, MipsSemantics, Op, Pattern, Row, SystemOperations, assert_disjoint,
    rows,
};
use crate::cpu::slot::{HI, LO};

#[rustfmt::skip]
rows! {
// Arithmetic
"add"    "w, s, t"  "000000 sssss ttttt wwwww 00000 100000" Alu "rd = rs + rt; traps on overflow" |m, o| { let sum = add_or_trap(m, m.rs(o), m.rt(o))?; m.set(o.w, sum) };
"addi"   "w, s, i"  "001000 sssss wwwww iiiiiiiiiiiiiiii"   Alu "rt = rs + immediate; traps on overflow" |m, o| { let sum = add_or_trap(m, m.rs(o), imm(m, o))?; m.set(o.w, sum) };
"addiu"  "w, s, i"  "001001 sssss wwwww iiiiiiiiiiiiiiii"   Alu "rt = rs + immediate" |m, o| m.set(o.w, m.rs(o) + imm(m, o));
"addu"   "w, s, t"  "000000 sssss ttttt wwwww 00000 100001" Alu "rd = rs + rt" |m, o| m.set(o.w, m.rs(o) + m.rt(o));
"sub"    "w, s, t"  "000000 sssss ttttt wwwww 00000 100010" Alu "rd = rs - rt; traps on overflow" |m, o| { let difference = subtract_or_trap(m, m.rs(o), m.rt(o))?; m.set(o.w, difference) };
"subu"   "w, s, t"  "000000 sssss ttttt wwwww 00000 100011" Alu "rd = rs - rt" |m, o| m.set(o.w, m.rs(o) - m.rt(o));
"slt"    "w, s, t"  "000000 sssss ttttt wwwww 00000 101010" Alu "rd = 1 if rs < rt, else 0; signed" |m, o| m.set(o.w, m.rs(o).less(m.rt(o)));
"sltu"   "w, s, t"  "000000 sssss ttttt wwwww 00000 101011" Alu "rd = 1 if rs < rt, else 0; unsigned" |m, o| m.set(o.w, m.rs(o).below(m.rt(o)));
"slti"   "w, s, i"  "001010 sssss wwwww iiiiiiiiiiiiiiii"   Alu "rt = 1 if rs < immediate, else 0; signed" |m, o| m.set(o.w, m.rs(o).less(imm(m, o)));
"sltiu"  "w, s, i"  "001011 sssss wwwww iiiiiiiiiiiiiiii"   Alu "rt = 1 if rs < sign-extended immediate, else 0; unsigned" |m, o| m.set(o.w, m.rs(o).below(imm(m, o)));
"clo"    "w, s"     "011100 sssss ttttt wwwww 00000 100001" Alu "rd = number of leading ones of rs" |m, o| m.set(o.w, m.rs(o).not().leading_zeros());
"clz"    "w, s"     "011100 sssss ttttt wwwww 00000 100000" Alu "rd = number of leading zeros of rs" |m, o| m.set(o.w, m.rs(o).leading_zeros());
"seb"    "w, t"     "011111 00000 ttttt wwwww 10000 100000" Alu "rd = low byte of rt, sign-extended" |m, o| m.set(o.w, m.rt(o).sign_extend(8));
"seh"    "w, t"     "011111 00000 ttttt wwwww 11000 100000" Alu "rd = low half of rt, sign-extended" |m, o| m.set(o.w, m.rt(o).sign_extend(16));

// Logic
"and"    "w, s, t"  "000000 sssss ttttt wwwww 00000 100100" Alu "rd = rs and rt" |m, o| m.set(o.w, m.rs(o) & m.rt(o));
"andi"   "w, s, u"  "001100 sssss wwwww uuuuuuuuuuuuuuuu"   Alu "rt = rs and zero-extended immediate" |m, o| m.set(o.w, m.rs(o) & imm(m, o));
"or"     "w, s, t"  "000000 sssss ttttt wwwww 00000 100101" Alu "rd = rs or rt" |m, o| m.set(o.w, m.rs(o) | m.rt(o));
"ori"    "w, s, u"  "001101 sssss wwwww uuuuuuuuuuuuuuuu"   Alu "rt = rs or zero-extended immediate" |m, o| m.set(o.w, m.rs(o) | imm(m, o));
"xor"    "w, s, t"  "000000 sssss ttttt wwwww 00000 100110" Alu "rd = rs exclusive or rt" |m, o| m.set(o.w, m.rs(o) ^ m.rt(o));
"xori"   "w, s, u"  "001110 sssss wwwww uuuuuuuuuuuuuuuu"   Alu "rt = rs exclusive or zero-extended immediate" |m, o| m.set(o.w, m.rs(o) ^ imm(m, o));
"nor"    "w, s, t"  "000000 sssss ttttt wwwww 00000 100111" Alu "rd = not (rs or rt)" |m, o| m.set(o.w, (m.rs(o) | m.rt(o)).not());
"lui"    "w, u"     "001111 00000 wwwww uuuuuuuuuuuuuuuu"   Alu "rt = immediate in the high half, zeros in the low half" |m, o| m.set(o.w, m.k(u64::from(o.imm << 16)));
"wsbh"   "w, t"     "011111 00000 ttttt wwwww 00010 100000" Alu "rd = rt with the bytes of each half swapped" |m, o| m.set(o.w, swap_bytes_in_halves(m, m.rt(o)));
"ext"    "w, s, p, z" "011111 sssss wwwww zzzzz ppppp 000000" Alu "rt = size bits of rs from bit pos, zero-extended" |m, o| m.set(o.w, (m.rs(o) >> m.k(o.h.into())) & m.k(low_ones(o.imm)));
"ins"    "x, s, p, m" "011111 sssss xxxxx mmmmm ppppp 000100" Alu "size bits of rt from bit pos = low bits of rs" |m, o| m.set(o.w, insert(m, o));

// Shifts
"sll"    "w, t, h"  "000000 00000 ttttt wwwww hhhhh 000000" Alu "rd = rt shifted left by sa" |m, o| m.set(o.w, m.rt(o) << m.k(o.h.into()));
"srl"    "w, t, h"  "000000 00000 ttttt wwwww hhhhh 000010" Alu "rd = rt shifted right by sa; zeros shifted in" |m, o| m.set(o.w, m.rt(o) >> m.k(o.h.into()));
"sra"    "w, t, h"  "000000 00000 ttttt wwwww hhhhh 000011" Alu "rd = rt shifted right by sa; sign bits shifted in" |m, o| m.set(o.w, m.rt(o).sar(m.k(o.h.into())));
"rotr"   "w, t, h"  "000000 00001 ttttt wwwww hhhhh 000010" Alu "rd = rt rotated right by sa" |m, o| m.set(o.w, rotate_right(m, m.rt(o), m.k(o.h.into())));
"sllv"   "w, t, s"  "000000 sssss ttttt wwwww 00000 000100" Alu "rd = rt shifted left by rs modulo 32" |m, o| m.set(o.w, m.rt(o) << distance(m, o));
"srlv"   "w, t, s"  "000000 sssss ttttt wwwww 00000 000110" Alu "rd = rt shifted right by rs modulo 32; zeros shifted in" |m, o| m.set(o.w, m.rt(o) >> distance(m, o));
"srav"   "w, t, s"  "000000 sssss ttttt wwwww 00000 000111" Alu "rd = rt shifted right by rs modulo 32; sign bits shifted in" |m, o| m.set(o.w, m.rt(o).sar(distance(m, o)));
"rotrv"  "w, t, s"  "000000 sssss ttttt wwwww 00001 000110" Alu "rd = rt rotated right by rs modulo 32" |m, o| m.set(o.w, rotate_right(m, m.rt(o), distance(m, o)));

// Multiplication and division
"mult"   "s, t"     "000000 sssss ttttt 00000 00000 011000" Multiply "HI, LO = rs * rt; signed" |m, o| { let (a, b) = (m.rs(o), m.rt(o)); hi_lo(m, a.multiply_high(b), a * b) };
"multu"  "s, t"     "000000 sssss ttttt 00000 00000 011001" Multiply "HI, LO = rs * rt; unsigned" |m, o| { let (a, b) = (m.rs(o), m.rt(o)); hi_lo(m, a.multiply_high_unsigned(b), a * b) };
"mul"    "w, s, t"  "011100 sssss ttttt wwwww 00000 000010" Multiply "rd = low word of rs * rt; HI, LO = full product" |m, o| { let (a, b) = (m.rs(o), m.rt(o)); let low = a * b; hi_lo(m, a.multiply_high(b), low); m.set(o.w, low) };
"madd"   "s, t"     "011100 sssss ttttt 00000 00000 000000" Multiply "HI, LO = HI, LO + rs * rt; signed" |m, o| { let (a, b) = (m.rs(o), m.rt(o)); accumulate(m, a.multiply_high(b), a * b) };
"maddu"  "s, t"     "011100 sssss ttttt 00000 00000 000001" Multiply "HI, LO = HI, LO + rs * rt; unsigned" |m, o| { let (a, b) = (m.rs(o), m.rt(o)); accumulate(m, a.multiply_high_unsigned(b), a * b) };
"msub"   "s, t"     "011100 sssss ttttt 00000 00000 000100" Multiply "HI, LO = HI, LO - rs * rt; signed" |m, o| { let (a, b) = (m.rs(o), m.rt(o)); diminish(m, a.multiply_high(b), a * b) };
"msubu"  "s, t"     "011100 sssss ttttt 00000 00000 000101" Multiply "HI, LO = HI, LO - rs * rt; unsigned" |m, o| { let (a, b) = (m.rs(o), m.rt(o)); diminish(m, a.multiply_high_unsigned(b), a * b) };
"div"    "s, t"     "000000 sssss ttttt 00000 00000 011010" Divide "LO = rs / rt, HI = remainder; signed; by zero: unchanged" |m, o| { let (a, b) = (m.rs(o), m.rt(o)); let d = divisor(m, b); quotient(m, b, a.remainder(d), a.divide(d)) };
"divu"   "s, t"     "000000 sssss ttttt 00000 00000 011011" Divide "LO = rs / rt, HI = remainder; unsigned; by zero: unchanged" |m, o| { let (a, b) = (m.rs(o), m.rt(o)); let d = divisor(m, b); quotient(m, b, a.remainder_unsigned(d), a.divide_unsigned(d)) };
"mfhi"   "w"        "000000 00000 00000 wwwww 00000 010000" HiLo "rd = HI" |m, o| m.set(o.w, m.get(HI));
"mflo"   "w"        "000000 00000 00000 wwwww 00000 010010" HiLo "rd = LO" |m, o| m.set(o.w, m.get(LO));
"mthi"   "s"        "000000 sssss 00000 00000 00000 010001" HiLo "HI = rs" |m, o| m.set(HI, m.rs(o));
"mtlo"   "s"        "000000 sssss 00000 00000 00000 010011" HiLo "LO = rs" |m, o| m.set(LO, m.rs(o));

// Moves by condition
"movn"   "x, s, t"  "000000 sssss ttttt xxxxx 00000 001011" Alu "rd = rs if rt is not zero" |m, o| m.set(o.w, m.rt(o).pick(m.rs(o), m.get(o.h)));
"movz"   "x, s, t"  "000000 sssss ttttt xxxxx 00000 001010" Alu "rd = rs if rt is zero" |m, o| m.set(o.w, m.rt(o).pick(m.get(o.h), m.rs(o)));
"movf"   "x, s, q"  "000000 sssss qqq 00 xxxxx 00000 000001" Alu "rd = rs if flag cc is 0" |m, o| m.set(o.w, flag(m, o).pick(m.rt(o), m.rs(o)));
"movt"   "x, s, q"  "000000 sssss qqq 01 xxxxx 00000 000001" Alu "rd = rs if flag cc is 1" |m, o| m.set(o.w, flag(m, o).pick(m.rs(o), m.rt(o)));

// Loads and stores
"lb"     "w, i(s)"  "100000 sssss wwwww iiiiiiiiiiiiiiii" Load "rt = byte at base + offset, sign-extended" |m, o| { let byte = m.load(address(m, o), 1)?; m.set_loaded(o.w, byte.sign_extend(8)) };
"lbu"    "w, i(s)"  "100100 sssss wwwww iiiiiiiiiiiiiiii" Load "rt = byte at base + offset, zero-extended" |m, o| { let byte = m.load(address(m, o), 1)?; m.set_loaded(o.w, byte) };
"lh"     "w, i(s)"  "100001 sssss wwwww iiiiiiiiiiiiiiii" Load "rt = half word at base + offset, sign-extended" |m, o| { let half = m.load(address(m, o), 2)?; m.set_loaded(o.w, half.sign_extend(16)) };
"lhu"    "w, i(s)"  "100101 sssss wwwww iiiiiiiiiiiiiiii" Load "rt = half word at base + offset, zero-extended" |m, o| { let half = m.load(address(m, o), 2)?; m.set_loaded(o.w, half) };
"lw"     "w, i(s)"  "100011 sssss wwwww iiiiiiiiiiiiiiii" Load "rt = word at base + offset" |m, o| { let word = m.load(address(m, o), 4)?; m.set_loaded(o.w, word) };
"lwl"    "x, i(s)"  "100010 sssss xxxxx iiiiiiiiiiiiiiii" Load "rt's high bytes = the word's bytes up to base + offset" |m, o| { let word = load_left(m, o)?; m.set_loaded(o.w, word) };
"lwr"    "x, i(s)"  "100110 sssss xxxxx iiiiiiiiiiiiiiii" Load "rt's low bytes = the word's bytes from base + offset" |m, o| { let word = load_right(m, o)?; m.set_loaded(o.w, word) };
"ll"     "w, i(s)"  "110000 sssss wwwww iiiiiiiiiiiiiiii" Load "rt = word at base + offset, linked" |m, o| { let word = m.load(address(m, o), 4)?; m.set_loaded(o.w, word) };
"sb"     "t, i(s)"  "101000 sssss ttttt iiiiiiiiiiiiiiii" Store "byte at base + offset = low byte of rt" |m, o| m.store(address(m, o), m.rt(o), 1)?;
"sh"     "t, i(s)"  "101001 sssss ttttt iiiiiiiiiiiiiiii" Store "half word at base + offset = low half of rt" |m, o| m.store(address(m, o), m.rt(o), 2)?;
"sw"     "t, i(s)"  "101011 sssss ttttt iiiiiiiiiiiiiiii" Store "word at base + offset = rt" |m, o| m.store(address(m, o), m.rt(o), 4)?;
"swl"    "t, i(s)"  "101010 sssss ttttt iiiiiiiiiiiiiiii" Store "the word's bytes up to base + offset = rt's high bytes" |m, o| store_left(m, o)?;
"swr"    "t, i(s)"  "101110 sssss ttttt iiiiiiiiiiiiiiii" Store "the word's bytes from base + offset = rt's low bytes" |m, o| store_right(m, o)?;
"sc"     "x, i(s)"  "111000 sssss xxxxx iiiiiiiiiiiiiiii" Store "word at base + offset = rt if still linked (always, with one processor); rt = 1, unchanged in SPIM" |m, o| { let value = m.rt(o); m.store(address(m, o), value, 4)?; m.set(o.w, m.stored(value)) };
"lwc1"   "W, i(s)"  "110001 sssss WWWWW iiiiiiiiiiiiiiii" Load "ft = word at base + offset" |m, o| { let word = m.load(address(m, o), 4)?; m.set_loaded(o.w, word) };
"swc1"   "T, i(s)"  "111001 sssss TTTTT iiiiiiiiiiiiiiii" Store "word at base + offset = ft" |m, o| m.store(address(m, o), m.rt(o), 4)?;
"ldc1"   "W, i(s)"  "110101 sssss WWWWW iiiiiiiiiiiiiiii" Load "ft = double word at base + offset" |m, o| load_double(m, o)?;
"sdc1"   "T, i(s)"  "111101 sssss TTTTT iiiiiiiiiiiiiiii" Store "double word at base + offset = ft" |m, o| store_double(m, o)?;
"pref"   "o, i(s)"  "110011 sssss ooooo iiiiiiiiiiiiiiii" Alu "hint that base + offset will be used; no effect here" |m, o| nothing(m, o);
"cache"  "o, i(s)"  "101111 sssss ooooo iiiiiiiiiiiiiiii" System "cache operation; no effect here" |m, o| nothing(m, o);
"synci"  "i(s)"     "000001 sssss 11111 iiiiiiiiiiiiiiii" System "make stored instructions visible to fetches; no effect here" |m, o| nothing(m, o);
"sync"   ""         "000000 00000 00000 00000 ooooo 001111" System "order memory accesses; no effect here" |m, o| nothing(m, o);

// Branches and jumps
"beq"     "s, t, b" "000100 sssss ttttt bbbbbbbbbbbbbbbb" Branch "go to target if rs = rt" |m, o| m.branch(m.rs(o).equals(m.rt(o)), imm(m, o));
"bne"     "s, t, b" "000101 sssss ttttt bbbbbbbbbbbbbbbb" Branch "go to target if rs != rt" |m, o| m.branch(m.rs(o).differs(m.rt(o)), imm(m, o));
"blez"    "s, b"    "000110 sssss 00000 bbbbbbbbbbbbbbbb" Branch "go to target if rs <= 0" |m, o| m.branch(positive(m, o).equals(m.k(0)), imm(m, o));
"bgtz"    "s, b"    "000111 sssss 00000 bbbbbbbbbbbbbbbb" Branch "go to target if rs > 0" |m, o| m.branch(positive(m, o), imm(m, o));
"bltz"    "s, b"    "000001 sssss 00000 bbbbbbbbbbbbbbbb" Branch "go to target if rs < 0" |m, o| m.branch(negative(m, o), imm(m, o));
"bgez"    "s, b"    "000001 sssss 00001 bbbbbbbbbbbbbbbb" Branch "go to target if rs >= 0" |m, o| m.branch(negative(m, o).equals(m.k(0)), imm(m, o));
"bltzal"  "s, b"    "000001 sssss 10000 bbbbbbbbbbbbbbbb" Branch "ra = return address; go to target if rs < 0" |m, o| { let condition = negative(m, o); m.set(RA, m.link(o)); m.branch(condition, imm(m, o)) };
"bgezal"  "s, b"    "000001 sssss 10001 bbbbbbbbbbbbbbbb" Branch "ra = return address; go to target if rs >= 0" |m, o| { let condition = negative(m, o).equals(m.k(0)); m.set(RA, m.link(o)); m.branch(condition, imm(m, o)) };
"beql"    "s, t, b" "010100 sssss ttttt bbbbbbbbbbbbbbbb" Branch "as beq; the delay slot runs only when taken" |m, o| m.branch_likely(m.rs(o).equals(m.rt(o)), imm(m, o))?;
"bnel"    "s, t, b" "010101 sssss ttttt bbbbbbbbbbbbbbbb" Branch "as bne; the delay slot runs only when taken" |m, o| m.branch_likely(m.rs(o).differs(m.rt(o)), imm(m, o))?;
"blezl"   "s, b"    "010110 sssss 00000 bbbbbbbbbbbbbbbb" Branch "as blez; the delay slot runs only when taken" |m, o| m.branch_likely(positive(m, o).equals(m.k(0)), imm(m, o))?;
"bgtzl"   "s, b"    "010111 sssss 00000 bbbbbbbbbbbbbbbb" Branch "as bgtz; the delay slot runs only when taken" |m, o| m.branch_likely(positive(m, o), imm(m, o))?;
"bltzl"   "s, b"    "000001 sssss 00010 bbbbbbbbbbbbbbbb" Branch "as bltz; the delay slot runs only when taken" |m, o| m.branch_likely(negative(m, o), imm(m, o))?;
"bgezl"   "s, b"    "000001 sssss 00011 bbbbbbbbbbbbbbbb" Branch "as bgez; the delay slot runs only when taken" |m, o| m.branch_likely(negative(m, o).equals(m.k(0)), imm(m, o))?;
"bltzall" "s, b"    "000001 sssss 10010 bbbbbbbbbbbbbbbb" Branch "as bltzal; the delay slot runs only when taken" |m, o| { let condition = negative(m, o); m.set(RA, m.link(o)); m.branch_likely(condition, imm(m, o))? };
"bgezall" "s, b"    "000001 sssss 10011 bbbbbbbbbbbbbbbb" Branch "as bgezal; the delay slot runs only when taken" |m, o| { let condition = negative(m, o).equals(m.k(0)); m.set(RA, m.link(o)); m.branch_likely(condition, imm(m, o))? };
"bc1f"    "q, b"    "010001 01000 qqq 00 bbbbbbbbbbbbbbbb" Branch "go to target if flag cc is 0" |m, o| m.branch(flag(m, o).equals(m.k(0)), imm(m, o));
"bc1t"    "q, b"    "010001 01000 qqq 01 bbbbbbbbbbbbbbbb" Branch "go to target if flag cc is 1" |m, o| m.branch(flag(m, o), imm(m, o));
"bc1fl"   "q, b"    "010001 01000 qqq 10 bbbbbbbbbbbbbbbb" Branch "as bc1f; the delay slot runs only when taken" |m, o| m.branch_likely(flag(m, o).equals(m.k(0)), imm(m, o))?;
"bc1tl"   "q, b"    "010001 01000 qqq 11 bbbbbbbbbbbbbbbb" Branch "as bc1t; the delay slot runs only when taken" |m, o| m.branch_likely(flag(m, o), imm(m, o))?;
"j"       "j"       "000010 jjjjjjjjjjjjjjjjjjjjjjjjjj"    Jump "go to target" |m, o| m.jump(imm(m, o));
"jal"     "j"       "000011 jjjjjjjjjjjjjjjjjjjjjjjjjj"    Jump "ra = return address; go to target" |m, o| { m.set(RA, m.link(o)); m.jump(imm(m, o)) };
"jr"      "s"       "000000 sssss 00000 00000 ooooo 001000" Jump "go to rs" |m, o| m.jump(m.rs(o));
"jalr"    "w, s"    "000000 sssss 00000 wwwww ooooo 001001" Jump "rd = return address; go to rs" |m, o| { let to = m.rs(o); m.set(o.w, m.link(o)); m.jump(to) };

// Traps and the system
"syscall" "c"       "000000 cccccccccccccccccccc 001100"   System "system call" |m, _o| m.trap(Trap::Call)?;
"break"   "c"       "000000 cccccccccccccccccccc 001101"   Trap "breakpoint" |m, _o| m.trap(Trap::Break)?;
"teq"     "s, t"    "000000 sssss ttttt cccccccccc 110100" Trap "trap if rs = rt" |m, o| m.trap_if(m.rs(o).equals(m.rt(o)), Trap::Condition)?;
"tne"     "s, t"    "000000 sssss ttttt cccccccccc 110110" Trap "trap if rs != rt" |m, o| m.trap_if(m.rs(o).differs(m.rt(o)), Trap::Condition)?;
"tge"     "s, t"    "000000 sssss ttttt cccccccccc 110000" Trap "trap if rs >= rt; signed" |m, o| m.trap_if(m.rs(o).less(m.rt(o)).equals(m.k(0)), Trap::Condition)?;
"tgeu"    "s, t"    "000000 sssss ttttt cccccccccc 110001" Trap "trap if rs >= rt; unsigned" |m, o| m.trap_if(m.rs(o).below(m.rt(o)).equals(m.k(0)), Trap::Condition)?;
"tlt"     "s, t"    "000000 sssss ttttt cccccccccc 110010" Trap "trap if rs < rt; signed" |m, o| m.trap_if(m.rs(o).less(m.rt(o)), Trap::Condition)?;
"tltu"    "s, t"    "000000 sssss ttttt cccccccccc 110011" Trap "trap if rs < rt; unsigned" |m, o| m.trap_if(m.rs(o).below(m.rt(o)), Trap::Condition)?;
"teqi"    "s, i"    "000001 sssss 01100 iiiiiiiiiiiiiiii"  Trap "trap if rs = immediate" |m, o| m.trap_if(m.rs(o).equals(imm(m, o)), Trap::Condition)?;
"tnei"    "s, i"    "000001 sssss 01110 iiiiiiiiiiiiiiii"  Trap "trap if rs != immediate" |m, o| m.trap_if(m.rs(o).differs(imm(m, o)), Trap::Condition)?;
"tgei"    "s, i"    "000001 sssss 01000 iiiiiiiiiiiiiiii"  Trap "trap if rs >= immediate; signed" |m, o| m.trap_if(m.rs(o).less(imm(m, o)).equals(m.k(0)), Trap::Condition)?;
"tgeiu"   "s, i"    "000001 sssss 01001 iiiiiiiiiiiiiiii"  Trap "trap if rs >= sign-extended immediate; unsigned" |m, o| m.trap_if(m.rs(o).below(imm(m, o)).equals(m.k(0)), Trap::Condition)?;
"tlti"    "s, i"    "000001 sssss 01010 iiiiiiiiiiiiiiii"  Trap "trap if rs < immediate; signed" |m, o| m.trap_if(m.rs(o).less(imm(m, o)), Trap::Condition)?;
"tltiu"   "s, i"    "000001 sssss 01011 iiiiiiiiiiiiiiii"  Trap "trap if rs < sign-extended immediate; unsigned" |m, o| m.trap_if(m.rs(o).below(imm(m, o)), Trap::Condition)?;
"mfc0"    "w, k"    "010000 00000 wwwww kkkkk 00000000 eee" System "rt = register rd of coprocessor 0" |m, o| { m.system(SystemOperations::Read)?; m.set_loaded(o.w, m.rt(o)) };
"mtc0"    "t, k"    "010000 00100 ttttt kkkkk 00000000 eee" System "register rd of coprocessor 0 = rt" |m, o| { m.system(SystemOperations::Write)?; m.set(o.w, m.rt(o)) };
"cfc0"   "w, v"     "010000 00010 wwwww vvvvv 00000000000" System "rt = control register rd of coprocessor 0; only in SPIM" |m, o| { m.system(SystemOperations::ReadControl0)?; m.set(o.w, m.k(0)) };
"ctc0"   "t, v"     "010000 00110 ttttt vvvvv 00000000000" System "control register rd of coprocessor 0 = rt; only in SPIM" |m, o| { m.system(SystemOperations::WriteControl0)?; m.set(crate::cpu::slot::SINK, m.rt(o)) };
"eret"    ""        "010000 10000 00000 00000 00000 011000" System "return from an exception" |m, o| { m.system(SystemOperations::Return)?; m.jump(imm(m, o)) };
"wait"    ""        "010000 1 ooooooooooooooooooo 100000"   System "wait for an interrupt" |m, _o| m.system(SystemOperations::Wait)?;
"di"      "w"       "010000 01011 wwwww 01100 00000 000000" System "rt = Status; interrupts off" |m, o| { m.system(SystemOperations::Disable)?; m.set(o.w, m.k(0)) };
"ei"      "w"       "010000 01011 wwwww 01100 00000 100000" System "rt = Status; interrupts on" |m, o| { m.system(SystemOperations::Enable)?; m.set(o.w, m.k(0)) };
"tlbp"    ""        "010000 10000 00000 00000 00000 001000" System "probe the TLB; there is no TLB here" |m, _o| m.system(SystemOperations::Translate)?;
"tlbr"    ""        "010000 10000 00000 00000 00000 000001" System "read the TLB; there is no TLB here" |m, _o| m.system(SystemOperations::Translate)?;
"tlbwi"   ""        "010000 10000 00000 00000 00000 000010" System "write the TLB; there is no TLB here" |m, _o| m.system(SystemOperations::Translate)?;
"tlbwr"   ""        "010000 10000 00000 00000 00000 000110" System "write the TLB; there is no TLB here" |m, _o| m.system(SystemOperations::Translate)?;
"rdhwr"   "w, y"    "011111 00000 wwwww yyyyy 00000 111011" System "rt = hardware register rd" |m, o| { let value = hardware(m, o)?; m.set(o.w, value) };

// Floating point: moves
"mfc1"   "w, S"     "010001 00000 wwwww SSSSS 00000000000" FloatMove "rt = fs" |m, o| m.set(o.w, m.rs(o));
"mfhc1"  "w, S"     "010001 00011 wwwww SSSSS 00000000000" FloatMove "rt = high word of the double in fs" |m, o| { let (_, high) = pair(m, o.s)?; m.set(o.w, high) };
"mtc1"   "t, W"     "010001 00100 ttttt WWWWW 00000000000" FloatMove "fs = rt" |m, o| m.set(o.w, m.rt(o));
"mthc1"  "t, W"     "010001 00111 ttttt WWWWW 00000000000" FloatMove "high word of the double in fs = rt" |m, o| { let (low, _) = pair(m, o.w)?; set_pair(m, o.w, (low, m.rt(o)))? };
"cfc1"   "w, v"     "010001 00010 wwwww vvvvv 00000000000" FloatMove "rt = control register fs" |m, o| { m.system(SystemOperations::ReadControl)?; m.set(o.w, m.k(0)) };
"ctc1"   "t, v"     "010001 00110 ttttt vvvvv 00000000000" FloatMove "control register fs = rt" |m, o| { m.system(SystemOperations::WriteControl)?; m.set(crate::cpu::slot::FCSR, m.rt(o)) };
"mov.s"  "W, S"     "010001 10000 00000 SSSSS WWWWW 000110" FloatMove "fd = fs" |m, o| m.set(o.w, m.rs(o));
"mov.d"  "W, S"     "010001 10001 00000 SSSSS WWWWW 000110" FloatMove "fd = fs" |m, o| { let value = pair(m, o.s)?; set_pair(m, o.w, value)? };
"movf.s" "X, S, q"  "010001 10000 qqq 00 SSSSS XXXXX 010001" FloatMove "fd = fs if flag cc is 0" |m, o| m.set(o.w, flag(m, o).pick(m.rt(o), m.rs(o)));
"movt.s" "X, S, q"  "010001 10000 qqq 01 SSSSS XXXXX 010001" FloatMove "fd = fs if flag cc is 1" |m, o| m.set(o.w, flag(m, o).pick(m.rs(o), m.rt(o)));
"movf.d" "X, S, q"  "010001 10001 qqq 00 SSSSS XXXXX 010001" FloatMove "fd = fs if flag cc is 0" |m, o| pick_pair(m, o, flag(m, o), o.t, o.s)?;
"movt.d" "X, S, q"  "010001 10001 qqq 01 SSSSS XXXXX 010001" FloatMove "fd = fs if flag cc is 1" |m, o| pick_pair(m, o, flag(m, o), o.s, o.t)?;
"movz.s" "X, S, t"  "010001 10000 ttttt SSSSS XXXXX 010010" FloatMove "fd = fs if rt is zero" |m, o| m.set(o.w, m.rt(o).pick(m.get(o.h), m.rs(o)));
"movn.s" "X, S, t"  "010001 10000 ttttt SSSSS XXXXX 010011" FloatMove "fd = fs if rt is not zero" |m, o| m.set(o.w, m.rt(o).pick(m.rs(o), m.get(o.h)));
"movz.d" "X, S, t"  "010001 10001 ttttt SSSSS XXXXX 010010" FloatMove "fd = fs if rt is zero" |m, o| pick_pair(m, o, m.rt(o), o.h, o.s)?;
"movn.d" "X, S, t"  "010001 10001 ttttt SSSSS XXXXX 010011" FloatMove "fd = fs if rt is not zero" |m, o| pick_pair(m, o, m.rt(o), o.s, o.h)?;
"abs.s"  "W, S"     "010001 10000 00000 SSSSS WWWWW 000101" FloatMove "fd = absolute value of fs" |m, o| m.set(o.w, m.rs(o) & m.k(0x7fff_ffff));
"neg.s"  "W, S"     "010001 10000 00000 SSSSS WWWWW 000111" FloatMove "fd = -fs" |m, o| m.set(o.w, m.rs(o) ^ m.k(0x8000_0000));
"abs.d"  "W, S"     "010001 10001 00000 SSSSS WWWWW 000101" FloatMove "fd = absolute value of fs" |m, o| { let (low, high) = pair(m, o.s)?; set_pair(m, o.w, (low, high & m.k(0x7fff_ffff)))? };
"neg.d"  "W, S"     "010001 10001 00000 SSSSS WWWWW 000111" FloatMove "fd = -fs" |m, o| { let (low, high) = pair(m, o.s)?; set_pair(m, o.w, (low, high ^ m.k(0x8000_0000)))? };

// Floating point: arithmetic
"add.s"  "W, S, T"  "010001 10000 TTTTT SSSSS WWWWW 000000" FloatAdd            "fd = fs + ft" |m, o| m.set(o.w, m.single(Arith::Add, m.rs(o), m.rt(o)));
"sub.s"  "W, S, T"  "010001 10000 TTTTT SSSSS WWWWW 000001" FloatAdd            "fd = fs - ft" |m, o| m.set(o.w, m.single(Arith::Subtract, m.rs(o), m.rt(o)));
"mul.s"  "W, S, T"  "010001 10000 TTTTT SSSSS WWWWW 000010" FloatMultiply       "fd = fs * ft" |m, o| m.set(o.w, m.single(Arith::Multiply, m.rs(o), m.rt(o)));
"div.s"  "W, S, T"  "010001 10000 TTTTT SSSSS WWWWW 000011" FloatDivide         "fd = fs / ft" |m, o| m.set(o.w, m.single(Arith::Divide, m.rs(o), m.rt(o)));
"sqrt.s" "W, S"     "010001 10000 00000 SSSSS WWWWW 000100" FloatDivide         "fd = square root of fs" |m, o| m.set(o.w, m.single(Arith::SquareRoot, m.rs(o), m.rs(o)));
"add.d"  "W, S, T"  "010001 10001 TTTTT SSSSS WWWWW 000000" FloatAdd            "fd = fs + ft" |m, o| double_op(m, o, Arith::Add)?;
"sub.d"  "W, S, T"  "010001 10001 TTTTT SSSSS WWWWW 000001" FloatAdd            "fd = fs - ft" |m, o| double_op(m, o, Arith::Subtract)?;
"mul.d"  "W, S, T"  "010001 10001 TTTTT SSSSS WWWWW 000010" FloatMultiplyDouble "fd = fs * ft" |m, o| double_op(m, o, Arith::Multiply)?;
"div.d"  "W, S, T"  "010001 10001 TTTTT SSSSS WWWWW 000011" FloatDivideDouble   "fd = fs / ft" |m, o| double_op(m, o, Arith::Divide)?;
"sqrt.d" "W, S"     "010001 10001 00000 SSSSS WWWWW 000100" FloatDivideDouble   "fd = square root of fs" |m, o| { let a = pair(m, o.s)?; set_pair(m, o.w, m.double(Arith::SquareRoot, a, a))? };

// Floating point: conversions
"cvt.s.d"   "W, S"  "010001 10001 00000 SSSSS WWWWW 100000" FloatAdd "fd = fs, double to single" |m, o| narrow(m, o, Convert::DoubleToSingle)?;
"cvt.s.w"   "W, S"  "010001 10100 00000 SSSSS WWWWW 100000" FloatAdd "fd = fs, word to single" |m, o| single_to_word(m, o, Convert::WordToSingle);
"cvt.d.s"   "W, S"  "010001 10000 00000 SSSSS WWWWW 100001" FloatAdd "fd = fs, single to double" |m, o| widen(m, o, Convert::SingleToDouble)?;
"cvt.d.w"   "W, S"  "010001 10100 00000 SSSSS WWWWW 100001" FloatAdd "fd = fs, word to double" |m, o| widen(m, o, Convert::WordToDouble)?;
"cvt.w.s"   "W, S"  "010001 10000 00000 SSSSS WWWWW 100100" FloatAdd "fd = fs, single to word, in the rounding mode of FCSR" |m, o| single_to_word(m, o, Convert::SingleToWord);
"cvt.w.d"   "W, S"  "010001 10001 00000 SSSSS WWWWW 100100" FloatAdd "fd = fs, double to word, in the rounding mode of FCSR" |m, o| narrow(m, o, Convert::DoubleToWord)?;
"round.w.s" "W, S"  "010001 10000 00000 SSSSS WWWWW 001100" FloatAdd "fd = fs, single to word, rounded to nearest" |m, o| single_to_word(m, o, Convert::SingleRound);
"trunc.w.s" "W, S"  "010001 10000 00000 SSSSS WWWWW 001101" FloatAdd "fd = fs, single to word, rounded toward zero" |m, o| single_to_word(m, o, Convert::SingleTruncate);
"ceil.w.s"  "W, S"  "010001 10000 00000 SSSSS WWWWW 001110" FloatAdd "fd = fs, single to word, rounded up" |m, o| single_to_word(m, o, Convert::SingleCeiling);
"floor.w.s" "W, S"  "010001 10000 00000 SSSSS WWWWW 001111" FloatAdd "fd = fs, single to word, rounded down" |m, o| single_to_word(m, o, Convert::SingleFloor);
"round.w.d" "W, S"  "010001 10001 00000 SSSSS WWWWW 001100" FloatAdd "fd = fs, double to word, rounded to nearest" |m, o| narrow(m, o, Convert::DoubleRound)?;
"trunc.w.d" "W, S"  "010001 10001 00000 SSSSS WWWWW 001101" FloatAdd "fd = fs, double to word, rounded toward zero" |m, o| narrow(m, o, Convert::DoubleTruncate)?;
"ceil.w.d"  "W, S"  "010001 10001 00000 SSSSS WWWWW 001110" FloatAdd "fd = fs, double to word, rounded up" |m, o| narrow(m, o, Convert::DoubleCeiling)?;
"floor.w.d" "W, S"  "010001 10001 00000 SSSSS WWWWW 001111" FloatAdd "fd = fs, double to word, rounded down" |m, o| narrow(m, o, Convert::DoubleFloor)?;

// Floating point: comparisons; the low four bits say less, equal, unordered and signalling
"c.f.s"    "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 110000" FloatMove "flag cc = 0" |m, o| compare_singles(m, o, 0)?;
"c.un.s"   "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 110001" FloatMove "flag cc = unordered" |m, o| compare_singles(m, o, 1)?;
"c.eq.s"   "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 110010" FloatMove "flag cc = fs equals ft" |m, o| compare_singles(m, o, 2)?;
"c.ueq.s"  "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 110011" FloatMove "flag cc = unordered or equal" |m, o| compare_singles(m, o, 3)?;
"c.olt.s"  "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 110100" FloatMove "flag cc = fs < ft" |m, o| compare_singles(m, o, 4)?;
"c.ult.s"  "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 110101" FloatMove "flag cc = unordered or less" |m, o| compare_singles(m, o, 5)?;
"c.ole.s"  "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 110110" FloatMove "flag cc = fs <= ft" |m, o| compare_singles(m, o, 6)?;
"c.ule.s"  "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 110111" FloatMove "flag cc = unordered, less or equal" |m, o| compare_singles(m, o, 7)?;
"c.sf.s"   "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 111000" FloatMove "flag cc = 0; signalling" |m, o| compare_singles(m, o, 8)?;
"c.ngle.s" "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 111001" FloatMove "flag cc = unordered; signalling" |m, o| compare_singles(m, o, 9)?;
"c.seq.s"  "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 111010" FloatMove "flag cc = equal; signalling" |m, o| compare_singles(m, o, 10)?;
"c.ngl.s"  "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 111011" FloatMove "flag cc = unordered or equal; signalling" |m, o| compare_singles(m, o, 11)?;
"c.lt.s"   "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 111100" FloatMove "flag cc = fs < ft; signalling" |m, o| compare_singles(m, o, 12)?;
"c.nge.s"  "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 111101" FloatMove "flag cc = unordered or less; signalling" |m, o| compare_singles(m, o, 13)?;
"c.le.s"   "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 111110" FloatMove "flag cc = fs <= ft; signalling" |m, o| compare_singles(m, o, 14)?;
"c.ngt.s"  "q, S, T" "010001 10000 TTTTT SSSSS qqq 00 111111" FloatMove "flag cc = unordered, less or equal; signalling" |m, o| compare_singles(m, o, 15)?;
"c.f.d"    "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 110000" FloatMove "flag cc = 0" |m, o| compare_doubles(m, o, 0)?;
"c.un.d"   "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 110001" FloatMove "flag cc = unordered" |m, o| compare_doubles(m, o, 1)?;
"c.eq.d"   "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 110010" FloatMove "flag cc = fs equals ft" |m, o| compare_doubles(m, o, 2)?;
"c.ueq.d"  "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 110011" FloatMove "flag cc = unordered or equal" |m, o| compare_doubles(m, o, 3)?;
"c.olt.d"  "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 110100" FloatMove "flag cc = fs < ft" |m, o| compare_doubles(m, o, 4)?;
"c.ult.d"  "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 110101" FloatMove "flag cc = unordered or less" |m, o| compare_doubles(m, o, 5)?;
"c.ole.d"  "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 110110" FloatMove "flag cc = fs <= ft" |m, o| compare_doubles(m, o, 6)?;
"c.ule.d"  "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 110111" FloatMove "flag cc = unordered, less or equal" |m, o| compare_doubles(m, o, 7)?;
"c.sf.d"   "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 111000" FloatMove "flag cc = 0; signalling" |m, o| compare_doubles(m, o, 8)?;
"c.ngle.d" "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 111001" FloatMove "flag cc = unordered; signalling" |m, o| compare_doubles(m, o, 9)?;
"c.seq.d"  "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 111010" FloatMove "flag cc = equal; signalling" |m, o| compare_doubles(m, o, 10)?;
"c.ngl.d"  "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 111011" FloatMove "flag cc = unordered or equal; signalling" |m, o| compare_doubles(m, o, 11)?;
"c.lt.d"   "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 111100" FloatMove "flag cc = fs < ft; signalling" |m, o| compare_doubles(m, o, 12)?;
"c.nge.d"  "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 111101" FloatMove "flag cc = unordered or less; signalling" |m, o| compare_doubles(m, o, 13)?;
"c.le.d"   "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 111110" FloatMove "flag cc = fs <= ft; signalling" |m, o| compare_doubles(m, o, 14)?;
"c.ngt.d"  "q, S, T" "010001 10001 TTTTT SSSSS qqq 00 111111" FloatMove "flag cc = unordered, less or equal; signalling" |m, o| compare_doubles(m, o, 15)?;
}
