//! The last part of a run, repeated: it ends in the same state for any input.

use asmkit::{NoLibrary, Sources};
use machine::{Engine, Host, Input, Machine, Stop};
use targets::replay::{RunRecord, SuppliedInput};
use targets::target::{AnyMachine, Target};

/// Reads a number, adds it in a loop, reads another one, and then reads an invalid one.
const PROGRAM: &str = "
main:   li      $v0, 5
        syscall
        move    $s0, $v0
        li      $t0, ROUNDS
loop:   addu    $s1, $s1, $s0
        addiu   $t0, $t0, -1
        bnez    $t0, loop
        li      $v0, 5
        syscall
        lw      $t1, 0($zero)
";

/// Number of instructions between checks for a snapshot.
const SLICE_INSTRS: u64 = 10_000_000;

fn all(machine: &AnyMachine) -> (Vec<(&'static str, u64)>, machine::Counts, u64) {
    (machine.registers(), machine.counts(), machine.pc())
}

#[test]
fn the_last_part_of_a_run_is_repeated() {
    for (rounds, is_whole) in
        [(1000, true), (15_000_000, false), (22_000_000, false), (90_000_000, false)]
    {
        let target = Target::of("mars").expect("a dialect").with_engine(Engine::Auto);
        let mut sources = Sources::new();
        let text = PROGRAM.replace("ROUNDS", &rounds.to_string());
        let file = sources.add("past.s", text.as_bytes());
        let image = target.assemble(&mut sources, &[file], &NoLibrary).expect("a program").image;
        let begin = || {
            let (mut machine, mut host) = (target.machine(), Host::default());
            host.input = Input::open();
            machine.load(&image).expect("it fits");
            machine.run(&mut host, 0, &mut ());
            (machine, host)
        };
        let mut record = RunRecord::new(begin);
        let (mut machine, mut host) = begin();
        let mut numbers = ["7\n", "11\n"].into_iter();
        let stop = loop {
            match machine.run(&mut host, SLICE_INSTRS, &mut ()) {
                Stop::Budget => record.came(&machine, &host),
                Stop::Input => {
                    let number = numbers.next().expect("it reads two");
                    let given = SuppliedInput::Input(number.as_bytes().to_vec());
                    given.give(&mut host);
                    record.given(given);
                }
                stop => break stop,
            }
        };
        assert!(matches!(stop, Stop::Fault(_)), "{stop:?}");
        let past = record.past(&machine);
        let (done, kept) = (machine.attempted(), machine.attempted() - past.left_out());
        assert_eq!((past.is_whole(), past.left_out() == 0), (is_whole, is_whole));
        assert!(is_whole || (20_000_000..=40_000_000).contains(&kept), "{kept} of {done}");
        assert_eq!(past.machine().attempted(), past.left_out());
        let again = past.again(done + 1, &mut (), |_, (), _| {});
        assert_eq!(all(&again), all(&machine), "{rounds} rounds");
        assert_eq!(machine.register("s1"), Some(7 * rounds));
        assert_eq!(machine.register("v0"), Some(11));
    }
}
