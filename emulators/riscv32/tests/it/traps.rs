//! Machine mode: traps, counters, modes, and self-modifying programs.
//!
//! Expected values are from the RISC-V Privileged ISA (1.12), chapter 3, unless stated otherwise.
//! Each program runs in every engine, with the same result.

use asmkit::{NoLibrary, Sources};
use machine::{Access, Cause, Fault, Host, Machine, Stop};
use riscv32::{Dialect, Options, Profile, Riscv32, assembler};

use crate::engines;

/// Runs a program, which may have its own trap handler.
fn run(options: Options, program: &str) -> (Riscv32, Stop) {
    let mut sources = Sources::new();
    let file = sources.add("traps.s", program.as_bytes());
    let assembled = assembler::assemble(&mut sources, &[file], &options, &NoLibrary);
    let image = match assembled {
        Ok(assembly) => assembly.image,
        Err(messages) => panic!("{messages:?}"),
    };
    let new = || Riscv32::new(options);
    let (machine, _, stop) =
        engines::agreed(program, &image, &Host::default(), 10_000, new, |_| {});
    (machine, stop)
}

fn register(machine: &Riscv32, name: &str) -> u64 {
    let registers = machine.registers();
    registers.iter().find(|(register, _)| *register == name).map(|(_, value)| *value).expect("one")
}

fn registers<const N: usize>(machine: &Riscv32, names: [&str; N]) -> [u64; N] {
    names.map(|name| register(machine, name))
}

/// Program after a handler that stores mcause in s0 and mtval in s1, skips the instruction, and
/// continues.
fn with_handler(program: &str) -> String {
    format!(
        "
        .option norvc
        .globl _start
_start: la t0, handler
        csrw mtvec, t0
        j program
        .balign 4
handler:
        csrr s0, mcause
        csrr s1, mtval
        csrr t0, mepc
        addi t0, t0, 4
        csrw mepc, t0
        mret
program:
{program}
        csrw mtvec, zero        # from here on the environment takes calls
        li a0, 0
        li a7, 93
        ecall
"
    )
}

const EXIT: Stop = Stop::Exit { status: 0 };

#[test]
fn each_exception_has_its_cause_and_its_value() {
    let strict = Options { strict_align: true, ..Options::bare() };
    let cases: &[(&str, Options, u64, u64)] = &[
        ("lw a1, 1(zero)", strict, 4, 1),
        ("sh a1, 3(zero)", strict, 6, 3),
        ("lw a1, 0(zero)", strict, 5, 0),
        ("sw a1, 8(zero)", strict, 7, 8),
        // A misaligned atomic access is an access fault if plain accesses may be misaligned.
        ("la t1, program\n addi t1, t1, 1\n lr.w a1, (t1)\n sub s1, s1, t1", Options::bare(), 5, 0),
        // A read-modify-write access fails as a store; the reservation only reads.
        ("amoadd.w a1, a2, (zero)", Options::bare(), 7, 0),
        ("sc.w a1, a2, (zero)", Options::bare(), 7, 0),
        ("lr.w a1, (zero)", Options::bare(), 5, 0),
        (".word 0xffffffff", strict, 2, 0xffff_ffff),
        ("csrr a1, 0x5ff", strict, 2, 0x5ff0_25f3),
        ("csrw 0xc00, a1", strict, 2, 0xc005_9073),
        ("ecall", strict, 11, 0),
        ("csrwi frm, 5\n fadd.s ft0, ft1, ft2", strict, 2, 0x0020_f053),
    ];
    for (program, options, cause, value) in cases {
        let (machine, stop) = run(*options, &with_handler(program));
        assert_eq!(stop, EXIT, "{program}");
        assert_eq!(registers(&machine, ["s0", "s1"]), [*cause, *value], "{program}");
        assert_eq!(machine.counts().cancelled_instructions, 1, "{program}");
    }
}

#[test]
fn without_a_handler_the_fault_is_the_end() {
    let (_, stop) = run(Options::bare(), ".globl _start\n_start: lw a0, 4(zero)");
    let Stop::Fault(Fault { cause, .. }) = stop else { panic!("{stop:?}") };
    assert_eq!(cause, Cause::Unmapped { access: Access::Load, address: 4 });
}

#[test]
fn user_mode_is_entered_by_mret_and_left_by_a_trap() {
    let program = "
        li t1, 0x1800
        csrc mstatus, t1        # MPP = user mode
        la t0, user
        csrw mepc, t0
        mret
user:   csrr a1, cycle          # which mcounteren allows
        csrr a2, mstatus        # not for user mode: traps, and the handler steps over it
        mv s2, s0
        ecall                   # the handler comes back in user mode
        mv s3, s0
        nop";
    let (machine, stop) = run(Options::bare(), &with_handler(program));
    assert_eq!(registers(&machine, ["s2", "s3"]), [2, 8]);
    // In user mode, the handler remains: it skips the last call and then runs forever.
    assert_eq!(stop, Stop::Budget);
}

#[test]
fn a_trap_puts_the_interrupt_bit_aside_and_mret_brings_it_back() {
    let program = "
        csrsi mstatus, 8
        la t0, inside
        csrw mtvec, t0
        ecall
        csrr a4, mstatus
        j on
        .balign 4
inside: csrr a3, mstatus
        csrr t0, mepc
        addi t0, t0, 4
        csrw mepc, t0
        mret
on:";
    let (machine, stop) = run(Options::bare(), &with_handler(program));
    assert_eq!(stop, EXIT);
    let [inside, after] = registers(&machine, ["a3", "a4"]);
    assert_eq!((inside >> 3 & 1, inside >> 7 & 1, inside >> 11 & 3), (0, 1, 3));
    assert_eq!((after >> 3 & 1, after >> 7 & 1, after >> 11 & 3), (1, 1, 0));
}

#[test]
fn counters_are_exact_can_be_written_and_held_still() {
    let program = "
        csrr a1, minstret
        nop
        csrr a2, minstret
        sub a2, a2, a1          # the nop and the first read
        csrwi minstret, 0
        csrr a3, minstret       # what was written
        csrwi mcountinhibit, 4
        csrr a4, minstret
        nop
        csrr a5, minstret       # held still
        sub a5, a5, a4
        csrwi mcountinhibit, 0
        csrr a4, minstreth
        csrwi minstreth, 7
        csrr a6, minstreth";
    let (machine, stop) = run(Options::bare(), &with_handler(program));
    assert_eq!(stop, EXIT);
    assert_eq!(registers(&machine, ["a2", "a3", "a5", "a4", "a6"]), [2, 0, 0, 0, 7]);
}

#[test]
fn a_jump_to_half_an_instruction_traps_at_the_jump_without_compressed_ones() {
    let options = Options { profile: Profile::named("rv32im").expect("a name"), ..Options::bare() };
    let program = "
        li a1, 1
        la t1, program
        addi t1, t1, 2
        jalr a1, 0(t1)
        sub s1, s1, t1";
    let (machine, stop) = run(options, &with_handler(program));
    assert_eq!(stop, EXIT);
    // The link register is unchanged: the jump had no effect.
    assert_eq!(registers(&machine, ["s0", "s1", "a1"]), [0, 0, 1]);
}

#[test]
fn missing_extensions_differ_from_invalid_instructions() {
    let options = Options { profile: Profile::named("rv32i").expect("a name"), ..Options::bare() };
    let cases = [
        (".word 0x02b50533", Cause::NotHere { word: 0x02b5_0533, advice: "" }),
        (".half 0x4501", Cause::NotHere { word: 0x4501, advice: "" }),
        (".word 0", Cause::Illegal { word: 0 }),
    ];
    for (program, expected) in cases {
        let (_, stop) = run(options, &format!(".globl _start\n_start: {program}\n nop"));
        let Stop::Fault(Fault { cause, .. }) = stop else { panic!("{stop:?}") };
        assert_eq!(cause, expected);
    }
}

#[test]
fn a_program_that_writes_itself_executes_what_it_wrote() {
    // Turns `addi a1, a1, 1` into `addi a1, a1, 16` in its first round: 1 + 16 + 16.
    let program = "
        .option norvc
        .globl _start
_start: li a1, 0
        li t2, 3
        la t0, change
        li t1, 0x01058593
loop:
change: addi a1, a1, 1
        sw t1, 0(t0)
        fence.i
        addi t2, t2, -1
        bnez t2, loop
        mv a0, a1
        li a7, 93
        ecall";
    let (machine, stop) = run(Options::bare(), program);
    assert_eq!(stop, Stop::Exit { status: 33 });
    let total: u64 = machine.executed().iter().map(|executed| executed.times).sum();
    assert_eq!(total, machine.counts().instructions);
}

/// The model: one cycle per instruction, one more after a load whose value is used immediately, one
/// more for a change of flow, 32 for a division.
#[test]
fn cycles_follow_the_model_wherever_blocks_and_budgets_cut() {
    let program = "
        .option norvc
        .globl _start
_start: lui t0, 0x80000         # 1
        lw a1, 0(t0)            # 2: the next uses it
        addi a1, a1, 1          # 1
        lw a2, 4(t0)            # 1
        nop                     # 1
        div a3, a1, t0          # 32
        j 1f                    # 2
        nop
1:      beqz t0, 1b             # 1: not taken
        bnez t0, 2f             # 2
        nop
2:      li a0, 0                # 1
        li a7, 93               # 1
        ecall                   # 1";
    let (machine, stop) = run(Options::bare(), program);
    assert_eq!(stop, EXIT);
    assert_eq!(machine.counts().instructions, 12);
    assert_eq!(machine.counts().cycles_by("esp32c3"), Some(46));
    assert_eq!(machine.counts().cycles_by("unit"), Some(12));
}

#[test]
fn linux_programs_run_in_user_mode() {
    let options = Options::of(Dialect::Gnu);
    let (_, stop) = run(options, ".globl _start\n_start: csrr a0, mstatus");
    let Stop::Fault(Fault { cause, .. }) = stop else { panic!("{stop:?}") };
    assert!(matches!(cause, Cause::Privileged { .. }), "{cause:?}");
}
