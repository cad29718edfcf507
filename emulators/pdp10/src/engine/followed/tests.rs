//! Tracking does not change a run, and values called sound do not depend on doubtful ones.

use machine::follow::{Doubt, Event, Follow, Use};
use machine::{Counts, Host, InstructionCount, Machine, Stop};
use proptest::prelude::*;

use super::FLAGS;
use crate::Pdp10;
use crate::engine::tests::random::{RandomProgram, TEXT, WORDS, data, machine, program};

const ALL: u64 = 0o777777777777;

/// Tracks everything.
fn everywhere() -> Follow {
    let mut follow = Follow::new();
    (follow.home, follow.allowed) =
        (std::iter::once(0..1 << 18).collect(), std::iter::once(0..1 << 18).collect());
    follow
}

/// Tracking result after words, with some bits of AC 1 in doubt.
fn after(words: &[u64], bits: u64) -> Follow {
    let program = RandomProgram {
        words: words.to_vec(),
        accumulators: vec![0o1740; 16],
        next_is_writable: false,
        rest_is_there: true,
    };
    let mut machine = machine(&program);
    let mut follow = everywhere();
    follow.set_register(1, Doubt::of(bits, 7));
    let count = words.iter().filter(|&&word| word != 0).count() as u64;
    machine.run_followed(&mut Host::default(), count, &mut follow).expect("followed");
    follow
}

#[test]
fn copies_are_not_uses() {
    let copy = Doubt::of(ALL, 7);
    // MOVE 2,1; MOVEM 1,1710 and MOVE 2,1710; EXCH 1,2; PUSH 3,1 and POP 3,2; HRRZ of a left half.
    for words in [
        vec![0o200100000001],
        vec![0o202040001710, 0o200100001710],
        vec![0o250040000002],
        vec![0o261140000001, 0o262140000002],
    ] {
        let mut follow = after(&words, ALL);
        assert_eq!(follow.register(2), copy, "{words:?}");
        assert_eq!(follow.unit(2), copy, "{words:?}");
        assert_eq!(follow.take_events(), [], "{words:?}");
    }
    // HRRZ 2,1 of a word whose left half is doubtful; SETZ 2,; TLZ by all; XOR 1,1 and MOVE 2,1.
    for words in [vec![0o550100000001], vec![0o400100000000], vec![0o430040000001, 0o200100000001]]
    {
        let mut follow = after(&words, 0o777777 << 18);
        assert_eq!(follow.register(2), Doubt::NONE, "{words:?}");
        assert_eq!(follow.take_events(), [], "{words:?}");
    }
}

#[test]
fn deciding_uses_are_reported() {
    let message = |words: &[u64]| {
        let used = |event| match event {
            Event::Used { how, read_at, .. } => Some((how, read_at.is_some())),
            _ => None,
        };
        after(words, ALL).take_events().into_iter().find_map(used)
    };
    // SKIPE 1; JUMPE 1,; MOVE 2,(1); MOVE 2,@1; JRST (1); LDB 2,1; ADDI 1,1 and CAIE 1,3
    assert_eq!(message(&[0o332000000001]), Some((Use::Branch, false)));
    assert_eq!(message(&[0o322040001700]), Some((Use::Branch, false)));
    assert_eq!(message(&[0o200101000000]), Some((Use::Address, false)));
    assert_eq!(message(&[0o200120000001]), Some((Use::Address, false)));
    assert_eq!(message(&[0o254001000000]), Some((Use::Jump, false)));
    assert_eq!(message(&[0o135100000001]), Some((Use::Address, false)));
    assert_eq!(message(&[0o271040000001, 0o302040000003]), Some((Use::Branch, true)));
    assert_eq!(message(&[0o270100000001]), None);
    let mut follow = after(&[0o202100001710], 0);
    assert_eq!(follow.take_events(), []);
    follow.allowed.clear();
}

type Left = (Vec<(&'static str, u64)>, Counts, Vec<Option<u64>>, u64, Vec<InstructionCount>);

fn left(machine: &Pdp10) -> Left {
    let memory = (0..0o4000).map(|at| machine.peek(at)).collect();
    (machine.registers(), machine.counts(), memory, machine.pc(), machine.executed())
}

/// Whether two machines agree in everything called sound.
fn agree(one: &Pdp10, other: &Pdp10, follow: &Follow) -> Result<(), TestCaseError> {
    prop_assert_eq!(one.pc(), other.pc());
    let flags = [one, other].map(|machine| u64::from(machine.cpu.flags()) << 18);
    prop_assert_eq!((flags[0] ^ flags[1]) & !follow.register(FLAGS).bits, 0);
    for address in 0..0o4000 {
        let sound = !follow.unit(address).bits & ALL;
        let [a, b] = [one, other].map(|machine| machine.peek(address).map(|word| word & sound));
        prop_assert_eq!(a, b, "{:o}: {:?}", address, follow.unit(address));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn tracking_does_not_change_a_run(
        program in program(),
        doubtful in any::<u16>(),
        slices in prop::collection::vec(1u64..40, 1..20),
    ) {
        let (mut plain, mut followed) = (machine(&program), machine(&program));
        let mut follow = everywhere();
        for slot in (0..16).filter(|slot| doubtful >> slot & 1 != 0) {
            follow.set_register(slot, Doubt::of(ALL, slot.into()));
        }
        for slice in slices {
            let stop = plain.run(&mut Host::default(), slice, &mut ());
            let other = followed.run_followed(&mut Host::default(), slice, &mut follow);
            prop_assert_eq!(other, Some(stop));
            prop_assert_eq!(left(&plain), left(&followed));
            if stop != Stop::Budget {
                plain.set_pc(plain.pc() + 1);
                followed.set_pc(followed.pc() + 1);
            }
        }
    }

    #[test]
    fn sound_values_do_not_depend_on_doubtful_ones(
        program in program(),
        garbage in prop::collection::vec(data(), 16 + WORDS as usize),
        bits in prop::collection::vec(
            prop_oneof![4 => Just(0), 1 => any::<u64>(), 1 => Just(ALL), 1 => Just(ALL << 18 & ALL)],
            16,
        ),
        words in 0u64..WORDS.into(),
        budget in 1u64..60,
    ) {
        let (mut one, mut other) = (machine(&program), machine(&program));
        let mut follow = everywhere();
        for slot in 0..16u8 {
            let at = usize::from(slot);
            let bits = bits[at] & ALL;
            follow.set_register(slot, Doubt { bits, ..Doubt::of(0, slot.into()) });
            let word = program.accumulators[at] & !bits | garbage[at] & bits;
            other.poke(slot.into(), word);
        }
        let text = u64::from(TEXT);
        let doubtful = text + words..text + u64::from(WORDS);
        follow.set_units(doubtful.clone(), Doubt::of(ALL, 99));
        for address in doubtful {
            other.poke(address, garbage[(address - text) as usize]);
        }
        for _ in 0..budget {
            let stop = one.run_followed(&mut Host::default(), 1, &mut follow).expect("followed");
            let other_stop = other.run(&mut Host::default(), 1, &mut ());
            let used = follow.take_events().iter().any(|event| matches!(event, Event::Used { .. }));
            if used || stop != Stop::Budget || other_stop != Stop::Budget {
                break;
            }
            agree(&one, &other, &follow)?;
        }
    }
}
