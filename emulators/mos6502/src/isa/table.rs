//! The instruction table: what a manual prints about each instruction.

use kit::Value;

use super::access::Operand;
use super::bus::Bus;
use super::cpu::{A, C, Cpu, D, Done, I, JAM, N, S, STOP, V, WAIT, X, Y, Z};
use super::mode::Mode;
use super::row::{Encoding, SemanticsList, Set, instructions, is_crossing, operand};

// Name, access, meaning, semantics, then for each set of processors the addressing modes, each with
// its opcode and its cycles.
//
// The assembler takes the first mode that fits. `+` after the cycles: one more if the indexed
// address is in another page than its base.
// Sets: `Both` is on every processor, `Nmos` on the NMOS 6502 only, `Undocumented` too but in no
// manual of MOS, `Cmos` on the 65C02 only. Names of undocumented instructions are those of ca65.
//
// Sources: MOS Technology, "MCS6500 Microcomputer Family Programming Manual" (1976), appendix B;
// Western Design Center, "W65C02S 8-bit Microprocessor" data sheet, tables 5-1 and 6-4; for
// undocumented ones "NMOS 6510 Unintended Opcodes: No More Secrets", version 0.99.
#[rustfmt::skip]
instructions! {
    "ADC"  add      "A = A + operand + C"                         (|m, v| m.adc(v, m.carry()))               Both [Immediate 0x69 2] [Zero 0x65 3] [ZeroX 0x75 4] [Absolute 0x6d 4] [AbsoluteX 0x7d 4 +] [AbsoluteY 0x79 4 +] [IndexedIndirect 0x61 6] [IndirectIndexed 0x71 5 +] Cmos [ZeroIndirect 0x72 5];
    "AND"  read     "A = A & operand"                             (|m, v| m.result(A, m.get(A) & v))         Both [Immediate 0x29 2] [Zero 0x25 3] [ZeroX 0x35 4] [Absolute 0x2d 4] [AbsoluteX 0x3d 4 +] [AbsoluteY 0x39 4 +] [IndexedIndirect 0x21 6] [IndirectIndexed 0x31 5 +] Cmos [ZeroIndirect 0x32 5];
    "ASL"  modify   "shift left, bit 7 to C"                      (|m, v| m.left(v, m.k(0)))                 Both [Zero 0x06 5] [ZeroX 0x16 6] [Absolute 0x0e 6] [Accumulator 0x0a 2] Nmos [AbsoluteX 0x1e 7] Cmos [AbsoluteX 0x1e 6 +];
    "BCC"  branches "branch if C = 0"                             (|m| m.lacks(C))                           Both [Relative 0x90 2];
    "BCS"  branches "branch if C = 1"                             (|m| m.has(C))                             Both [Relative 0xb0 2];
    "BEQ"  branches "branch if Z = 1"                             (|m| m.has(Z))                             Both [Relative 0xf0 2];
    "BIT"  read     "Z = A & operand is 0, N and V = its bits 7 and 6" (|m, v| m.bit(v))                          Both [Zero 0x24 3] [Absolute 0x2c 4] Cmos [ZeroX 0x34 4] [AbsoluteX 0x3c 4 +];
    "BMI"  branches "branch if N = 1"                             (|m| m.has(N))                             Both [Relative 0x30 2];
    "BNE"  branches "branch if Z = 0"                             (|m| m.lacks(Z))                           Both [Relative 0xd0 2];
    "BPL"  branches "branch if N = 0"                             (|m| m.lacks(N))                           Both [Relative 0x10 2];
    "BRK"  control  "push PC + 2 and P with B, go to the address at $FFFE" (|m, _| m.brk())                           Both [Implied 0x00 7];
    "BVC"  branches "branch if V = 0"                             (|m| m.lacks(V))                           Both [Relative 0x50 2];
    "BVS"  branches "branch if V = 1"                             (|m| m.has(V))                             Both [Relative 0x70 2];
    "CLC"  implied  "C = 0"                                       (|m| m.clear(C))                           Both [Implied 0x18 2];
    "CLD"  implied  "D = 0"                                       (|m| m.clear(D))                           Both [Implied 0xd8 2];
    "CLI"  implied  "I = 0"                                       (|m| m.after_poll(|m| m.clear(I)))         Both [Implied 0x58 2];
    "CLV"  implied  "V = 0"                                       (|m| m.clear(V))                           Both [Implied 0xb8 2];
    "CMP"  read     "flags of A - operand"                        (|m, v| m.compare(m.get(A), v))            Both [Immediate 0xc9 2] [Zero 0xc5 3] [ZeroX 0xd5 4] [Absolute 0xcd 4] [AbsoluteX 0xdd 4 +] [AbsoluteY 0xd9 4 +] [IndexedIndirect 0xc1 6] [IndirectIndexed 0xd1 5 +] Cmos [ZeroIndirect 0xd2 5];
    "CPX"  read     "flags of X - operand"                        (|m, v| m.compare(m.get(X), v))            Both [Immediate 0xe0 2] [Zero 0xe4 3] [Absolute 0xec 4];
    "CPY"  read     "flags of Y - operand"                        (|m, v| m.compare(m.get(Y), v))            Both [Immediate 0xc0 2] [Zero 0xc4 3] [Absolute 0xcc 4];
    "DEC"  modify   "operand = operand - 1"                       (|m, v| m.tested(m.previous(v)))           Both [Zero 0xc6 5] [ZeroX 0xd6 6] [Absolute 0xce 6] [AbsoluteX 0xde 7] Cmos [Accumulator 0x3a 2];
    "DEX"  implied  "X = X - 1"                                   (|m| m.result(X, m.previous(m.get(X))))    Both [Implied 0xca 2];
    "DEY"  implied  "Y = Y - 1"                                   (|m| m.result(Y, m.previous(m.get(Y))))    Both [Implied 0x88 2];
    "EOR"  read     "A = A ^ operand"                             (|m, v| m.result(A, m.get(A) ^ v))         Both [Immediate 0x49 2] [Zero 0x45 3] [ZeroX 0x55 4] [Absolute 0x4d 4] [AbsoluteX 0x5d 4 +] [AbsoluteY 0x59 4 +] [IndexedIndirect 0x41 6] [IndirectIndexed 0x51 5 +] Cmos [ZeroIndirect 0x52 5];
    "INC"  modify   "operand = operand + 1"                       (|m, v| m.tested(m.next(v)))               Both [Zero 0xe6 5] [ZeroX 0xf6 6] [Absolute 0xee 6] [AbsoluteX 0xfe 7] Cmos [Accumulator 0x1a 2];
    "INX"  implied  "X = X + 1"                                   (|m| m.result(X, m.next(m.get(X))))        Both [Implied 0xe8 2];
    "INY"  implied  "Y = Y + 1"                                   (|m| m.result(Y, m.next(m.get(Y))))        Both [Implied 0xc8 2];
    "JMP"  control  "go to the address at the operand + X"        (|m, base| m.jump_indexed(base)) Cmos [AbsoluteIndexedIndirect 0x7c 6];
    "JMP"  control  "go to the address at the operand; its high byte is from the same page" (|m, pointer| m.jump_indirect(pointer))    Nmos [Indirect 0x6c 5];
    "JMP"  control  "go to the address at the operand"            (|m, pointer| m.jump_indirect(pointer))    Cmos [Indirect 0x6c 6];
    "JMP"  transfer "go to the operand"                           (|m, to| { m.jump(to); Ok(()) })           Both [Absolute 0x4c 3];
    "JSR"  transfer "push the address of the last byte of this instruction, go to the operand" (|m, to| m.call(to))                       Both [Absolute 0x20 6];
    "LDA"  read     "A = operand"                                 (|m, v| m.result(A, v))                    Both [Immediate 0xa9 2] [Zero 0xa5 3] [ZeroX 0xb5 4] [Absolute 0xad 4] [AbsoluteX 0xbd 4 +] [AbsoluteY 0xb9 4 +] [IndexedIndirect 0xa1 6] [IndirectIndexed 0xb1 5 +] Cmos [ZeroIndirect 0xb2 5];
    "LDX"  read     "X = operand"                                 (|m, v| m.result(X, v))                    Both [Immediate 0xa2 2] [Zero 0xa6 3] [ZeroY 0xb6 4] [Absolute 0xae 4] [AbsoluteY 0xbe 4 +];
    "LDY"  read     "Y = operand"                                 (|m, v| m.result(Y, v))                    Both [Immediate 0xa0 2] [Zero 0xa4 3] [ZeroX 0xb4 4] [Absolute 0xac 4] [AbsoluteX 0xbc 4 +];
    "LSR"  modify   "shift right, bit 0 to C"                     (|m, v| m.right(v, m.k(0)))                Both [Zero 0x46 5] [ZeroX 0x56 6] [Absolute 0x4e 6] [Accumulator 0x4a 2] Nmos [AbsoluteX 0x5e 7] Cmos [AbsoluteX 0x5e 6 +];
    "NOP"  implied  "nothing"                                     (|_| ())                                   Both [Implied 0xea 2] Undocumented [Implied 0x1a 2] [Implied 0x3a 2] [Implied 0x5a 2] [Implied 0x7a 2] [Implied 0xda 2] [Implied 0xfa 2];
    "ORA"  read     "A = A | operand"                             (|m, v| m.result(A, m.get(A) | v))         Both [Immediate 0x09 2] [Zero 0x05 3] [ZeroX 0x15 4] [Absolute 0x0d 4] [AbsoluteX 0x1d 4 +] [AbsoluteY 0x19 4 +] [IndexedIndirect 0x01 6] [IndirectIndexed 0x11 5 +] Cmos [ZeroIndirect 0x12 5];
    "PHA"  pushes   "push A"                                      (|m| m.get(A))                             Both [Implied 0x48 3];
    "PHP"  pushes   "push P with B"                               (|m| m.pushed_flags())                     Both [Implied 0x08 3];
    "PLA"  pulls    "pull A"                                      (|m, v| m.result(A, v))                    Both [Implied 0x68 4];
    "PLP"  pulls    "pull P"                                      (|m, v| m.after_poll(|m| m.pull_flags(v))) Both [Implied 0x28 4];
    "ROL"  modify   "rotate left through C"                       (|m, v| m.left(v, m.carry()))              Both [Zero 0x26 5] [ZeroX 0x36 6] [Absolute 0x2e 6] [Accumulator 0x2a 2] Nmos [AbsoluteX 0x3e 7] Cmos [AbsoluteX 0x3e 6 +];
    "ROR"  modify   "rotate right through C"                      (|m, v| m.right(v, m.carry()))             Both [Zero 0x66 5] [ZeroX 0x76 6] [Absolute 0x6e 6] [Accumulator 0x6a 2] Nmos [AbsoluteX 0x7e 7] Cmos [AbsoluteX 0x7e 6 +];
    "RTI"  control  "pull P and PC"                               (|m, _| m.return_from_interrupt())         Both [Implied 0x40 6];
    "RTS"  control  "pull PC and add 1"                           (|m, _| m.return_from_call())              Both [Implied 0x60 6];
    "SBC"  add      "A = A - operand - 1 + C"                     (|m, v| m.sbc(v))                          Both [Immediate 0xe9 2] [Zero 0xe5 3] [ZeroX 0xf5 4] [Absolute 0xed 4] [AbsoluteX 0xfd 4 +] [AbsoluteY 0xf9 4 +] [IndexedIndirect 0xe1 6] [IndirectIndexed 0xf1 5 +] Undocumented [Immediate 0xeb 2] Cmos [ZeroIndirect 0xf2 5];
    "SEC"  implied  "C = 1"                                       (|m| m.raise(C))                           Both [Implied 0x38 2];
    "SED"  implied  "D = 1"                                       (|m| m.raise(D))                           Both [Implied 0xf8 2];
    "SEI"  implied  "I = 1"                                       (|m| m.after_poll(|m| m.raise(I)))         Both [Implied 0x78 2];
    "STA"  write    "operand = A"                                 (|m| m.get(A))                             Both [Zero 0x85 3] [ZeroX 0x95 4] [Absolute 0x8d 4] [AbsoluteX 0x9d 5] [AbsoluteY 0x99 5] [IndexedIndirect 0x81 6] [IndirectIndexed 0x91 6] Cmos [ZeroIndirect 0x92 5];
    "STX"  write    "operand = X"                                 (|m| m.get(X))                             Both [Zero 0x86 3] [ZeroY 0x96 4] [Absolute 0x8e 4];
    "STY"  write    "operand = Y"                                 (|m| m.get(Y))                             Both [Zero 0x84 3] [ZeroX 0x94 4] [Absolute 0x8c 4];
    "TAX"  implied  "X = A"                                       (|m| m.result(X, m.get(A)))                Both [Implied 0xaa 2];
    "TAY"  implied  "Y = A"                                       (|m| m.result(Y, m.get(A)))                Both [Implied 0xa8 2];
    "TSX"  implied  "X = S"                                       (|m| m.result(X, m.get(S)))                Both [Implied 0xba 2];
    "TXA"  implied  "A = X"                                       (|m| m.result(A, m.get(X)))                Both [Implied 0x8a 2];
    "TXS"  implied  "S = X"                                       (|m| m.set(S, m.get(X)))                   Both [Implied 0x9a 2];
    "TYA"  implied  "A = Y"                                       (|m| m.result(A, m.get(Y)))                Both [Implied 0x98 2];

    "ALR"  read     "A = (A & operand) shifted right"             (|m, v| m.set(A, m.right(m.get(A) & v, m.k(0)))) Undocumented [Immediate 0x4b 2];
    "ANC"  read     "A = A & operand, C = N"                      (|m, v| m.anc(v))                          Undocumented [Immediate 0x0b 2] [Immediate 0x2b 2];
    "ANE"  read     "A = (A | $EE) & X & operand"                 (|m, v| m.result(A, m.unstable() & m.get(X) & v)) Undocumented [Immediate 0x8b 2];
    "ARR"  read     "A = (A & operand) rotated right"             (|m, v| m.arr(v))                          Undocumented [Immediate 0x6b 2];
    "AXS"  read     "X = (A & X) - operand"                       (|m, v| m.axs(v))                          Undocumented [Immediate 0xcb 2];
    "DCP"  modify   "`DEC`, then `CMP`"                           (|m, v| { let v = m.previous(v); m.compare(m.get(A), v); v }) Undocumented [IndexedIndirect 0xc3 8] [IndirectIndexed 0xd3 8] [Zero 0xc7 5] [ZeroX 0xd7 6] [Absolute 0xcf 6] [AbsoluteX 0xdf 7] [AbsoluteY 0xdb 7];
    "ISC"  modify   "`INC`, then `SBC`"                           (|m, v| { let v = m.next(v); m.sbc(v); v }) Undocumented [IndexedIndirect 0xe3 8] [IndirectIndexed 0xf3 8] [Zero 0xe7 5] [ZeroX 0xf7 6] [Absolute 0xef 6] [AbsoluteX 0xff 7] [AbsoluteY 0xfb 7];
    "JAM"  control  "stop until reset"                            (|m, _| m.ask(JAM))                        Undocumented [Implied 0x02 2] [Implied 0x12 2] [Implied 0x22 2] [Implied 0x32 2] [Implied 0x42 2] [Implied 0x52 2] [Implied 0x62 2] [Implied 0x72 2] [Implied 0x92 2] [Implied 0xb2 2] [Implied 0xd2 2] [Implied 0xf2 2];
    "LAS"  read     "A, X and S = S & operand"                    (|m, v| { let v = m.get(S) & v; m.set(S, v); m.set(X, v); m.result(A, v) }) Undocumented [AbsoluteY 0xbb 4 +];
    "LAX"  read     "A and X = operand"                           (|m, v| { m.set(X, v); m.result(A, v) })   Undocumented [Zero 0xa7 3] [ZeroY 0xb7 4] [Absolute 0xaf 4] [AbsoluteY 0xbf 4 +] [IndexedIndirect 0xa3 6] [IndirectIndexed 0xb3 5 +];
    "LAX"  read     "A and X = (A | $EE) & operand"               (|m, v| { let v = m.unstable() & v; m.set(X, v); m.result(A, v) }) Undocumented [Immediate 0xab 2];
    "NOP"  read     "nothing, but reads its operand"              (|_, _| ())                                Undocumented [Immediate 0x80 2] [Immediate 0x82 2] [Immediate 0x89 2] [Immediate 0xc2 2] [Immediate 0xe2 2] [Zero 0x04 3] [Zero 0x44 3] [Zero 0x64 3] [ZeroX 0x14 4] [ZeroX 0x34 4] [ZeroX 0x54 4] [ZeroX 0x74 4] [ZeroX 0xd4 4] [ZeroX 0xf4 4] [Absolute 0x0c 4] [AbsoluteX 0x1c 4 +] [AbsoluteX 0x3c 4 +] [AbsoluteX 0x5c 4 +] [AbsoluteX 0x7c 4 +] [AbsoluteX 0xdc 4 +] [AbsoluteX 0xfc 4 +] Cmos [Immediate 0x02 2] [Immediate 0x22 2] [Immediate 0x42 2] [Immediate 0x62 2] [Immediate 0x82 2] [Immediate 0xc2 2] [Immediate 0xe2 2] [Zero 0x44 3] [ZeroX 0x54 4] [ZeroX 0xd4 4] [ZeroX 0xf4 4];
    "RLA"  modify   "`ROL`, then `AND`"                           (|m, v| { let v = m.left(v, m.carry()); m.result(A, m.get(A) & v); v }) Undocumented [IndexedIndirect 0x23 8] [IndirectIndexed 0x33 8] [Zero 0x27 5] [ZeroX 0x37 6] [Absolute 0x2f 6] [AbsoluteX 0x3f 7] [AbsoluteY 0x3b 7];
    "RRA"  modify   "`ROR`, then `ADC`"                           (|m, v| { let carry = v & m.k(1); let v = m.right(v, m.carry()); m.adc(v, carry); v }) Undocumented [IndexedIndirect 0x63 8] [IndirectIndexed 0x73 8] [Zero 0x67 5] [ZeroX 0x77 6] [Absolute 0x6f 6] [AbsoluteX 0x7f 7] [AbsoluteY 0x7b 7];
    "SAX"  write    "operand = A & X"                             (|m| m.get(A) & m.get(X))                  Undocumented [Zero 0x87 3] [ZeroY 0x97 4] [Absolute 0x8f 4] [IndexedIndirect 0x83 6];
    "SHA"  masked   "operand = A & X & (high byte of its base + 1)" (|m| m.get(A) & m.get(X))                  Undocumented [AbsoluteY 0x9f 5] [IndirectIndexed 0x93 6];
    "SHX"  masked   "operand = X & (high byte of its base + 1)"   (|m| m.get(X))                             Undocumented [AbsoluteY 0x9e 5];
    "SHY"  masked   "operand = Y & (high byte of its base + 1)"   (|m| m.get(Y))                             Undocumented [AbsoluteX 0x9c 5];
    "SLO"  modify   "`ASL`, then `ORA`"                           (|m, v| { let v = m.left(v, m.k(0)); m.result(A, m.get(A) | v); v }) Undocumented [IndexedIndirect 0x03 8] [IndirectIndexed 0x13 8] [Zero 0x07 5] [ZeroX 0x17 6] [Absolute 0x0f 6] [AbsoluteX 0x1f 7] [AbsoluteY 0x1b 7];
    "SRE"  modify   "`LSR`, then `EOR`"                           (|m, v| { let v = m.right(v, m.k(0)); m.result(A, m.get(A) ^ v); v }) Undocumented [IndexedIndirect 0x43 8] [IndirectIndexed 0x53 8] [Zero 0x47 5] [ZeroX 0x57 6] [Absolute 0x4f 6] [AbsoluteX 0x5f 7] [AbsoluteY 0x5b 7];
    "TAS"  masked   "S = A & X, operand = S & (high byte of its base + 1)" (|m| { let s = m.get(A) & m.get(X); m.set(S, s); s }) Undocumented [AbsoluteY 0x9b 5];

    "BBR0" tests    "branch if bit 0 is 0"                        (|m, v| (v & m.k(0x01)).equals(m.k(0)))    Cmos [ZeroRelative 0x0f 5];
    "BBR1" tests    "branch if bit 1 is 0"                        (|m, v| (v & m.k(0x02)).equals(m.k(0)))    Cmos [ZeroRelative 0x1f 5];
    "BBR2" tests    "branch if bit 2 is 0"                        (|m, v| (v & m.k(0x04)).equals(m.k(0)))    Cmos [ZeroRelative 0x2f 5];
    "BBR3" tests    "branch if bit 3 is 0"                        (|m, v| (v & m.k(0x08)).equals(m.k(0)))    Cmos [ZeroRelative 0x3f 5];
    "BBR4" tests    "branch if bit 4 is 0"                        (|m, v| (v & m.k(0x10)).equals(m.k(0)))    Cmos [ZeroRelative 0x4f 5];
    "BBR5" tests    "branch if bit 5 is 0"                        (|m, v| (v & m.k(0x20)).equals(m.k(0)))    Cmos [ZeroRelative 0x5f 5];
    "BBR6" tests    "branch if bit 6 is 0"                        (|m, v| (v & m.k(0x40)).equals(m.k(0)))    Cmos [ZeroRelative 0x6f 5];
    "BBR7" tests    "branch if bit 7 is 0"                        (|m, v| (v & m.k(0x80)).equals(m.k(0)))    Cmos [ZeroRelative 0x7f 5];
    "BBS0" tests    "branch if bit 0 is 1"                        (|m, v| v & m.k(0x01))                     Cmos [ZeroRelative 0x8f 5];
    "BBS1" tests    "branch if bit 1 is 1"                        (|m, v| v & m.k(0x02))                     Cmos [ZeroRelative 0x9f 5];
    "BBS2" tests    "branch if bit 2 is 1"                        (|m, v| v & m.k(0x04))                     Cmos [ZeroRelative 0xaf 5];
    "BBS3" tests    "branch if bit 3 is 1"                        (|m, v| v & m.k(0x08))                     Cmos [ZeroRelative 0xbf 5];
    "BBS4" tests    "branch if bit 4 is 1"                        (|m, v| v & m.k(0x10))                     Cmos [ZeroRelative 0xcf 5];
    "BBS5" tests    "branch if bit 5 is 1"                        (|m, v| v & m.k(0x20))                     Cmos [ZeroRelative 0xdf 5];
    "BBS6" tests    "branch if bit 6 is 1"                        (|m, v| v & m.k(0x40))                     Cmos [ZeroRelative 0xef 5];
    "BBS7" tests    "branch if bit 7 is 1"                        (|m, v| v & m.k(0x80))                     Cmos [ZeroRelative 0xff 5];
    "BIT"  read     "Z = A & operand is 0"                        (|m, v| m.test_bits(v))                    Cmos [Immediate 0x89 2];
    "BRA"  branches "branch always"                               (|m| m.k(1))                               Cmos [Relative 0x80 2];
    "NOP"  skip     "nothing, in one cycle"                       (|_| ())                                   Cmos [Implied 0x03 1] [Implied 0x13 1] [Implied 0x23 1] [Implied 0x33 1] [Implied 0x43 1] [Implied 0x53 1] [Implied 0x63 1] [Implied 0x73 1] [Implied 0x83 1] [Implied 0x93 1] [Implied 0xa3 1] [Implied 0xb3 1] [Implied 0xc3 1] [Implied 0xd3 1] [Implied 0xe3 1] [Implied 0xf3 1] [Implied 0x0b 1] [Implied 0x1b 1] [Implied 0x2b 1] [Implied 0x3b 1] [Implied 0x4b 1] [Implied 0x5b 1] [Implied 0x6b 1] [Implied 0x7b 1] [Implied 0x8b 1] [Implied 0x9b 1] [Implied 0xab 1] [Implied 0xbb 1] [Implied 0xeb 1] [Implied 0xfb 1];
    "NOP"  control  "nothing"                                     (|m, _| m.long_skip())                     Cmos [Absolute 0x5c 8] [Absolute 0xdc 4] [Absolute 0xfc 4];
    "PHX"  pushes   "push X"                                      (|m| m.get(X))                             Cmos [Implied 0xda 3];
    "PHY"  pushes   "push Y"                                      (|m| m.get(Y))                             Cmos [Implied 0x5a 3];
    "PLX"  pulls    "pull X"                                      (|m, v| m.result(X, v))                    Cmos [Implied 0xfa 4];
    "PLY"  pulls    "pull Y"                                      (|m, v| m.result(Y, v))                    Cmos [Implied 0x7a 4];
    "RMB0" modify   "bit 0 = 0"                                   (|m, v| v & m.k(0xff ^ 0x01))              Cmos [Zero 0x07 5];
    "RMB1" modify   "bit 1 = 0"                                   (|m, v| v & m.k(0xff ^ 0x02))              Cmos [Zero 0x17 5];
    "RMB2" modify   "bit 2 = 0"                                   (|m, v| v & m.k(0xff ^ 0x04))              Cmos [Zero 0x27 5];
    "RMB3" modify   "bit 3 = 0"                                   (|m, v| v & m.k(0xff ^ 0x08))              Cmos [Zero 0x37 5];
    "RMB4" modify   "bit 4 = 0"                                   (|m, v| v & m.k(0xff ^ 0x10))              Cmos [Zero 0x47 5];
    "RMB5" modify   "bit 5 = 0"                                   (|m, v| v & m.k(0xff ^ 0x20))              Cmos [Zero 0x57 5];
    "RMB6" modify   "bit 6 = 0"                                   (|m, v| v & m.k(0xff ^ 0x40))              Cmos [Zero 0x67 5];
    "RMB7" modify   "bit 7 = 0"                                   (|m, v| v & m.k(0xff ^ 0x80))              Cmos [Zero 0x77 5];
    "SMB0" modify   "bit 0 = 1"                                   (|m, v| v | m.k(0x01))                     Cmos [Zero 0x87 5];
    "SMB1" modify   "bit 1 = 1"                                   (|m, v| v | m.k(0x02))                     Cmos [Zero 0x97 5];
    "SMB2" modify   "bit 2 = 1"                                   (|m, v| v | m.k(0x04))                     Cmos [Zero 0xa7 5];
    "SMB3" modify   "bit 3 = 1"                                   (|m, v| v | m.k(0x08))                     Cmos [Zero 0xb7 5];
    "SMB4" modify   "bit 4 = 1"                                   (|m, v| v | m.k(0x10))                     Cmos [Zero 0xc7 5];
    "SMB5" modify   "bit 5 = 1"                                   (|m, v| v | m.k(0x20))                     Cmos [Zero 0xd7 5];
    "SMB6" modify   "bit 6 = 1"                                   (|m, v| v | m.k(0x40))                     Cmos [Zero 0xe7 5];
    "SMB7" modify   "bit 7 = 1"                                   (|m, v| v | m.k(0x80))                     Cmos [Zero 0xf7 5];
    "STP"  control  "stop until reset"                            (|m, _| m.ask(STOP))                       Cmos [Implied 0xdb 3];
    "STZ"  write    "operand = 0"                                 (|m| m.k(0))                               Cmos [Zero 0x64 3] [ZeroX 0x74 4] [Absolute 0x9c 4] [AbsoluteX 0x9e 5];
    "TRB"  modify   "operand = operand & !A, Z = A & the old operand is 0" (|m, v| { m.test_bits(v); v & m.low(m.get(A).not()) }) Cmos [Zero 0x14 5] [Absolute 0x1c 6];
    "TSB"  modify   "operand = operand | A, Z = A & the old operand is 0" (|m, v| { m.test_bits(v); v | m.get(A) })  Cmos [Zero 0x04 5] [Absolute 0x0c 6];
    "WAI"  control  "wait for an interrupt"                       (|m, _| m.ask(WAIT))                       Cmos [Implied 0xcb 3];
}
