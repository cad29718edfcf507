//! Data-flow tracking does not change execution, and sound values are independent of the doubtful
//! ones.

use machine::follow::{Doubt, Event, Follow, Use};
use machine::{Counts, Host, Image, Machine, Stop};
use proptest::prelude::*;

use crate::engine::tests::{DATA, assembled, image, long, options, short};
use crate::{Dialect, Options, Riscv32};

const ALL: u64 = 0xffff_ffff;

/// Tracks everything that runs.
fn everywhere() -> Follow {
    let mut follow = Follow::new();
    (follow.home, follow.allowed) =
        (std::iter::once(0..1 << 32).collect(), std::iter::once(0..1 << 32).collect());
    follow
}

fn machine(options: Options, image: &Image, registers: &[u32]) -> (Riscv32, Host) {
    let mut machine = Riscv32::new(options);
    machine.load(image).expect("it fits");
    let mut host = Host::default();
    machine.run(&mut host, 0, &mut ());
    for (number, &value) in registers.iter().enumerate() {
        machine.cpu.set_reg(number as u8, value);
        machine.cpu.set_double(number as u8, u64::from(value) << 31 | 0xffff_ffff << 32);
    }
    machine.cpu.set_reg(3, DATA);
    (machine, host)
}

/// Doubt about `t1` after the lines of a program in which `t0` is doubtful, and the reported
/// events.
fn after(dialect: Dialect, lines: &str) -> (Doubt, Vec<Event>) {
    let options = Options::of(dialect);
    let program = format!(".globl _start\n_start: {lines}\n.data\nroom: .word 0\n");
    let image = assembled(&options, "lines.s", program.as_bytes());
    let (mut machine, mut host) = machine(options, &image, &[]);
    let mut follow = everywhere();
    let slot = |name| machine.slot(name).expect("a register");
    let (t0, t1) = (slot("t0"), slot("t1"));
    follow.set_register(t0, Doubt::of(ALL, 7));
    let count = lines.lines().count() as u64 + lines.matches("la ").count() as u64;
    machine.run_followed(&mut host, count, &mut follow).expect("followed");
    (follow.register(t1), follow.take_events())
}

#[test]
fn what_is_carried_about_is_a_copy_and_decides_nothing() {
    let after = |lines| after(Dialect::Gnu, lines);
    let copy = Doubt::of(ALL, 7);
    for lines in [
        "mv t1, t0",
        "or t1, t0, zero",
        "add t1, zero, t0",
        "la t2, room\nsw t0, (t2)\nlw t1, (t2)",
    ] {
        assert_eq!(after(lines), (copy, Vec::new()), "{lines}");
    }
    for lines in ["xor t1, t0, t0", "sub t1, t0, t0", "andi t1, t0, 0", "li t1, 5"] {
        assert_eq!(after(lines), (Doubt::NONE, Vec::new()), "{lines}");
    }
    assert_eq!(after("slli t1, t0, 24").0.bits, 0xff00_0000);
    assert_eq!(after("addi t1, t0, 1").0, Doubt { is_copy: false, ..copy });
}

#[test]
fn doubtful_decisions_are_reported() {
    let reported = |lines| {
        let used = |event| match event {
            Event::Used { how, read_at, .. } => Some((how, read_at.is_some())),
            _ => None,
        };
        after(Dialect::Gnu, lines).1.into_iter().find_map(used)
    };
    assert_eq!(reported("beqz t0, _start"), Some((Use::Branch, false)));
    assert_eq!(reported("addi t1, t0, 1\nbeqz t1, _start"), Some((Use::Branch, true)));
    assert_eq!(reported("lw t1, (t0)"), Some((Use::Address, false)));
    assert_eq!(reported("jr t0"), Some((Use::Jump, false)));
    assert_eq!(reported("mv a0, t0\nli a7, 93\necall"), Some((Use::Call, false)));
    assert_eq!(reported("sltu t1, zero, t0"), None);
    let number = |dialect, lines| {
        let (_, events) = after(dialect, lines);
        let called = |event| match event {
            Event::Called { number, .. } => Some(number),
            _ => None,
        };
        events.into_iter().find_map(called)
    };
    assert_eq!(number(Dialect::Rars, "li a0, 4\nli a7, 1\necall"), Some(1));
    assert_eq!(number(Dialect::Venus, "li a1, 4\nli a0, 1\necall"), Some(1));
}

type Left =
    (Vec<(&'static str, u64)>, Counts, Vec<Option<u64>>, u64, Vec<machine::InstructionCount>);

fn left(machine: &Riscv32) -> Left {
    let data = (0..256).map(|at| machine.peek(u64::from(DATA) + at)).collect();
    (machine.registers(), machine.counts(), data, machine.pc(), machine.executed())
}

/// Whether two machines agree in all values that are reported as sound.
fn agree(one: &Riscv32, other: &Riscv32, follow: &Follow) -> Result<(), TestCaseError> {
    prop_assert_eq!(one.pc(), other.pc());
    for ((name, a), (_, b)) in one.registers().into_iter().zip(other.registers()) {
        // Floating-point registers have a second half that is not tracked by name.
        let Some(slot) = one.slot(name).filter(|slot| *slot < 32) else { continue };
        let sound = !follow.register(slot).bits & ALL;
        prop_assert_eq!(a & sound, b & sound, "{}: {:?}", name, follow.register(slot));
    }
    for address in u64::from(DATA)..u64::from(DATA) + 128 {
        let sound = !follow.unit(address).bits & 0xff;
        let [a, b] = [one, other].map(|machine| machine.peek(address).map(|byte| byte & sound));
        prop_assert_eq!(a, b, "{:x}", address);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn who_is_followed_runs_as_ever(
        text in prop::collection::vec(prop_oneof![3 => long(), 1 => short()], 1..60),
        data in prop::collection::vec(any::<u32>(), 1..32),
        registers in prop::collection::vec(any::<u32>(), 32),
        doubtful in any::<u32>(),
        slices in prop::collection::vec(1u64..40, 1..12),
        options in options(),
    ) {
        let image = image(&text, &data);
        let (mut plain, mut host) = machine(options, &image, &registers);
        let (mut followed, mut other_host) = machine(options, &image, &registers);
        let mut follow = everywhere();
        for slot in (0..32).filter(|slot| doubtful >> slot & 1 != 0) {
            follow.set_register(slot, Doubt::of(ALL, slot.into()));
        }
        for slice in slices {
            let stop = plain.run(&mut host, slice, &mut ());
            prop_assert_eq!(followed.run_followed(&mut other_host, slice, &mut follow), Some(stop));
            prop_assert_eq!(left(&plain), left(&followed));
            if stop != Stop::Budget {
                break;
            }
        }
    }

    #[test]
    fn what_is_sound_does_not_depend_on_what_is_doubtful(
        text in prop::collection::vec(prop_oneof![3 => long(), 1 => short()], 1..60),
        data in prop::collection::vec(any::<u32>(), 8..32),
        registers in prop::collection::vec(prop_oneof![any::<u32>(), 0u32..8], 32),
        garbage in prop::collection::vec(any::<u32>(), 32),
        doubtful in prop::collection::vec(prop_oneof![4 => Just(0), 1 => any::<u32>(), 1 => Just(!0u32)], 32),
        doubtful_data in 0u64..32,
        budget in 1u64..60,
        options in options(),
    ) {
        let image = image(&text, &data);
        let (mut one, mut host) = machine(options, &image, &registers);
        let (mut other, mut other_host) = machine(options, &image, &registers);
        let mut follow = everywhere();
        for slot in (1..3u8).chain(4..32) {
            let at = usize::from(slot);
            let bits = doubtful[at];
            follow.set_register(slot, Doubt { bits: bits.into(), ..Doubt::of(0, slot.into()) });
            other.cpu.set_reg(slot, registers[at] & !bits | garbage[at] & bits);
        }
        let start = u64::from(DATA);
        follow.set_units(start..start + doubtful_data, Doubt::of(0xff, 99));
        for at in 0..doubtful_data {
            other.poke(start + at, u64::from(garbage[at as usize] & 0xff));
        }
        for _ in 0..budget {
            let stop = one.run_followed(&mut host, 1, &mut follow).expect("followed");
            let other_stop = other.run(&mut other_host, 1, &mut ());
            let used = follow.take_events().iter().any(|event| matches!(event, Event::Used { .. }));
            // An overflow, which does not depend on doubtful values by itself, may have ended one
            // of them.
            if used || stop != Stop::Budget || other_stop != Stop::Budget {
                break;
            }
            agree(&one, &other, &follow)?;
        }
    }
}
