//! Value tracking does not change the results, and sound values do not depend on doubtful ones.

use std::sync::Arc;

use machine::follow::{Doubt, Event, Follow, ProgramMap, Use, Watch, WatchedRegisters};
use machine::{Counts, Host, Image, Machine, Stop};
use proptest::prelude::*;

use crate::engine::tests::{DATA, TEXT, image, instruction};
use crate::{Dialect, Mips32, Options};

fn machine(options: Options, image: &Image, registers: &[u32]) -> (Mips32, Host) {
    let mut machine = Mips32::new(options);
    machine.load(image).expect("it fits");
    let mut host = Host::default();
    machine.run(&mut host, 0, &mut ());
    for (number, &value) in registers.iter().enumerate() {
        machine.cpu.set_reg(number as u8, value);
    }
    machine.cpu.set_reg(28, DATA);
    machine.cpu.set_reg(27, TEXT);
    (machine, host)
}

/// Tracks all instructions.
fn everywhere() -> Follow {
    let mut follow = Follow::new();
    (follow.home, follow.allowed) =
        (std::iter::once(0..1 << 32).collect(), std::iter::once(0..1 << 32).collect());
    follow
}

/// Watch of a program whose branches have slots, without knowledge of its instructions.
fn watch() -> Watch {
    let registers = WatchedRegisters {
        stack: 29,
        link: Some(31),
        preserved: (16..24).collect(),
        word_units: 4,
        ..WatchedRegisters::default()
    };
    let mut watch = Watch::new(Arc::new(ProgramMap::default()), registers, TEXT.into(), 0);
    watch.has_slots = true;
    watch
}

/// Runs a number of instructions, past what the watch finds.
fn run_followed(machine: &mut Mips32, host: &mut Host, budget: u64, follow: &mut Follow) -> Stop {
    let end = machine.attempted() + budget;
    loop {
        let left = end - machine.attempted();
        let stop = machine.run_followed(host, left, follow).expect("followed");
        follow.take_events();
        let incidents = follow.watch.as_mut().map(|watch| watch.take_incidents());
        if stop != Stop::Pause || incidents.is_none() {
            return stop;
        }
    }
}

type Left =
    (Vec<(&'static str, u64)>, Counts, Vec<Option<u64>>, u64, Vec<machine::InstructionCount>);

fn left(machine: &Mips32) -> Left {
    let data = (0..256).map(|at| machine.peek(u64::from(DATA) + at)).collect();
    (machine.registers(), machine.counts(), data, machine.pc(), machine.executed())
}

/// Runs a program of words with doubtful registers to its end.
fn follow(words: &[u32], follow: &mut Follow) -> Mips32 {
    let (mut machine, mut host) =
        machine(Options::of(Dialect::Spim), &image(words, &[1, 2, 3, 4], false), &[]);
    machine.run_followed(&mut host, words.len() as u64, follow).expect("followed");
    machine
}

const T0: u8 = 8;
const T1: u8 = 9;
const ALL: u64 = 0xffff_ffff;

/// Doubt about `$t1` after these words, if `$t0` was doubtful for the reason 7.
fn after(words: &[u32]) -> (Doubt, Vec<Event>) {
    let mut followed = everywhere();
    followed.set_register(T0, Doubt::of(ALL, 7));
    follow(words, &mut followed);
    (followed.register(T1), followed.take_events())
}

#[test]
fn control_registers_take_the_doubt_of_what_is_written_to_them() {
    // ctc1 $t0, $25; cfc1 $t1, $25
    let (doubt, events) = after(&[0x44c8_c800, 0x4449_c800]);
    assert_eq!((doubt.bits, doubt.origin), (ALL, 7));
    assert_eq!(events, []);
    // mtc0 $t0, $15; mfc0 $t1, $15
    let (doubt, _) = after(&[0x4088_7800, 0x4009_7800]);
    assert_eq!((doubt.bits, doubt.origin), (ALL, 7));
    // ctc1 $t0, $25; ctc1 $zero, $31; cfc1 $t1, $25
    let (doubt, _) = after(&[0x44c8_c800, 0x44c0_f800, 0x4449_c800]);
    assert_eq!(doubt, Doubt::NONE);
}

#[test]
fn what_is_carried_about_is_a_copy_and_decides_nothing() {
    let copy = Doubt::of(ALL, 7);
    // move, or, addi 0; save to memory and load again.
    for words in [
        vec![0x0100_4821],
        vec![0x0100_4825],
        vec![0x2109_0000],
        vec![0xaf88_0004, 0x8f89_0004],
        vec![0xab88_0007, 0xbb88_0004, 0x8f89_0004],
    ] {
        assert_eq!(after(&words), (copy, Vec::new()), "{words:x?}");
    }
    // xor, subu, andi 0, and, sltu by zero: sound for any value.
    for words in [vec![0x0108_4826], vec![0x0108_4823], vec![0x3109_0000], vec![0x0100_4824]] {
        assert_eq!(after(&words), (Doubt::NONE, Vec::new()), "{words:x?}");
    }
    // lbu of a byte saved; addiu 4.
    assert_eq!(after(&[0xaf88_0004, 0x9389_0005]).0.bits, 0xff);
    assert_eq!(after(&[0x2509_0004]).0, Doubt { is_copy: false, ..copy });
}

#[test]
fn a_deciding_value_is_reported_with_where_it_was_read() {
    let events = |words: &[u32]| after(words).1;
    let used = |pc: u32, how, is_copy, read_at: Option<u32>| Event::Used {
        pc: pc.into(),
        how,
        doubt: Doubt { is_copy, ..Doubt::of(ALL, 7) },
        read_at: read_at.map(u64::from),
    };
    // beq $t0, $zero: the lowest bit of its condition is doubtful.
    let branch = Doubt { bits: 1, origin: 7, is_copy: false };
    let pc = u64::from(TEXT);
    let event = Event::Used { pc, how: Use::Branch, doubt: branch, read_at: None };
    assert_eq!(events(&[0x1100_0000]), [event]);
    // lw $t1, 0($t0); addiu $t1, $t0, 4; lw $t1, 0($t1)
    assert_eq!(events(&[0x8d09_0000])[0], used(TEXT, Use::Address, true, None));
    let later = used(TEXT + 4, Use::Address, false, Some(TEXT));
    assert_eq!(events(&[0x2509_0004, 0x8d29_0000])[0], later);
    // jr $t0
    assert_eq!(events(&[0x0100_0008])[0], used(TEXT, Use::Jump, true, None));
    // addi: its overflow is not a use.
    assert_eq!(events(&[0x2109_0001]), []);
}

#[test]
fn calls_and_stores_out_of_bounds_are_reported() {
    let mut followed = everywhere();
    followed.allowed = std::iter::once(u64::from(DATA)..u64::from(DATA) + 4).collect();
    followed.set_register(4, Doubt::of(ALL, 9));
    // li $v0, 1; syscall; sw $zero, 0($gp); sw $zero, 4($gp)
    let mut machine = follow(&[0x2402_0001, 0x0000_000c, 0xaf80_0000, 0xaf80_0004], &mut followed);
    let pc = u64::from(TEXT) + 4;
    let doubt = Doubt::of(ALL, 9);
    assert_eq!(
        followed.take_events(),
        [
            Event::Used { pc, how: Use::Call, doubt, read_at: None },
            Event::Called { pc, number: 1 },
            Event::Stored { pc: pc + 8, address: u64::from(DATA) + 4, units: 4 },
        ]
    );
    assert_eq!(followed.last(), Some(pc + 8));
    assert_eq!(machine.slot("a0").map(|slot| followed.register(slot)), Some(doubt));
    // It pauses outside its home range and at a stop, but not at the first stop.
    followed.home = std::iter::once(pc..pc + 8).collect();
    followed.stops = vec![pc, pc + 4];
    let mut paused = |machine: &mut Mips32, at| {
        machine.set_pc(at);
        let stop = machine.run_followed(&mut Host::default(), 9, &mut followed);
        (stop, machine.pc())
    };
    assert_eq!(paused(&mut machine, pc), (Some(Stop::Pause), pc + 4));
    assert_eq!(paused(&mut machine, pc + 4), (Some(Stop::Pause), pc + 8));
}

/// Checks that two machines agree in all sound values.
fn agree(one: &Mips32, other: &Mips32, follow: &Follow) -> Result<(), TestCaseError> {
    prop_assert_eq!(one.pc(), other.pc());
    for ((name, a), (_, b)) in one.registers().into_iter().zip(other.registers()) {
        let Some(slot) = one.slot(name) else { continue };
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
        words in prop::collection::vec(instruction(), 1..60),
        data in prop::collection::vec(any::<u32>(), 1..32),
        registers in prop::collection::vec(any::<u32>(), 32),
        doubtful in any::<u32>(),
        slices in prop::collection::vec(1u64..40, 1..12),
        big_endian in any::<bool>(),
        spim in any::<bool>(),
        delayed_branches in any::<bool>(),
    ) {
        let dialect = if spim { Dialect::Spim } else { Dialect::Mars };
        let options = Options { big_endian, delayed_branches, ..Options::of(dialect) };
        let image = image(&words, &data, big_endian);
        let (mut plain, mut host) = machine(options, &image, &registers);
        let (mut followed, mut other_host) = machine(options, &image, &registers);
        let mut follow = everywhere();
        for slot in (0..32).filter(|slot| doubtful >> slot & 1 != 0) {
            follow.set_register(slot, Doubt::of(ALL, slot.into()));
        }
        follow.watch = delayed_branches.then(|| Box::new(watch()));
        for slice in slices {
            let stop = plain.run(&mut host, slice, &mut ());
            prop_assert_eq!(run_followed(&mut followed, &mut other_host, slice, &mut follow), stop);
            prop_assert_eq!(left(&plain), left(&followed));
            if stop != Stop::Budget {
                break;
            }
        }
    }

    #[test]
    fn what_is_sound_does_not_depend_on_what_is_doubtful(
        words in prop::collection::vec(instruction(), 1..60),
        data in prop::collection::vec(any::<u32>(), 8..32),
        registers in prop::collection::vec(prop_oneof![any::<u32>(), 0u32..8], 32),
        garbage in prop::collection::vec(any::<u32>(), 32),
        doubtful in prop::collection::vec(prop_oneof![4 => Just(0), 1 => any::<u32>(), 1 => Just(!0u32)], 32),
        doubtful_data in 0u64..32,
        budget in 1u64..60,
        big_endian in any::<bool>(),
        spim in any::<bool>(),
    ) {
        let dialect = if spim { Dialect::Spim } else { Dialect::Mars };
        let options = Options { big_endian, ..Options::of(dialect) };
        let image = image(&words, &data, big_endian);
        let (mut one, mut host) = machine(options, &image, &registers);
        let (mut other, mut other_host) = machine(options, &image, &registers);
        let mut follow = everywhere();
        for slot in (1..27u8).chain(29..32) {
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
            // An overflow, which is not a use, may have ended one of them.
            if used || stop != Stop::Budget || other_stop != Stop::Budget {
                break;
            }
            agree(&one, &other, &follow)?;
        }
    }
}
