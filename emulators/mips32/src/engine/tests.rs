//! The engines agree on random programs.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use machine::native::Library;
use machine::{Cause, Data, Engine, Host, Image, Limit, Machine, Observer, Segment, Stop, Work};
use proptest::prelude::*;
use proptest::sample::Index;

#[path = "../../../machine/tests/support/looks.rs"]
mod looks;

mod certain;

use looks::{SelectedEvents, library, long_runs, tell_compared};

use crate::isa::{Class, ROWS, Row};
use crate::{Calls, Dialect, Mips32, Options};

/// Data of the random programs; `$gp` and `$sp` point into it.
pub(super) const DATA: u32 = 0x1001_0000;
pub(super) const TEXT: u32 = 0x0040_0000;

/// A word of a random row with random fields that rarely leaves the program or the data. One in
/// three is a branch or jump; one store in nine is into the program.
pub(super) fn instruction() -> impl Strategy<Value = u32> {
    let turns = |row: &usize| matches!(ROWS[*row].class, Class::Branch | Class::Jump);
    let turns: Vec<usize> = (0..ROWS.len()).filter(turns).collect();
    let row = prop_oneof![2 => 0..ROWS.len(), 1 => prop::sample::select(turns)];
    (row, any::<u32>(), 0u32..6, 0u32..18).prop_map(|(row, bits, near, tame)| {
        let row = &ROWS[row];
        let mut word = row.pattern.value() | u64::from(bits) & !row.pattern.mask();
        if tame < 10 && row.operands.contains("i(s)") {
            word = row.pattern.with_field(word, 's', if tame > 1 { 28 } else { 27 });
            word = row.pattern.with_field(word, 'i', u64::from(near * 4));
        }
        if row.operands.contains('b') {
            word = row.pattern.with_field(word, 'b', u64::from(near));
        }
        if row.operands.contains('j') {
            word = row.pattern.with_field(word, 'j', u64::from((TEXT >> 2) + near * 3));
        }
        word as u32
    })
}

/// Image of a program and its data.
pub(super) fn image(words: &[u32], data: &[u32], big_endian: bool) -> Image {
    let bytes = |word: &u32| if big_endian { word.to_be_bytes() } else { word.to_le_bytes() };
    let segment = |name: &str, base: u32, words: &[u32], executable| {
        let bytes: Vec<u8> = words.iter().flat_map(bytes).collect();
        let size = bytes.len() as u64;
        Segment {
            name: name.into(),
            base: base.into(),
            size,
            data: Data::Bytes(bytes),
            executable,
            writable: true,
        }
    };
    Image {
        isa: "mips32".into(),
        entry: TEXT.into(),
        segments: vec![segment("text", TEXT, words, true), segment("data", DATA, data, false)],
        ..Image::default()
    }
}

/// State after a run.
#[derive(Debug, PartialEq)]
struct EndState {
    registers: Vec<(&'static str, u64)>,
    counts: machine::Counts,
    data: Vec<u64>,
    stop: Stop,
    pc: u64,
    times: Vec<(u64, u64)>,
}

fn run<O: Observer>(
    options: Options,
    engine: Engine,
    image: &Image,
    registers: &[u32],
    slices: &[u64],
    observer: &mut O,
) -> EndState {
    let mut machine = Mips32::new(options);
    machine.set_engine(engine, library().as_ref());
    run_on(&mut machine, image, registers, slices, observer)
}

fn run_on<O: Observer>(
    machine: &mut Mips32,
    image: &Image,
    registers: &[u32],
    slices: &[u64],
    observer: &mut O,
) -> EndState {
    machine.load(image).expect("it fits");
    if O::STORES {
        machine.watch(DATA.into(), u64::from(DATA) + 64);
    }
    let mut host = Host::default();
    // The first call sets up the stack; then the test sets the registers.
    let mut stop = machine.run(&mut host, 0, &mut ());
    for (number, &value) in registers.iter().enumerate() {
        machine.cpu.set_reg(number as u8, value);
    }
    machine.cpu.set_reg(28, DATA);
    machine.cpu.set_reg(POINTER, DATA + 8);
    machine.cpu.set_reg(27, TEXT);
    for &slice in slices {
        stop = machine.run(&mut host, slice, observer);
        if stop != Stop::Budget {
            break;
        }
    }
    let data = (0..256).filter_map(|at| machine.peek(u64::from(DATA) + at)).collect();
    let times =
        machine.executed().iter().map(|executed| (executed.times, executed.turned)).collect();
    EndState {
        registers: machine.registers(),
        counts: machine.counts(),
        data,
        stop,
        pc: machine.pc(),
        times,
    }
}

#[test]
fn a_double_of_which_half_lies_in_the_program_is_not_stored_at_all() {
    const BEFORE: u64 = 0x0070_f000;
    let options = Options { calls: Calls::Linux, ..Options::of(Dialect::Mars) };
    // lui $t0, 0x70; ori $t0, $t0, 0xf000; ori $t1, $zero, 7; sw $t1, 0($t0); sdc1 $f2, 0($t0)
    let words = [0x3c08_0070, 0x3508_f000, 0x3409_0007, 0xad09_0000, 0xf502_0000];
    let mut image = image(&words, &[], false);
    (image.entry, image.segments[0].base) = (BEFORE + 4, BEFORE + 4);
    for careful in [false, true] {
        let mut machine = Mips32::new(options);
        machine.careful = careful;
        machine.load(&image).expect("it fits");
        let stop = machine.run(&mut Host::default(), 100, &mut ());
        let cause = Cause::ReadOnly { address: BEFORE + 4 };
        assert!(matches!(stop, Stop::Fault(fault) if fault.cause == cause), "{stop:?}");
        assert_eq!(machine.peek(BEFORE), Some(7), "careful: {careful}");
    }
}

/// A program cannot store into the kernel, so a handler that ran does not make its stores slow.
#[test]
fn stores_stay_plain_after_an_exception() {
    let options = Options { self_modifying: true, ..Options::of(Dialect::Mars) };
    // lw $t1, 1($zero); sw $t1, 0($gp); nop
    let mut image = image(&[0x8c09_0001, 0xaf89_0000, 0], &[0], false);
    // mfc0 $k0, $14; addiu $k0, $k0, 4; mtc0 $k0, $14; eret
    let handler = [0x401a_7000u32, 0x275a_0004, 0x409a_7000, 0x4200_0018];
    let bytes: Vec<u8> = handler.into_iter().flat_map(u32::to_le_bytes).collect();
    image.segments.push(Segment {
        name: "ktext".into(),
        base: 0x8000_0180,
        size: bytes.len() as u64,
        data: Data::Bytes(bytes),
        executable: true,
        writable: false,
    });
    for engine in [Engine::Plain, Engine::Careful] {
        let mut machine = Mips32::new(options);
        machine.set_engine(engine, None);
        run_on(&mut machine, &image, &[0; 32], &[7], &mut ());
        assert_eq!(machine.counts().supervisor_instructions, 4, "{engine:?}");
        assert!(machine.cpu.memory.writable_word(DATA).is_some(), "{engine:?}");
    }
}

/// As many exceptions as the limit on work allows, in each engine.
#[test]
fn exceptions_are_work() {
    let options = Options::of(Dialect::Spim);
    // lw $t1, 1($zero); j TEXT, with a handler that skips an instruction
    let mut image = image(&[0x8c09_0001, 0x0810_0000], &[], false);
    let handler = [0x401a_7000, 0x275a_0004, 0x409a_7000, 0x4200_0018];
    image.segments.push(Segment {
        name: "ktext".into(),
        base: 0x8000_0180,
        ..image.segments[0].clone()
    });
    image.segments[2].data = Data::Bytes(handler.into_iter().flat_map(u32::to_le_bytes).collect());
    image.segments[2].size = 16;
    for engine in [Engine::Plain, Engine::Careful, Engine::Translate] {
        let mut machine = Mips32::new(options);
        machine.set_engine(engine, library().as_ref());
        machine.load(&image).expect("it fits");
        let mut host = Host { work: Work::limited(100 * Work::EXCEPTION), ..Host::default() };
        let stop = machine.run(&mut host, 10_000, &mut ());
        assert_eq!((stop, machine.undone), (Stop::Limit(Limit::Work), 101), "{engine:?}");
    }
}

/// Decoding an instruction again costs work; storing the same word does not.
#[test]
fn changing_an_instruction_is_work() {
    let options = Options { self_modifying: true, ..Options::of(Dialect::Mars) };
    // sw $t0, 8($k1); nop; addiu $t2, $t2, 1
    let image = image(&[0xaf68_0008, 0, 0x254a_0001], &[], false);
    for (word, work) in [(0x254a_0001, 0), (0x254a_0002, 16)] {
        for engine in [Engine::Plain, Engine::Careful] {
            let mut machine = Mips32::new(options);
            machine.set_engine(engine, None);
            machine.load(&image).expect("it fits");
            let mut host = Host::default();
            let _ = machine.run(&mut host, 0, &mut ());
            machine.cpu.set_reg(8, word);
            machine.cpu.set_reg(27, TEXT);
            let _ = machine.run(&mut host, 3, &mut ());
            assert_eq!(machine.register("t2"), Some((word & 3).into()), "{engine:?}");
            assert_eq!(host.work.done(), work, "{engine:?}");
        }
    }
}

/// An instruction that was changed by a plain store, before any instruction near it ran, is decoded as it is then.
#[test]
fn an_instruction_changed_before_it_is_reached_is_decoded_as_changed() {
    let options = Options { self_modifying: true, ..Options::of(Dialect::Mars) };
    // sw $t0, 4096($k1); j TEXT + 8192; nop
    let mut words = vec![0; 2050];
    (words[0], words[1]) = (0xaf68_1000, 0x0810_0800);
    // At 4096: addiu $t2, $t2, 1; jr $ra. At 8192: j TEXT + 4096
    (words[1024], words[1025], words[2048]) = (0x254a_0001, 0x03e0_0008, 0x0810_0400);
    let image = image(&words, &[], false);
    for engine in [Engine::Plain, Engine::Careful] {
        let mut machine = Mips32::new(options);
        machine.set_engine(engine, None);
        let mut registers = [0; 32];
        registers[8] = 0x254a_0002;
        run_on(&mut machine, &image, &registers, &[4], &mut ());
        assert_eq!(machine.register("t2"), Some(2), "{engine:?}");
    }
}

/// Loading a program again discards its changes to itself.
#[test]
fn a_program_that_wrote_over_itself_is_decoded_anew() {
    let options = Options { self_modifying: true, ..Options::of(Dialect::Mars) };
    // sw $t0, 8($t1); nop; addiu $t2, $t2, 1, over which comes addiu $t2, $t2, 2
    let image = image(&[0xad28_0008, 0, 0x254a_0001], &[], false);
    for engine in [Engine::Plain, Engine::Translate] {
        let mut machine = Mips32::new(options);
        machine.set_engine(engine, library().as_ref());
        for (to, added) in [(TEXT, 2), (DATA, 1), (TEXT, 2)] {
            let mut registers = [0; 32];
            (registers[8], registers[9]) = (0x254a_0002, to);
            run_on(&mut machine, &image, &registers, &[3], &mut ());
            assert_eq!(machine.register("t2"), Some(added), "{engine:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn plain_and_careful_agree(
        words in prop::collection::vec(instruction(), 1..60),
        data in prop::collection::vec(any::<u32>(), 1..32),
        registers in prop::collection::vec(any::<u32>(), 32),
        slices in prop::collection::vec(1u64..40, 1..12),
        big_endian in any::<bool>(),
        spim in any::<bool>(),
        linux in any::<bool>(),
        delayed_branches in any::<bool>(),
    ) {
        let dialect = if spim { Dialect::Spim } else { Dialect::Mars };
        let calls = if linux { Calls::Linux } else { Calls::Dialect };
        let options = Options { big_endian, calls, delayed_branches, ..Options::of(dialect) };
        let image = image(&words, &data, options.big_endian);
        let plain = run(options, Engine::Plain, &image, &registers, &slices, &mut ());
        let careful = run(options, Engine::Careful, &image, &registers, &slices, &mut ());
        prop_assert_eq!(&plain, &careful);
        let total: u64 = slices.iter().sum();
        let whole = run(options, Engine::Plain, &image, &registers, &[total], &mut ());
        // The result does not depend on the slices; only the names of the stops may differ.
        prop_assert_eq!(&plain.registers, &whole.registers);
        prop_assert_eq!(&plain.data, &whole.data);
        prop_assert_eq!(&plain.counts, &whole.counts);
    }

    #[test]
    fn a_machine_that_ran_the_program_before_is_as_new(
        words in prop::collection::vec(instruction(), 1..60),
        data in prop::collection::vec(prop::collection::vec(any::<u32>(), 8), 2),
        registers in prop::collection::vec(any::<u32>(), 32),
        slices in prop::collection::vec(1u64..40, 1..12),
        options in options(),
        self_modifying in any::<bool>(),
        is_native in any::<bool>(),
    ) {
        let options = Options { self_modifying, ..options };
        let engine = if is_native { Engine::Translate } else { Engine::Plain };
        let mut machine = Mips32::new(options);
        machine.set_engine(engine, library().as_ref());
        for data in &data {
            let image = image(&words, data, options.big_endian);
            let left = run_on(&mut machine, &image, &registers, &slices, &mut ());
            prop_assert_eq!(&left, &run(options, engine, &image, &registers, &slices, &mut ()));
        }
    }

    #[test]
    fn plain_and_careful_agree_on_what_they_tell(
        words in prop::collection::vec(instruction(), 1..60),
        data in prop::collection::vec(any::<u32>(), 1..32),
        registers in prop::collection::vec(any::<u32>(), 32),
        slices in prop::collection::vec(1u64..40, 1..12),
        marks in any::<u64>(),
        spim in any::<bool>(),
        delayed_branches in any::<bool>(),
    ) {
        let dialect = if spim { Dialect::Spim } else { Dialect::Mars };
        let options = Options { delayed_branches, ..Options::of(dialect) };
        let image = image(&words, &data, false);
        let looks = || SelectedEvents::at(marks, TEXT, 4);
        let (mut of_plain, mut of_careful) = (looks(), looks());
        let plain = run(options, Engine::Plain, &image, &registers, &slices, &mut of_plain);
        let careful = run(options, Engine::Careful, &image, &registers, &slices, &mut of_careful);
        prop_assert_eq!(plain, careful);
        prop_assert_eq!(of_plain, of_careful);
    }
}

proptest! {

    #[test]
    fn native_code_agrees(
        body in bodies(1..40),
        calls in prop::collection::vec(any::<Index>(), 0..4),
        procedure in bodies(0..6),
        farther in 0u32..2,
        data in prop::collection::vec(any::<u32>(), 32),
        registers in prop::collection::vec(any::<u32>(), 32),
        slices in prop::collection::vec(1u64..3000, 1..4),
        marks in prop_oneof![Just(0), any::<u64>()],
        options in options(),
    ) {
        let program = (calling(&body, &calls, &procedure, farther), ROUNDS.1);
        let program = without_early_ends(program, &data, &registers, options);
        compare_native(library, &program, &data, &registers, &slices, marks, options)?;
    }

    #[test]
    fn native_code_agrees_on_anything(
        words in prop::collection::vec(instruction(), 1..60),
        data in prop::collection::vec(any::<u32>(), 1..32),
        registers in prop::collection::vec(any::<u32>(), 32),
        slices in prop::collection::vec(1u64..2000, 1..4),
        marks in prop_oneof![Just(0), any::<u64>()],
        options in options(),
    ) {
        compare_native(library, &(words, ROUNDS.1), &data, &registers, &slices, marks, options)?;
    }
}

proptest! {
    #![proptest_config(long_runs())]

    #[test]
    fn native_code_agrees_at_length(
        body in bodies(1..8),
        data in prop::collection::vec(any::<u32>(), 32),
        registers in prop::collection::vec(any::<u32>(), 32),
        slices in prop::collection::vec(1u64..600_000, 1..4),
        rounds in 1u32..300_000,
        options in options(),
    ) {
        let program = (looping(&body), rounds);
        let program = without_early_ends(program, &data, &registers, options);
        tell_compared(compare_native(library, &program, &data, &registers, &slices, 0, options)?);
    }
}

fn options() -> impl Strategy<Value = Options> {
    (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(big_endian, spim, linux, delayed_branches)| {
            let dialect = if spim { Dialect::Spim } else { Dialect::Mars };
            let calls = if linux { Calls::Linux } else { Calls::Dialect };
            Options { big_endian, calls, delayed_branches, ..Options::of(dialect) }
        },
    )
}

/// Register that counts rounds, and their number.
const ROUNDS: (u8, u32) = (26, 200);

/// A register that points to the same words as `$gp`.
const POINTER: u8 = 30;

/// An instruction for the body of a loop: nearly always one that succeeds and does not change the
/// registers of the loop.
///
/// With `is_native`, one that native code supports; most of these load or store a word.
fn in_loop(is_native: bool) -> impl Strategy<Value = u32> {
    let plain = |row: &usize| {
        let Row { name, class, .. } = &ROWS[*row];
        let is_rare = name.starts_with('t') && !name.starts_with("trunc") || *name == "break";
        // Control registers are not native.
        let is_other = matches!(class, Class::System | Class::Jump)
            || is_native && matches!(*name, "cfc1" | "ctc1");
        !is_other && !is_rare
    };
    let plain: Vec<usize> = (0..ROWS.len()).filter(plain).collect();
    let turns = |row: &usize| ROWS[*row].class == Class::Branch;
    let turns: Vec<usize> = (0..ROWS.len()).filter(turns).collect();
    let accesses = |row: &usize| ROWS[*row].operands.contains("i(s)") && plain.contains(row);
    let accesses: Vec<usize> = (0..ROWS.len()).filter(accesses).collect();
    let moves = |row: &usize| matches!(ROWS[*row].name, "lw" | "sw");
    let moves: Vec<usize> = (0..ROWS.len()).filter(moves).collect();
    let often = if is_native { [2, 1, 6, 8] } else { [8, 2, 1, 1] };
    let row = prop_oneof![
        often[0] => prop::sample::select(plain),
        often[1] => prop::sample::select(turns),
        often[2] => prop::sample::select(accesses),
        often[3] => prop::sample::select(moves),
    ];
    // Few words, so that instructions access the same ones.
    let words = if is_native { 3 } else { 8 };
    let row = (row, any::<u32>(), 0u32..8, 0u32..400).prop_map(move |(row, bits, near, wild)| {
        let row = &ROWS[row];
        let mut word = row.pattern.value() | u64::from(bits) & !row.pattern.mask();
        let mut give = |letter: char, field: u64| {
            if row.operands.contains(letter) {
                word = row.pattern.with_field(word, letter, field);
            }
        };
        // Doubles need even registers.
        if wild > 0 && (row.name.contains(".d") || row.name.ends_with("dc1")) {
            for (letter, at) in [('W', 1), ('X', 6), ('S', 11), ('T', 16)] {
                give(letter, u64::from(bits >> at & 0xf) * 2);
            }
        }
        if wild > 0 {
            for letter in ['w', 'x'] {
                give(letter, u64::from(1 + bits % 25));
            }
            if row.operands.contains("i(s)") {
                if row.operands.starts_with('t') && wild % 2 == 0 {
                    give('t', 0);
                }
                give('s', u64::from(if wild % 5 == 0 { POINTER } else { 28 }));
                let is_short = row.name.contains(['b', 'h', 'l', 'r']) && row.name != "lw";
                let within = if is_short || wild % 40 == 0 { bits >> 8 & 3 } else { 0 };
                give('i', u64::from(4 * (near % words) + within));
            }
        }
        give('b', u64::from(1 + near % 4));
        word as u32
    });
    // `lui` of the pointer, `addiu` of it and `$gp`, and of itself.
    let at = u32::from(POINTER) << 16;
    let points = (0..16u32).prop_map(move |near| match near {
        0..4 => 0x3c00_0000 | at | DATA >> 16,
        4..14 => 0x2780_0000 | at | (4 * (near % 5)),
        _ => 0x2400_0004 | at << 5 | at,
    });
    prop_oneof![16 => row, 1 => points]
}

/// Bodies of loops: any instructions, or those that native code supports.
fn bodies(length: Range<usize>) -> impl Strategy<Value = Vec<u32>> {
    any::<bool>()
        .prop_flat_map(move |is_native| prop::collection::vec(in_loop(is_native), length.clone()))
}

/// A loop that runs the body [`ROUNDS`] times: `addiu $26, $26, -1`, `bgtz $26` to the start, and
/// then the end of the run.
fn looping(body: &[u32]) -> Vec<u32> {
    // Branches in the body may reach beyond its end, but not farther than this.
    let mut words = body.to_vec();
    words.extend([0; 4]);
    let back = -(words.len() as i32 + 2) as u32;
    words.extend([0x275a_ffff, 0x1f40_0000 | back & 0xffff, 0, 0xc]);
    words
}

/// A loop with this body and with calls of a procedure that returns `farther` instructions after
/// the call; each has `nop` in its slot.
fn calling(body: &[u32], calls: &[Index], procedure: &[u32], farther: u32) -> Vec<u32> {
    let calls: BTreeSet<usize> = calls.iter().map(|call| call.index(body.len())).collect();
    let mut body = body.to_vec();
    calls.iter().rev().for_each(|&call| drop(body.splice(call..call, [0, 0])));
    let mut words = looping(&body);
    let target = (TEXT >> 2) + words.len() as u32;
    calls
        .into_iter()
        .zip(0..)
        .for_each(|(call, before)| words[call + 2 * before] = 3 << 26 | target);
    // `addiu $ra, $ra, ...`; `jr $ra`
    words.extend(procedure.iter().copied().chain([0x27ff_0000 | (4 * farther), 0x03e0_0008, 0]));
    words
}

/// Removes instructions that end a run in its first rounds, so that most run longer.
fn without_early_ends(
    (mut text, rounds): (Vec<u32>, u32),
    data: &[u32],
    registers: &[u32],
    options: Options,
) -> (Vec<u32>, u32) {
    let mut registers = registers.to_vec();
    registers[usize::from(ROUNDS.0)] = rounds;
    for _ in 0..text.len() {
        let image = image(&text, data, options.big_endian);
        let left = run(options, Engine::Plain, &image, &registers, &[500], &mut ());
        let Stop::Fault(fault) = left.stop else { break };
        let at = fault.pc.wrapping_sub(TEXT.into()) / 4;
        match text.get_mut(at as usize).filter(|_| left.counts.instructions < 400) {
            Some(word) => *word = 0,
            None => break,
        }
    }
    (text, rounds)
}

/// Checks that the plain engine and native code, with a library for each run, have the same results and
/// events; returns the number of instructions.
fn compare_native(
    library: impl Fn() -> Option<Arc<Library>>,
    (words, rounds): &(Vec<u32>, u32),
    data: &[u32],
    registers: &[u32],
    slices: &[u64],
    marks: u64,
    options: Options,
) -> Result<u64, TestCaseError> {
    let image = image(words, data, options.big_endian);
    let mut registers = registers.to_vec();
    registers[usize::from(ROUNDS.0)] = *rounds;
    let looks = || SelectedEvents::at(marks, TEXT, 4);
    let (mut of_plain, mut of_native) = (looks(), looks());
    let plain = run(options, Engine::Plain, &image, &registers, slices, &mut of_plain);
    let native = || {
        let mut machine = Mips32::new(options);
        machine.set_engine(Engine::Translate, library().as_ref());
        machine
    };
    let observed = run_on(&mut native(), &image, &registers, slices, &mut of_native);
    prop_assert_eq!(&plain, &observed);
    prop_assert_eq!(of_plain, of_native);
    let unobserved = run_on(&mut native(), &image, &registers, slices, &mut ());
    prop_assert_eq!(&plain, &unobserved);
    Ok(plain.counts.instructions)
}
