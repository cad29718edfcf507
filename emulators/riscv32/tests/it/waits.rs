//! Programs that poll, and that wait for an interrupt: every engine makes the same steps at the same
//! simulated time, even if rounds are only counted.
//!
//! The programs in `tests/waits` never end, so that a limit of instructions also measures their speed.

use asmkit::{NoLibrary, Sources};
use machine::{Host, Image, Machine, Random, Stop};
use riscv32::{Options, Riscv32, assembler};

use crate::engines;

const PROGRAMS: [(&str, &str); 4] = [
    ("csr-pair", include_str!("../waits/csr-pair.s")),
    ("counter", include_str!("../waits/counter.s")),
    ("systimer", include_str!("../waits/systimer.s")),
    ("gpio", include_str!("../waits/gpio.s")),
];

fn image(source: &str, options: &Options) -> Image {
    let mut sources = Sources::new();
    let file = sources.add("waits.s", source.as_bytes());
    let made = assembler::assemble(&mut sources, &[file], options, &NoLibrary);
    made.unwrap_or_else(|messages| panic!("{messages:?}")).image
}

fn run(source: &str, options: Options, budget: u64) -> (Riscv32, Stop) {
    let image = image(source, &options);
    let new = || Riscv32::new(options);
    let (machine, _, stop) = engines::agreed(source, &image, &Host::default(), budget, new, |_| {});
    (machine, stop)
}

fn value(machine: &Riscv32, register: &str) -> u64 {
    machine.register(register).expect("a register")
}

#[test]
fn polling_loops_are_the_same_in_every_engine() {
    for (name, source) in PROGRAMS {
        for budget in [99_991, 100_000] {
            let (machine, stop) = run(source, Options::esp32c3(), budget);
            assert_eq!((stop, machine.counts().instructions), (Stop::Budget, budget), "{name}");
        }
    }
}

/// Instructions of random loops: accesses of every width to devices and memory, and counters.
const ROUND: &[&str] = &[
    "lw a0, 0x44(s0)",
    "lb a1, 0x44(s0)",
    "lbu a2, 0x45(s0)",
    "lh a3, 0x44(s0)",
    "lhu a4, 0x46(s0)",
    "sw s3, 4(s0)",
    "sw a0, 4(s1)",
    "sb a0, 5(s1)",
    "sh a5, 6(s1)",
    "lw a5, 4(s1)",
    "lw a0, 0x3c(s1)",
    "lw zero, 0x3c(s1)",
    "lw a1, 0(s2)",
    "lb a1, 3(s2)",
    "lh a2, 2(s2)",
    "sw a1, 0(s2)",
    "sb a0, 1(s2)",
    "sh a3, 2(s2)",
    "lw a4, 0xb0(s4)",
    "lw a4, 0x1c(s5)",
    "lw a4, 0(s6)",
    "sw a4, 8(s6)",
    "csrr a0, 0x7e2",
    "csrrc a1, 0x7e2, zero",
    "csrrci a2, 0x7e2, 0",
    "csrrs zero, 0x7e2, zero",
    "csrrsi a3, mstatus, 8",
    "csrr a3, 0x7e1",
    "add a5, a5, a0",
    "xor a2, a2, a1",
    "mv a1, a0",
    "mul a3, a0, a1",
    "div a4, a0, s3",
    "bltu a0, a1, 2f",
    "bnez a2, 2f",
];

#[test]
fn random_polling_loops_are_the_same_in_every_engine() {
    for seed in 0..200 {
        let mut random = Random::seeded(seed);
        let mut one = || ROUND[(random.next_u64() % ROUND.len() as u64) as usize];
        let rounds: Vec<String> = (0..8).map(|_| format!("        {}\n", one())).collect();
        let (first, second) = (rounds[..4].concat(), rounds[4..].concat());
        let source = format!(
            "
        .globl _start
_start: lui s0, 0x60023
        lui s1, 0x60004
        la s2, word
        lui s3, 0x40000
        lui s4, 0x60026
        lui s5, 0x60000
        lui s6, 0x60014
1:
{first}2:
{second}        addi t0, t0, 1
        j 1b
2:      j 1b
        .data
word:   .word 0x8765fedc
"
        );
        // The last instructions of a budget are in the middle of a block.
        let budget = 3000 + seed;
        let (machine, stop) = run(&source, Options::esp32c3(), budget);
        let count = machine.counts().instructions;
        assert_eq!((stop, count), (Stop::Budget, budget), "seed {seed}:\n{source}");
    }
}

/// The timer's interrupt ends an endless jump at its own time, and the budget bounds the rest.
#[test]
fn an_idle_loop_ends_with_the_interrupt_or_the_budget() {
    let source = "
        .globl _start
_start: la t0, h
        csrw mtvec, t0
        li s0, 0x02004000
        li t0, 100000
        sw zero, 4(s0)
        sw t0, 0(s0)
        li t0, 0x80
        csrw mie, t0
        csrsi mstatus, 8
1:      j 1b
        .balign 4
h:      li t1, 0x0200bff8
        lw a1, 0(t1)
        addi a0, a0, 1
        li t1, -1
        sw t1, 4(s0)
        mret";
    let (machine, stop) = run(source, Options::virt(), 5_000_000);
    assert_eq!((stop, machine.counts().instructions), (Stop::Budget, 5_000_000));
    assert_eq!(value(&machine, "a0"), 1);
    assert!((100_000..100_010).contains(&value(&machine, "a1")));
    // A jump takes two cycles.
    let cycles = machine.counts().cycles_by("esp32c3").expect("the model");
    assert!((9_999_900..10_000_100).contains(&cycles), "{cycles}");
}

/// A limit that only skipped rounds can reach in the time of a test.
#[test]
fn skipped_rounds_are_counted() {
    let budget = 4_000_000_000_000;
    let options = Options::virt();
    let image = image(".globl _start\n_start: nop\n1: beqz zero, 1b", &options);
    let mut machine = Riscv32::new(options);
    machine.load(&image).expect("memory");
    let stop = machine.run(&mut Host::default(), budget, &mut ());
    assert_eq!((stop, machine.counts().instructions), (Stop::Budget, budget));
    let times: u64 = machine.executed().iter().map(|executed| executed.times).sum();
    assert_eq!(times, budget);
}
