//! What is fused of small programs, counted by hand.

use asmkit::{Library, OpenError, Sources};
use machine::{Host, Stop};
use targets::target::Target;

use super::*;

#[test]
fn operands_are_read_from_text() {
    let parts = |name, to, from| Some(Parts { name, to, from });
    assert_eq!(Parts::of("slli t0, s0, 2"), parts("slli", "t0", ["s0", "2"]));
    assert_eq!(Parts::of("c.slli t0, 2"), parts("slli", "t0", ["t0", "2"]));
    assert_eq!(Parts::of("c.add t0, a1"), parts("add", "t0", ["t0", "a1"]));
    assert_eq!(Parts::of("lbu a0, -4(a1)"), parts("load", "a0", ["-4", "a1"]));
    assert_eq!(Parts::of("c.lwsp a0, 8(sp)"), parts("load", "a0", ["8", "sp"]));
    assert_eq!(Parts::of("c.lui a0, 0x12"), parts("lui", "a0", ["0x12", ""]));
    assert_eq!(Parts::of("c.addi16sp sp, -64"), parts("addi", "sp", ["sp", "-64"]));
    assert_eq!(Parts::of("c.jalr ra"), parts("jalr", "ra", ["0", "ra"]));
    assert_eq!(Parts::of("jalr ra, 16(ra)"), parts("jalr", "ra", ["16", "ra"]));
    for other in ["c.mv a0, a1", "sw a0, 0(a1)", "c.nop", "ecall", "flw fa0, 0(a0)", ""] {
        assert_eq!(Parts::of(other), None, "{other}");
    }
}

/// A program includes nothing.
struct NoIncludes;

impl Library for NoIncludes {
    fn open(&self, _: &str, _: &str) -> Result<(String, Vec<u8>), OpenError> {
        Err(OpenError::NotFound)
    }
}

/// What is fused of a program of these lines, which ends by itself, and how many instructions it ran.
fn of_program(arch: &str, lines: &str) -> (BTreeMap<&'static str, u64>, u64) {
    let end = "\n li a7, 93\n li a0, 0\n ecall\n .data\ntable: .word 1, 2, 3, 4\n";
    let text = format!(".globl _start\n_start:\n{lines}{end}");
    let target = Target::named("riscv32", "gnu", &[format!("arch={arch}")]).unwrap();
    let mut sources = Sources::new();
    let file = sources.add("program.s", text.as_bytes());
    let made = target.assemble(&mut sources, &[file], &NoIncludes).unwrap();
    let mut machine = target.machine();
    machine.load(&made.image).unwrap();
    assert_eq!(machine.run(&mut Host::default(), 10_000, &mut ()), Stop::Exit { status: 0 });
    let executed = machine.executed();
    let texts: Vec<String> =
        executed.iter().map(|ran| machine.disassemble(ran.address).unwrap()).collect();
    let mut found = fused(&machine, &executed, &texts);
    assert_eq!(found.len(), IDIOMS.len());
    found.retain(|_, times| *times > 0);
    (found, machine.counts().instructions)
}

/// Five times round a loop of every idiom.
const EVERY: &str = "
        li s0, 5
        la s1, table
        lui t1, %hi(table)
        lw t1, %lo(table)(t1)           # load of a name
again:  slli a0, s0, 2
        add a0, s1, a0                  # load effective address
        nop
        add a0, s1, zero
        lw a0, 0(a0)                    # a move, not a sum
        add a0, s1, zero
        add a0, a0, t0
        lw a0, 0(a0)                    # indexed load
        li a0, 1
        slli a0, a0, 2
        add a0, a0, s1
        lw a0, 0(a0)                    # indexed load with shift
        lui a0, 0x12
        addi a0, a0, 1                  # long constant
        auipc a0, 0
        addi a0, a0, 1                  # address of a name
        slli a0, a0, 16
        srli a0, a0, 20                 # field of bits
1:      auipc ra, 0
        jalr ra, 8(ra)                  # far call
        addi s0, s0, -1
        bnez s0, again
";

#[test]
fn each_idiom_is_counted_by_hand() {
    for arch in ["rv32im", "rv32imc"] {
        let (fused, instructions) = of_program(arch, EVERY);
        let expected = [
            (ADDRESS, 5),
            (INDEXED, 5),
            (SCALED, 5),
            (CONSTANT, 5),
            (FIELD, 5),
            (CALL, 5),
            (PLACE, 6),
            (GLOBAL, 1),
        ];
        assert_eq!(fused, expected.into(), "{arch}");
        assert_eq!(left_by_paper(instructions, &fused), instructions - 20, "{arch}");
    }
}

#[test]
fn what_is_no_fusion_is_not_counted() {
    let lines = "
        la s1, table
        slli a0, s0, 4
        add a0, a0, s1                  # too far
        slli a0, s0, 2
        add a0, a0, a0                  # twice the first
        slli a0, s0, 2
        add a1, a0, s1                  # a0 stays
        add a0, s1, zero
        add a0, a0, t0
        lw a0, 4(a0)                    # with an offset
        mv a0, s1
        lw a0, 0(a0)                    # a move
        lui a0, 1
        addi a1, a0, 1                  # a0 stays
        slli a0, s0, 2
        j over
        .balign 4
over:   add a0, a0, s1                  # not adjacent
        auipc t1, 0
        jr 8(t1)                        # t1 stays
";
    for arch in ["rv32im", "rv32imc"] {
        let (fused, instructions) = of_program(arch, lines);
        assert_eq!(fused, [(PLACE, 1)].into(), "{arch}");
        assert_eq!(left_by_paper(instructions, &fused), instructions);
    }
}

/// Where the second instruction is jumped to, what it begins itself is fused then.
#[test]
fn a_fusion_that_is_entered_in_its_middle_is_another_one() {
    let lines = "
        la s1, table
        li s0, 3
        slli a0, s0, 2
middle: add a0, a0, s1
        lw a0, 0(a0)
        li a0, 4
        addi s0, s0, -1
        bnez s0, middle
";
    let (fused, _) = of_program("rv32imc", lines);
    assert_eq!(fused, [(PLACE, 1), (SCALED, 1), (INDEXED, 2)].into());
}

#[test]
fn other_machines_fuse_nothing() {
    let machine = Target::of("mars").unwrap().machine();
    assert!(fused(&machine, &machine.executed(), &["nop"]).is_empty());
}
