//! The table of MARS's pseudo-instructions.
//!
//! Operands: `r` a register, `f` a floating point register, `5` a number from 0 to 31, `s` a
//! signed and `u` an unsigned 16-bit number, `w` any number, `l` a label, `A` any number, a label,
//! or a label plus a number. The first row whose operands fit is taken, real instructions first.
//!
//! [`Pseudo`] defines the notation of instructions. `at` is `$1`, `hi` the high half of a value,
//! `ha` the high half for a signed `lo`, `lo` the signed and `lu` the unsigned low half. `small b`
//! loads a 16-bit and `big b` a 32-bit number into `$1`. With delayed branches, a `nop` follows a
//! branch `over`.
//!
//! Source: MARS 4.6, observed; the names, forms and order are its documented ones.

use asmkit::mars::Pseudo;

#[rustfmt::skip]
pub(super) static PSEUDO: &[Pseudo] = &[
// Real instructions with an omitted operand are in SHORT.

// Arithmetic
("not",   "r,r",   "nor a,b,0", ""),
("add",   "r,r,s", "addi a,b,c", ""),
("add",   "r,r,w", "big c; add a,b,at", ""),
("addu",  "r,r,w", "big c; addu a,b,at", ""),
("addi",  "r,r,w", "big c; add a,b,at", ""),
("addiu", "r,r,w", "big c; addu a,b,at", ""),
("sub",   "r,r,s", "small c; sub a,b,at", ""),
("sub",   "r,r,w", "big c; sub a,b,at", ""),
("subu",  "r,r,w", "big c; subu a,b,at", ""),
("subi",  "r,r,s", "small c; sub a,b,at", ""),
("subi",  "r,r,w", "big c; sub a,b,at", ""),
("subiu", "r,r,w", "big c; subu a,b,at", ""),
("move",  "r,r",   "addu a,0,b", ""),
("abs",   "r,r",   "sra at,b,31; xor a,at,b; subu a,a,at", ""),
("neg",   "r,r",   "sub a,0,b", ""),
("negu",  "r,r",   "subu a,0,b", ""),

// Logic
("andi=and ori=or xori=xor", "r,r,w", "big c; * a,b,at", ""),
("and=andi or=ori xor=xori", "r,r,u", "* a,b,c", ""),
("and=andi or=ori xor=xori", "r,u",   "* a,a,b", ""),
("andi ori xori",            "r,u",   "* a,a,b", ""),
("andi=and ori=or xori=xor", "r,w",   "big b; * a,a,at", ""),

// Comparisons
("seq",  "r,r,r", "subu a,b,c; ori at,0,1; sltu a,a,at", ""),
("seq",  "r,r,s", "small c; subu a,b,at; ori at,0,1; sltu a,a,at", ""),
("seq",  "r,r,w", "big c; subu a,b,at; ori at,0,1; sltu a,a,at", ""),
("sne",  "r,r,r", "subu a,b,c; sltu a,0,a", ""),
("sne",  "r,r,s", "small c; subu a,b,at; sltu a,0,a", ""),
("sne",  "r,r,w", "big c; subu a,b,at; sltu a,0,a", ""),
("sge=slt sgeu=sltu", "r,r,r", "* a,b,c; ori at,0,1; subu a,at,a", ""),
("sge=slt sgeu=sltu", "r,r,s", "small c; * a,b,at; ori at,0,1; subu a,at,a", ""),
("sge=slt sgeu=sltu", "r,r,w", "big c; * a,b,at; ori at,0,1; subu a,at,a", ""),
("sgt=slt sgtu=sltu", "r,r,r", "* a,c,b", ""),
("sgt=slt sgtu=sltu", "r,r,s", "small c; * a,at,b", ""),
("sgt=slt sgtu=sltu", "r,r,w", "big c; * a,at,b", ""),
("sle=slt sleu=sltu", "r,r,r", "* a,c,b; ori at,0,1; subu a,at,a", ""),
("sle=slt sleu=sltu", "r,r,s", "small c; * a,at,b; ori at,0,1; subu a,at,a", ""),
("sle=slt sleu=sltu", "r,r,w", "big c; * a,at,b; ori at,0,1; subu a,at,a", ""),

// Branches
("b",    "l",     "bgez 0,a", ""),
("beqz", "r,l",   "beq a,0,b", ""),
("bnez", "r,l",   "bne a,0,b", ""),
("beq bne", "r,s,l", "small b; * at,a,c", ""),
("beq bne", "r,w,l", "big b; * at,a,c", ""),
("bge=slt bgeu=sltu",   "r,r,l", "* at,a,b; beq at,0,c", ""),
("bge=slti bgeu=sltiu", "r,s,l", "* at,a,b; beq at,0,c", ""),
("bge=slt bgeu=sltu",   "r,w,l", "big b; * at,a,at; beq at,0,c", ""),
("bgt=slt bgtu=sltu",   "r,r,l", "* at,b,a; bne at,0,c", ""),
("bgt=slt bgtu=sltu",   "r,s,l", "small b; * at,at,a; bne at,0,c", ""),
("bgt",                 "r,w,l", "big b+1; slt at,a,at; beq at,0,c", ""),
("bgtu",                "r,w,l", "big b; sltu at,at,a; bne at,0,c", ""),
("ble=slt bleu=sltu",   "r,r,l", "* at,b,a; beq at,0,c", ""),
("ble",                 "r,s,l", "addi at,a,-1; slti at,at,b; bne at,0,c", ""),
("ble",                 "r,w,l", "big b+1; slt at,a,at; bne at,0,c", ""),
("bleu",                "r,s,l", "small b; sltu at,at,a; beq at,0,c", ""),
("bleu",                "r,w,l", "big b; sltu at,at,a; beq at,0,c", ""),
("blt=slt bltu=sltu",   "r,r,l", "* at,a,b; bne at,0,c", ""),
("blt=slti bltu=sltiu", "r,s,l", "* at,a,b; bne at,0,c", ""),
("blt=slt bltu=sltu",   "r,w,l", "big b; * at,a,at; bne at,0,c", ""),

// Rotations
("rol", "r,r,r", "subu at,0,c; srlv at,b,at; sllv a,b,c; or a,a,at", ""),
("rol", "r,r,5", "srl at,b,-c; sll a,b,c; or a,a,at", ""),
("ror", "r,r,r", "subu at,0,c; sllv at,b,at; srlv a,b,c; or a,a,at", ""),
("ror", "r,r,5", "sll at,b,-c; srl a,b,c; or a,a,at", ""),

// Moves of pairs
("mfc1.d=mfc1 mtc1.d=mtc1", "r,f", "* a,b; * a',b'", ""),

// Multiplication and division
("mul",   "r,r,s", "small c; mul a,b,at", ""),
("mul",   "r,r,w", "big c; mul a,b,at", ""),
("mulu",  "r,r,r", "multu b,c; mflo a", ""),
("mulu",  "r,r,s", "small c; multu b,at; mflo a", ""),
("mulu",  "r,r,w", "big c; multu b,at; mflo a", ""),
("mulo",  "r,r,r", "mult b,c; mfhi at; mflo a; sra a,a,31; beq at,a,over; break 0; mflo a", ""),
("mulo",  "r,r,s", "small c; mult b,at; mfhi at; mflo a; sra a,a,31; beq at,a,over; break 0; mflo a", ""),
("mulo",  "r,r,w", "big c; mult b,at; mfhi at; mflo a; sra a,a,31; beq at,a,over; break 0; mflo a", ""),
("mulou", "r,r,r", "multu b,c; mfhi at; beq at,0,over; break 0; mflo a", ""),
("mulou", "r,r,s", "small c; multu b,at; mfhi at; beq at,0,over; break 0; mflo a", ""),
("mulou", "r,r,w", "big c; multu b,at; mfhi at; beq at,0,over; break 0; mflo a", ""),
("div divu",         "r,r,r", "bne c,0,over; break 0; * b,c; mflo a", ""),
("div divu",         "r,r,s", "small c; * b,at; mflo a", ""),
("div divu",         "r,r,w", "big c; * b,at; mflo a", ""),
("rem=div remu=divu", "r,r,r", "bne c,0,over; break 0; * b,c; mfhi a", ""),
("rem=div remu=divu", "r,r,s", "small c; * b,at; mfhi a", ""),
("rem=div remu=divu", "r,r,w", "big c; * b,at; mfhi a", ""),

// Constants and addresses
("li", "r,s",    "addiu a,0,b", ""),
("li", "r,u",    "ori a,0,b", ""),
("li", "r,w",    "lui at,hi b; ori a,at,lu b", ""),
("la", "r,(r)",  "addi a,b,0", ""),
("la", "r,s",    "addiu a,0,b", ""),
("la", "r,u",    "ori a,0,b", ""),
("la", "r,u(r)", "ori at,0,b; add a,c,at", ""),
("la", "r,A(r)", "big b; add a,c,at", "addi a,c,lo b"),
("la", "r,A",    "lui at,hi b; ori a,at,lu b", "addi a,0,lo b"),

// Loads and stores
("lw lh lb lhu lbu lwl lwr ll sw sh sb swl swr sc", "r,(r)",  "* a,0(b)", ""),
("lw lh lb lhu lbu lwl lwr ll sw sh sb swl swr sc", "r,s",    "* a,b(0)", ""),
("lw lh lb lhu lbu lwl lwr ll sw sh sb swl sc",     "r,u",    "ori at,0,b; * a,0(at)", ""),
// MARS's row for addresses from 32768 to 65535 has an instruction that it cannot encode.
("swr",                                             "r,u",    "", ""),
("lw lh lb lhu lbu lwl lwr ll sw sh sb swl swr sc", "r,A",    "lui at,ha b; * a,lo b(at)", "* a,lo b(0)"),
("lw lh lb lhu lbu lwl lwr ll sw sh sb swl swr sc", "r,u(r)", "ori at,0,b; addu at,at,c; * a,0(at)", ""),
("lw lh lb lhu lbu lwl lwr ll sw sh sb swl swr sc", "r,A(r)", "lui at,ha b; addu at,at,c; * a,lo b(at)", "* a,lo b(c)"),
("lwc1 ldc1 swc1 sdc1 l.s=lwc1 l.d=ldc1 s.s=swc1 s.d=sdc1", "f,(r)",  "* a,0(b)", ""),
("lwc1 ldc1 swc1 sdc1 l.s=lwc1 l.d=ldc1 s.s=swc1 s.d=sdc1", "f,s",    "* a,b(0)", ""),
("lwc1 ldc1 swc1 sdc1 l.s=lwc1 l.d=ldc1 s.s=swc1 s.d=sdc1", "f,A",    "lui at,ha b; * a,lo b(at)", "* a,lo b(0)"),
("lwc1 ldc1 swc1 sdc1 l.s=lwc1 l.d=ldc1 s.s=swc1 s.d=sdc1", "f,A(r)", "lui at,ha b; addu at,at,c; * a,lo b(at)", "* a,lo b(c)"),

// Loads and stores of pairs
("ld=lw sd=sw", "r,s(r)", "* a,b(c); lui at,ha b+4; addu at,at,c; * a',lo b+4(at)", ""),
("ld=lw sd=sw", "r,A",    "lui at,ha b; * a,lo b(at); lui at,ha b+4; * a',lo b+4(at)", ""),
("ld=lw sd=sw", "r,(r)",  "* a,0(b); * a',4(b)", ""),
("ld=lw sd=sw", "r,A(r)", "lui at,ha b; addu at,at,c; * a,lo b(at); lui at,ha b+4; addu at,at,c; * a',lo b+4(at)", ""),

// Loads and stores at any address
("ulw", "r,s(r)", "lui at,ha b+3; addu at,at,c; lwl a,lo b+3(at); lwr a,b(c)", ""),
("ulw", "r,A",    "lui at,ha b+3; lwl a,lo b+3(at); lui at,ha b; lwr a,lo b(at)", ""),
("ulw", "r,(r)",  "lwl a,3(b); lwr a,0(b)", ""),
("ulw", "r,A(r)", "lui at,ha b+3; addu at,at,c; lwl a,lo b+3(at); lui at,ha b; addu at,at,c; lwr a,lo b(at)", ""),
("usw", "r,s(r)", "lui at,ha b+3; addu at,at,c; swl a,lo b+3(at); swr a,b(c)", ""),
("usw", "r,A",    "lui at,ha b+3; swl a,lo b+3(at); lui at,ha b; swr a,lo b(at)", ""),
("usw", "r,(r)",  "swl a,3(b); swr a,0(b)", ""),
("usw", "r,A(r)", "lui at,ha b+3; addu at,at,c; swl a,lo b+3(at); lui at,ha b; addu at,at,c; swr a,lo b(at)", ""),
("ulh=lb ulhu=lbu", "r,s(r)", "lui at,ha b+1; addu at,at,c; * a,lo b+1(at); lbu at,b(c); sll a,a,8; or a,a,at", ""),
("ulh=lb ulhu=lbu", "r,A",    "lui at,ha b+1; * a,lo b+1(at); lui at,ha b; lbu at,lo b(at); sll a,a,8; or a,a,at", ""),
("ulh=lb ulhu=lbu", "r,(r)",  "* a,1(b); lbu at,0(b); sll a,a,8; or a,a,at", ""),
("ulh=lb ulhu=lbu", "r,A(r)", "lui at,ha b+1; addu at,at,c; * a,lo b+1(at); lui at,ha b; addu at,at,c; lbu at,lo b(at); sll a,a,8; or a,a,at", ""),
("ush", "r,s(r)", "sb a,b(c); sll at,a,24; srl a,a,8; or a,a,at; lui at,ha b+1; addu at,at,c; sb a,lo b+1(at); srl at,a,24; sll a,a,8; or a,a,at", ""),
("ush", "r,A",    "lui at,ha b; sb a,lo b(at); sll at,a,24; srl a,a,8; or a,a,at; lui at,ha b+1; sb a,lo b+1(at); srl at,a,24; sll a,a,8; or a,a,at", ""),
("ush", "r,(r)",  "sb a,0(b); sll at,a,24; srl a,a,8; or a,a,at; sb a,1(b); srl at,a,24; sll a,a,8; or a,a,at", ""),
("ush", "r,A(r)", "lui at,ha b; addu at,at,c; sb a,lo b(at); sll at,a,24; srl a,a,8; or a,a,at; lui at,ha b+1; addu at,at,c; sb a,lo b+1(at); srl at,a,24; sll a,a,8; or a,a,at", ""),
];

/// Real instructions with fewer operands than in the manual; not pseudo-instructions.
#[rustfmt::skip]
pub(super) static SHORT: &[Pseudo] = &[
("nop",     "",    "sll 0,0,0", ""),
("break",   "",    "break 0", ""),
("syscall", "",    "syscall 0", ""),
("jalr",    "r",   "jalr 31,a", ""),
("movf movt", "r,r", "* a,b,0", ""),
("movf.s movt.s movf.d movt.d", "f,f", "* a,b,0", ""),
("bc1f bc1t", "l", "* 0,a", ""),
("c.eq.s c.le.s c.lt.s c.eq.d c.le.d c.lt.d", "f,f", "* 0,a,b", ""),
];

/// Real instructions of MARS, in the form of their row; `break` and `syscall` differ.
pub(super) static REAL: &str = "\
    add addi addiu addu sub subu slt sltu slti sltiu clo clz \
    and andi or ori xor xori nor lui sll srl sra sllv srlv srav \
    mult multu mul madd maddu msub msubu div divu mfhi mflo mthi mtlo movn movz movf movt \
    lb lbu lh lhu lw lwl lwr ll sb sh sw swl swr sc lwc1 ldc1 swc1 sdc1 \
    beq bne blez bgtz bltz bgez bltzal bgezal bc1f bc1t j jal jr jalr \
    break teq tne tge tgeu tlt tltu teqi tnei tgei tgeiu tlti tltiu mfc0 mtc0 eret mfc1 mtc1 \
    mov.s movf.s movt.s movn.s movz.s abs.s neg.s add.s sub.s mul.s div.s sqrt.s \
    mov.d movf.d movt.d movn.d movz.d abs.d neg.d add.d sub.d mul.d div.d sqrt.d \
    cvt.s.d cvt.s.w cvt.d.s cvt.d.w cvt.w.s cvt.w.d \
    round.w.s trunc.w.s ceil.w.s floor.w.s round.w.d trunc.w.d ceil.w.d floor.w.d \
    c.eq.s c.le.s c.lt.s c.eq.d c.le.d c.lt.d";
