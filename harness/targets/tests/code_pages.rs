//! Programs that write and run code at ever new addresses use bounded memory, and lose no counts.
//!
//! In a file of its own, because it measures the memory of the whole process.

use asmkit::{NoLibrary, Sources};
use machine::{Counts, Engine, Host, Machine, Stop};
use targets::target::Target;

/// Limit for the memory of the process, which runs the programs at the same time; keeping data for each of
/// a million addresses would exceed it.
const MOST_KIB: u64 = 200 << 10;

/// Number of addresses that a program uses in a round; the PDP-10's are below 120000.
const PLACES: u64 = 2048;

/// Instruction limit of a correct program.
const BUDGET: u64 = 1 << 30;

/// A program with its dialect and switches.
struct Program {
    dialect: &'static str,
    switches: &'static [&'static str],
    /// In each of `ROUNDS` rounds, writes a different subroutine to each of `PLACES` addresses and
    /// calls it `CALLS` times.
    text: String,
}

const MIPS: &str = "
main:   li      $s1, ROUNDS
round:  la      $t0, area
        li      $t1, PLACES
        li      $t2, 0x24840000         # addiu $a0, $a0, the round
        or      $t2, $t2, $s1
        li      $t3, 0x03e00008         # jr $ra
place:  sw      $t2, 0($t0)
        sw      $t3, 4($t0)
        li      $t4, CALLS
again:  jalr    $t0
        addiu   $t4, $t4, -1
        bnez    $t4, again
        addiu   $t0, $t0, 16
        addiu   $t1, $t1, -1
        bnez    $t1, place
        addiu   $s1, $s1, -1
        bnez    $s1, round
        li      $v0, 10
        syscall
area:   .word   0:8192
";

const RISCV: &str = "
main:   li      s1, ROUNDS
round:  la      t0, area
        li      t1, PLACES
        slli    t2, s1, 20
        li      t3, 0x00050513          # addi a0, a0, the round
        or      t2, t2, t3
        li      t3, 0x00008067          # ret
place:  sw      t2, 0(t0)
        sw      t3, 4(t0)
        li      t4, CALLS
again:  jalr    t0
        addi    t4, t4, -1
        bnez    t4, again
        addi    t0, t0, 8
        addi    t1, t1, -1
        bnez    t1, place
        addi    s1, s1, -1
        bnez    s1, round
        li      a7, 10
        ecall
area:
";

const PDP10: &str = "
N=4
R=5
S=6
C=7
P=17
PDL:    BLOCK 20
GO:     MOVE P,[-20,,PDL-1]
        MOVEI R,ROUNDS.
ROUND:  MOVEI N,20000
PLACE:  HRLI S,(ADDI 3,)
        HRR S,R
        MOVEM S,(N)
        MOVE S,[POPJ P,]
        MOVEM S,1(N)
        MOVEI C,CALLS.
AGAIN:  PUSHJ P,(N)
        SOJG C,AGAIN
        ADDI N,20
        CAIGE N,120000
         JRST PLACE
        SOJG R,ROUND
        JRST 4,.
        LOC 120000
        0
        END GO
";

fn programs() -> [Program; 3] {
    let nops = "        nop\n".repeat(8192);
    [
        Program { dialect: "spim", switches: &[], text: MIPS.to_owned() },
        Program { dialect: "rars", switches: &["self-modifying"], text: format!("{RISCV}{nops}") },
        Program { dialect: "midas", switches: &["bare"], text: PDP10.to_owned() },
    ]
}

fn run(program: &Program, rounds: u64, calls: u64, engine: Engine) -> Counts {
    let text = program.text.replace("ROUNDS", &rounds.to_string());
    let text = text.replace("PLACES", &PLACES.to_string());
    let text = text.replace("CALLS", &calls.to_string());
    let switches: Vec<String> = program.switches.iter().map(|&name| name.to_owned()).collect();
    let machine = match program.dialect {
        "spim" => "mips32",
        "rars" => "riscv32",
        _ => "pdp10",
    };
    let target = Target::named(machine, program.dialect, &switches);
    let target = target.unwrap_or_else(|_| panic!("{} is a dialect", program.dialect));
    let mut sources = Sources::new();
    let file = sources.add("pages", text.as_bytes());
    let assembly = target.assemble(&mut sources, &[file], &NoLibrary);
    let image =
        assembly.unwrap_or_else(|messages| panic!("{}: {messages:?}", program.dialect)).image;
    let mut machine = target.with_engine(engine).machine();
    machine.load(&image).unwrap_or_else(|error| panic!("{}: {error}", program.dialect));
    let stop = machine.run(&mut Host::default(), BUDGET, &mut ());
    assert!(matches!(stop, Stop::Exit { .. } | Stop::End), "{stop:?}");
    machine.counts()
}

/// Peak memory of this process, if the system reports it.
///
/// Source: proc(5), `VmHWM` of `/proc/self/status`.
fn most_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[test]
fn code_at_a_million_addresses_uses_bounded_memory() {
    if let Err(why) = targets::native::made_for() {
        eprintln!("no native code, for {why}: only the plain engine was measured");
    }
    let compare = |program: &Program| {
        for (places, calls) in [(1 << 20, 1), (PLACES, 50)] {
            let rounds = places / PLACES;
            let plain = run(program, rounds, calls, Engine::Plain);
            assert!(plain.instructions > places * 4 * calls);
            for engine in [Engine::Auto, Engine::Translate] {
                let native = run(program, rounds, calls, engine);
                assert_eq!(plain, native, "{} {engine:?} {calls}", program.dialect);
            }
        }
    };
    let programs = programs();
    std::thread::scope(|scope| {
        for program in &programs {
            scope.spawn(|| compare(program));
        }
    });
    match most_kib() {
        Some(most) => assert!(most < MOST_KIB, "{most} KiB"),
        None => eprintln!("this system does not tell how much memory a process took"),
    }
}
