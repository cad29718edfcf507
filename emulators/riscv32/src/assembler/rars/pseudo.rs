//! Pseudo-instructions of RARS's assembler and their expansions.
//!
//! Operands: `r` a register, `f` a floating-point register, `5` a number from 0 to 31, `s` a signed
//! 12-bit number, `w` any number, `l` a label, `c` a control and status register, `H` and `L` are
//! `%hi` and `%lo`. The first row whose operands fit is used, real instructions first.
//!
//! [`asmkit::mars::Pseudo`] describes the notation of the instructions. `hi` is the upper part of a
//! value for a `lo` that is added as a signed number; `far` and `near` are the same for the
//! distance to a label. The rounding mode 7 is `dyn`; the numbers after `csrrs` and `csrrw` are
//! register numbers.
//!
//! Source: RARS 1.6, observed; names, forms and order are the documented ones.

/// Names, operands and instructions.
pub(super) type PseudoRow = (&'static str, &'static str, &'static str);

#[rustfmt::skip]
pub(super) static PSEUDO: &[PseudoRow] = &[
// Arithmetic and comparisons
("nop",  "",      "addi 0,0,0"),
("not",  "r,r",   "xori a,b,-1"),
("mv",   "r,r",   "add a,0,b"),
("neg",  "r,r",   "sub a,0,b"),
("fmv.s=fsgnj.s fabs.s=fsgnjx.s fneg.s=fsgnjn.s", "f,f", "* a,b,b"),
("fmv.d=fsgnj.d fabs.d=fsgnjx.d fneg.d=fsgnjn.d", "f,f", "* a,b,b"),
("sgt=slt sgtu=sltu", "r,r,r", "* a,c,b"),
("seqz", "r,r",   "sltiu a,b,1"),
("snez", "r,r",   "sltu a,0,b"),
("sgtz", "r,r",   "slt a,0,b"),
("sltz", "r,r",   "slt a,b,0"),

// Branches and jumps
("b",    "l",     "jal 0,a"),
("beqz=beq bnez=bne bgez=bge bltz=blt", "r,l", "* a,0,b"),
("bgtz=blt blez=bge", "r,l", "* 0,a,b"),
("bgt=blt bgtu=bltu ble=bge bleu=bgeu", "r,r,l", "* b,a,c"),
("j",    "l",     "jal 0,a"),
("jal",  "l",     "jal 1,a"),
("jr",   "r",     "jalr 0,0(a)"),
("jalr", "r",     "jalr 1,0(a)"),
("jr",   "r,s",   "jalr 0,b(a)"),
("jalr", "r,s",   "jalr 1,b(a)"),
("jalr", "r,s(r)", "jalr a,b(c)"),
("ret",  "",      "jalr 0,0(1)"),
("call", "l",     "auipc 6,far a; jalr 1,near a(6)"),
("tail", "l",     "auipc 6,far a; jalr 0,near a(6)"),

// Constants and addresses
("li",   "r,s",   "addi a,0,b"),
("li",   "r,w",   "lui a,hi b; addi a,a,lo b"),
("la",   "r,l",   "auipc a,far b; addi a,a,near b"),

// Loads and stores
("lw lh lb lhu lbu", "r,(r)", "* a,0(b)"),
("lw lh lb lhu lbu", "r,s",   "* a,b(0)"),
("lw lh lb lhu lbu", "r,w",   "lui a,hi b; * a,lo b(a)"),
("lw lh lb lhu lbu", "r,l",   "auipc a,far b; * a,near b(a)"),
("sw sh sb",         "r,(r)", "* a,0(b)"),
("sw sh sb",         "r,s",   "* a,b(0)"),
("sw sh sb",         "r,w,r", "lui c,hi b; * a,lo b(c)"),
("sw sh sb",         "r,l,r", "auipc c,far b; * a,near b(c)"),
("flw fsw fld fsd",  "f,(r)", "* a,0(b)"),
("flw fsw fld fsd",  "f,s",   "* a,b(0)"),
("flw fsw fld fsd",  "f,w,r", "lui c,hi b; * a,lo b(c)"),
("flw fsw fld fsd",  "f,l,r", "auipc c,far b; * a,near b(c)"),

// Control and status registers
("csrr",  "r,c",  "csrrs a,b,0"),
("csrw=csrrw csrs=csrrs csrc=csrrc",     "r,c", "* 0,b,a"),
("csrwi=csrrwi csrsi=csrrsi csrci=csrrci", "c,5", "* 0,a,b"),
("frcsr frsr",   "r",   "csrrs a,3,0"),
("fscsr fssr",   "r,r", "csrrw a,3,b"),
("fscsr fssr",   "r",   "csrrw 0,3,a"),
("frrm",         "r",   "csrrs a,2,0"),
("fsrm",         "r,r", "csrrw a,2,b"),
("fsrm",         "r",   "csrrw 0,2,a"),
("frflags",      "r",   "csrrs a,1,0"),
("fsflags",      "r,r", "csrrw a,1,b"),
("fsflags",      "r",   "csrrw 0,1,a"),
("rdcycle",      "r",   "csrrs a,3072,0"),
("rdtime",       "r",   "csrrs a,3073,0"),
("rdinstret",    "r",   "csrrs a,3074,0"),
("rdcycleh",     "r",   "csrrs a,3200,0"),
("rdtimeh",      "r",   "csrrs a,3201,0"),
("rdinstreth",   "r",   "csrrs a,3202,0"),

// Floating point with the rounding mode in `frm`
("fsqrt.s fsqrt.d fcvt.s.d fcvt.d.s", "f,f", "* a,b,7"),
("fadd.s fsub.s fmul.s fdiv.s fadd.d fsub.d fmul.d fdiv.d", "f,f,f", "* a,b,c,7"),
("fmadd.s fnmadd.s fmsub.s fnmsub.s fmadd.d fnmadd.d fmsub.d fnmsub.d", "f,f,f,f", "* a,b,c,d,7"),
("fcvt.s.wu fcvt.s.w fcvt.d.wu fcvt.d.w", "f,r", "* a,b,7"),
("fcvt.w.s fcvt.wu.s fcvt.w.d fcvt.wu.d", "r,f", "* a,b,7"),

// Extension to a word
("sext.b", "r,r", "slli a,b,24; srai a,a,24"),
("sext.h", "r,r", "slli a,b,16; srai a,a,16"),
("zext.b", "r,r", "andi a,b,255"),
("zext.h", "r,r", "slli a,b,16; srli a,a,16"),

// Newer names
("fmv.x.w", "r,f", "fmv.x.w a,b"),
("fmv.w.x", "f,r", "fmv.w.x a,b"),

// Parts of addresses
("lui",  "r,H(l)",   "lui a,hi b"),
("addi", "r,r,L(l)", "addi a,b,lo c"),
("lb lh lw",   "r,L(l)(r)", "* a,lo b(c)"),
("flw fld",    "f,L(l)(r)", "* a,lo b(c)"),
("fgt.s=flt.s fge.s=fle.s fgt.d=flt.d fge.d=fle.d", "r,f,f", "* a,c,b"),
];

/// Real instructions whose syntax in RARS differs from the manual.
#[rustfmt::skip]
pub(super) static OTHERWISE: &[PseudoRow] = &[
("jalr",    "r,r,s", "jalr a,c(b)"),
("fmv.x.s", "r,f",   "fmv.x.w a,b"),
("fmv.s.x", "f,r",   "fmv.w.x a,b"),
];

/// Real instructions of RARS that have the syntax of their row.
pub(super) static REAL: &str = "\
    add addi and andi auipc beq bge bgeu blt bltu bne csrrc csrrci csrrs csrrsi csrrw csrrwi div \
    divu ebreak ecall fence fence.i lb lbu lh lhu lui lw mul mulh mulhsu mulhu or ori rem remu sb \
    sh sll slli slt slti sltiu sltu sra srai srl srli sub sw uret wfi xor xori jal \
    fadd.s fclass.s fcvt.s.d fcvt.s.w fcvt.s.wu fcvt.w.s fcvt.wu.s fdiv.s feq.s fle.s flt.s flw \
    fmadd.s fmax.s fmin.s fmsub.s fmul.s fnmadd.s fnmsub.s fsgnj.s fsgnjn.s fsgnjx.s fsqrt.s \
    fsub.s fsw \
    fadd.d fclass.d fcvt.d.s fcvt.d.w fcvt.d.wu fcvt.w.d fcvt.wu.d fdiv.d feq.d fld fle.d flt.d \
    fmadd.d fmax.d fmin.d fmsub.d fmul.d fnmadd.d fnmsub.d fsd fsgnj.d fsgnjn.d fsgnjx.d fsqrt.d \
    fsub.d";
