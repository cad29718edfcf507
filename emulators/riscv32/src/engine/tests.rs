//! The engines agree on random programs.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use machine::follow::Follow;
use machine::native::Library;
use machine::{Access, Cause, Data, Engine, Host, Image, Machine, Observer, Segment, Stop};
use proptest::prelude::*;
use proptest::sample::Index;

#[path = "../../../machine/tests/support/looks.rs"]
mod looks;

mod certain;
mod changing;

use looks::{SelectedEvents, library, long_runs, tell_compared};

use crate::isa::{COMPRESSED, Class, ROWS, Row};
use crate::{Options, Profile, Riscv32};

/// Address of the random programs' data; `gp` points into it.
pub(super) const DATA: u32 = 0x0002_0000;
pub(super) const TEXT: u32 = 0x0001_0000;

/// Instruction of a random row with random fields, which rarely leaves the program or the data.
pub(super) fn long() -> impl Strategy<Value = Vec<u8>> {
    (0..ROWS.len(), any::<u32>(), 0i64..6, any::<bool>()).prop_map(|(row, bits, near, tame)| {
        let row = &ROWS[row];
        let mut word = row.pattern.value() | u64::from(bits) & !row.pattern.mask();
        let mut give = |letter: char, field: u64| {
            if row.operands.contains(letter) {
                word = row.pattern.with_field(word, letter, field);
            }
        };
        if tame && row.operands.contains("(s)") {
            give('s', 3);
            give('i', near as u64 * 4);
        }
        if row.operands.contains(", b") || row.operands.contains(", j") {
            // Distances of 0 to 10 bytes, in the lowest bits of both kinds of targets.
            give('b', (near as u64) << 1);
            give('j', (near as u64) << 9);
        }
        (word as u32).to_le_bytes().to_vec()
    })
}

pub(super) fn short() -> impl Strategy<Value = Vec<u8>> {
    (0..COMPRESSED.len(), any::<u16>()).prop_map(|(row, bits)| {
        let row = &COMPRESSED[row];
        let half = row.pattern.value() | u64::from(bits) & !row.pattern.mask() & 0xffff;
        (half as u16).to_le_bytes().to_vec()
    })
}

pub(super) fn image(text: &[Vec<u8>], data: &[u32]) -> Image {
    let segment = |name: &str, base: u32, bytes: Vec<u8>, executable| {
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
    let data = data.iter().flat_map(|word| word.to_le_bytes()).collect();
    Image {
        isa: "riscv32".into(),
        entry: TEXT.into(),
        segments: vec![
            segment("text", TEXT, text.concat(), true),
            segment("data", DATA, data, false),
        ],
        ..Image::default()
    }
}

/// Final state of a run.
#[derive(Debug, PartialEq)]
struct EndState {
    registers: Vec<(&'static str, u64)>,
    counts: machine::Counts,
    data: Vec<u64>,
    stop: Stop,
    executed: Vec<machine::InstructionCount>,
    events: String,
}

/// Register that counts rounds, and the instructions for it: `addi t6, t6, -1`, `blez t6, 8`, and
/// `j` to the beginning of a text of the given size before them.
const ROUNDS: (u8, u32) = (31, 200);

/// Register through which the bodies of loops access the same words as through `gp`.
const POINTER: u8 = 30;

fn round(before: usize) -> [u32; 3] {
    [0xffff_8f93, 0x01f0_5463, jump(0, -(before as i32 + 8))]
}

/// `jal` over a distance, with a link register.
fn jump(link: u32, distance: i32) -> u32 {
    let by = distance as u32;
    let high = (by >> 20 & 1) << 31 | (by >> 12 & 0xff) << 12;
    high | (by >> 1 & 0x3ff) << 21 | (by >> 11 & 1) << 20 | link << 7 | 0x6f
}

/// Loop with this body, which at some places calls a procedure that returns to `farther`
/// instructions after the call.
fn calling(body: &[Vec<u8>], calls: &[Index], procedure: &[Vec<u8>], farther: u32) -> Vec<Vec<u8>> {
    let calls: BTreeSet<usize> = calls.iter().map(|call| call.index(body.len())).collect();
    let mut body = body.to_vec();
    let bytes = |word: u32| word.to_le_bytes().to_vec();
    calls.iter().rev().for_each(|&call| body.insert(call, bytes(jump(1, 0))));
    let mut text = looping(&body);
    // A word that is not an instruction separates them.
    text.push(bytes(0));
    for (call, before) in calls.into_iter().zip(0..) {
        let distance = 4 * (text.len() - (call + before)) as i32;
        text[call + before] = bytes(jump(1, distance));
    }
    text.extend_from_slice(procedure);
    text.push(bytes(farther << 22 | 0x0000_8067));
    text
}

/// Instruction for the body of a loop: nearly always one that succeeds and does not change the
/// loop's own registers.
///
/// Either any instruction, or one that native code supports; most of the latter load or store a
/// word.
fn in_loop(is_native: bool) -> impl Strategy<Value = Vec<u8>> {
    let plain = |row: &usize| {
        let Row { name, class, .. } = &ROWS[*row];
        let is_other = match class {
            Class::System | Class::Jump => true,
            Class::Atomic => is_native,
            _ => is_native && name.starts_with("fence"),
        };
        !is_other
    };
    let plain: Vec<usize> = (0..ROWS.len()).filter(plain).collect();
    let turns = |row: &usize| ROWS[*row].class == Class::Branch;
    let turns: Vec<usize> = (0..ROWS.len()).filter(turns).collect();
    let accesses = |row: &usize| ROWS[*row].operands.contains("(s)") && plain.contains(row);
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
    // Few enough words that instructions share them; the first one is watched.
    let (first, words) = if is_native { (3, 3) } else { (0, 8) };
    let row = (row, any::<u32>(), 0u32..8, 0u32..400).prop_map(move |(row, bits, near, wild)| {
        let row = &ROWS[row];
        let mut word = row.pattern.value() | u64::from(bits) & !row.pattern.mask();
        let mut give = |letter: char, field: u64| {
            if row.operands.contains(letter) {
                word = row.pattern.with_field(word, letter, field);
            }
        };
        if wild > 0 {
            give('d', u64::from(4 + bits % 26));
            if row.operands.contains("(s)") {
                give('s', u64::from(if wild % 5 == 0 { POINTER } else { 3 }));
                let is_short = row.name.contains(['b', 'h']);
                let within = if is_short || wild % 16 == 0 { bits >> 8 & 3 } else { 0 };
                give('i', u64::from(4 * (first + near % words) + within));
            }
        }
        // Most rounding modes are valid, and nearest even is the usual one.
        if wild > 2 && row.operands.ends_with(", r") {
            give('r', [0, 0, 0, 7, 1, 2, 3, 4][near as usize]);
        }
        if row.operands.contains(", b") {
            give('b', u64::from(2 + (near & 2) + if wild % 4 == 0 { 4 } else { 0 }));
        }
        word as u32
    });
    // `lui` of the pointer, `addi` of it and `gp`, and of itself.
    let at = u32::from(POINTER) << 7;
    let points = (0..16u32).prop_map(move |near| match near {
        0..4 => DATA | at | 0x37,
        4..14 => (4 * (near % 5)) << 20 | 3 << 15 | at | 0x13,
        _ => 4 << 20 | at << 8 | at | 0x13,
    });
    prop_oneof![16 => row, 1 => points].prop_map(|word| word.to_le_bytes().to_vec())
}

/// Instructions for a loop: any, or those that native code supports.
fn bodies(length: Range<usize>) -> impl Strategy<Value = Vec<Vec<u8>>> {
    any::<bool>()
        .prop_flat_map(move |is_native| prop::collection::vec(in_loop(is_native), length.clone()))
}

fn looping(body: &[Vec<u8>]) -> Vec<Vec<u8>> {
    // Branches in the body may leave it, but no farther than this.
    let mut text = body.to_vec();
    text.extend(std::iter::repeat_n(vec![0x13, 0, 0, 0], 2));
    let before = text.concat().len();
    text.extend(round(before).map(|word| word.to_le_bytes().to_vec()));
    text
}

/// Number of entries into native code in all tests.
static ENTERED: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

fn run(
    options: Options,
    engine: Engine,
    image: &Image,
    registers: &[u32],
    slices: &[u64],
    observer: &mut impl Observer,
) -> EndState {
    let mut machine = Riscv32::new(options);
    machine.set_engine(engine, library().as_ref());
    run_on(&mut machine, image, registers, slices, observer)
}

fn run_on(
    machine: &mut Riscv32,
    image: &Image,
    registers: &[u32],
    slices: &[u64],
    observer: &mut impl Observer,
) -> EndState {
    machine.load(image).expect("it fits");
    machine.watch(DATA.into(), u64::from(DATA) + 16);
    let mut host = Host::default();
    // The first call sets up the stack; afterwards, the test sets the registers.
    let mut stop = machine.run(&mut host, 0, &mut ());
    for (number, &value) in registers.iter().enumerate() {
        machine.cpu.set_reg(number as u8, value);
        machine.cpu.set_double(number as u8, u64::from(value) << 31 | 0xffff_ffff << 32);
    }
    machine.cpu.set_reg(3, DATA);
    machine.cpu.set_reg(POINTER, DATA + 8);
    for &slice in slices {
        stop = machine.run(&mut host, slice, observer);
        if stop != Stop::Budget {
            break;
        }
    }
    if let Some(native) = &machine.native {
        ENTERED.fetch_add(native.entered(), std::sync::atomic::Ordering::Relaxed);
    }
    EndState {
        registers: machine.registers(),
        counts: machine.counts(),
        data: (0..256).filter_map(|at| machine.peek(u64::from(DATA) + at)).collect(),
        stop,
        executed: machine.executed(),
        events: format!("{:?}", machine.events()),
    }
}

pub(super) fn options() -> impl Strategy<Value = Options> {
    let named = |name: &str| Profile::named(name).expect("a name");
    let profile = prop::sample::select(vec![Profile::FULL, named("rv32im"), Profile::ESP32C3]);
    let system = prop::sample::select(vec![Options::of(crate::Dialect::Gnu), Options::bare()]);
    (profile, system, any::<bool>()).prop_map(|(profile, options, strict_align)| Options {
        profile,
        strict_align,
        ..options
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn plain_and_careful_agree(
        text in prop::collection::vec(prop_oneof![3 => long(), 1 => short()], 1..60),
        data in prop::collection::vec(any::<u32>(), 1..32),
        registers in prop::collection::vec(any::<u32>(), 32),
        slices in prop::collection::vec(1u64..40, 1..12),
        options in options(),
    ) {
        let image = image(&text, &data);
        let plain = run(options, Engine::Plain, &image, &registers, &slices, &mut ());
        let careful = run(options, Engine::Careful, &image, &registers, &slices, &mut ());
        prop_assert_eq!(&plain, &careful);
        let total: u64 = slices.iter().sum();
        let whole = run(options, Engine::Plain, &image, &registers, &[total], &mut ());
        // The result of a run does not depend on slicing; only stops may differ in name.
        prop_assert_eq!(&plain.registers, &whole.registers);
        prop_assert_eq!(&plain.data, &whole.data);
        prop_assert_eq!(&plain.counts, &whole.counts);
        prop_assert_eq!(&plain.events, &whole.events);
    }

    #[test]
    fn a_machine_that_ran_the_program_before_is_as_new(
        text in prop::collection::vec(prop_oneof![3 => long(), 1 => short()], 1..60),
        data in prop::collection::vec(prop::collection::vec(any::<u32>(), 8), 2),
        registers in prop::collection::vec(any::<u32>(), 32),
        slices in prop::collection::vec(1u64..40, 1..12),
        options in options(),
        is_native in any::<bool>(),
    ) {
        let engine = if is_native { Engine::Translate } else { Engine::Plain };
        let images = [&data[0], &data[1]].map(|data| image(&text, data));
        let mut machine = Riscv32::new(options);
        machine.set_engine(engine, library().as_ref());
        for image in &images {
            let left = run_on(&mut machine, image, &registers, &slices, &mut ());
            prop_assert_eq!(&left, &run(options, engine, image, &registers, &slices, &mut ()));
        }
    }
}

/// After a second load, code that the program wrote over itself is gone.
#[test]
fn a_program_that_wrote_over_itself_is_decoded_anew() {
    // sw t0, 8(t1); nop; addi t2, t2, 1, which is overwritten by addi t2, t2, 2
    let words: [u32; 3] = [0x0053_2423, 0x0000_0013, 0x0013_8393];
    let image = image(&words.map(|word| word.to_le_bytes().to_vec()), &[0]);
    let options = Options::bare();
    for engine in [Engine::Plain, Engine::Translate] {
        let mut machine = Riscv32::new(options);
        machine.set_engine(engine, library().as_ref());
        for (to, added) in [(TEXT, 2), (DATA, 1), (TEXT, 2)] {
            let mut registers = [0; 32];
            (registers[5], registers[6]) = (0x0023_8393, to);
            run_on(&mut machine, &image, &registers, &[3], &mut ());
            assert_eq!(machine.register("t2"), Some(added), "{engine:?}");
        }
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
        strict_align in any::<bool>(),
    ) {
        let options = Options { strict_align, profile: Profile::FULL, ..Options::of(crate::Dialect::Gnu) };
        let program = (calling(&body, &calls, &procedure, farther), ROUNDS.1);
        let program = repaired(program, &data, &registers, options);
        compare_native(library, &program, &data, &registers, &slices, marks, options)?;
    }

    #[test]
    fn native_code_agrees_on_anything(
        text in prop::collection::vec(prop_oneof![3 => long(), 1 => short()], 1..60),
        data in prop::collection::vec(any::<u32>(), 1..32),
        registers in prop::collection::vec(any::<u32>(), 32),
        slices in prop::collection::vec(1u64..2000, 1..4),
        marks in prop_oneof![Just(0), any::<u64>()],
        options in options(),
    ) {
        compare_native(library, &(text, ROUNDS.1), &data, &registers, &slices, marks, options)?;
    }
}

proptest! {
    #![proptest_config(long_runs())]

    #[test]
    fn native_code_agrees_at_length(
        body in bodies(1..40),
        data in prop::collection::vec(any::<u32>(), 32),
        registers in prop::collection::vec(any::<u32>(), 32),
        slices in prop::collection::vec(1u64..600_000, 1..4),
        rounds in 1u32..100_000,
        strict_align in any::<bool>(),
    ) {
        let options = Options { strict_align, profile: Profile::FULL, ..Options::of(crate::Dialect::Gnu) };
        let program = (looping(&body), rounds);
        let program = repaired(program, &data, &registers, options);
        tell_compared(compare_native(library, &program, &data, &registers, &slices, 0, options)?);
    }
}

/// Program without the instructions that end a run in its first rounds, so that most programs run
/// for long.
fn repaired(
    (mut text, rounds): (Vec<Vec<u8>>, u32),
    data: &[u32],
    registers: &[u32],
    options: Options,
) -> (Vec<Vec<u8>>, u32) {
    let mut registers = registers.to_vec();
    registers[usize::from(ROUNDS.0)] = rounds;
    for _ in 0..text.len() {
        let image = image(&text, data);
        let left = run(options, Engine::Plain, &image, &registers, &[500], &mut ());
        let Stop::Fault(fault) = left.stop else { break };
        let at = fault.pc.wrapping_sub(TEXT.into()) / 4;
        match text.get_mut(at as usize).filter(|_| left.counts.instructions < 400) {
            Some(word) => *word = vec![0x13, 0, 0, 0],
            None => break,
        }
    }
    (text, rounds)
}

/// Checks that the plain engine and native code, with a library for each run, have the same results and
/// events; returns the number of instructions.
fn compare_native(
    library: impl Fn() -> Option<Arc<Library>>,
    (text, rounds): &(Vec<Vec<u8>>, u32),
    data: &[u32],
    registers: &[u32],
    slices: &[u64],
    marks: u64,
    options: Options,
) -> Result<u64, TestCaseError> {
    let image = image(text, data);
    let mut registers = registers.to_vec();
    registers[usize::from(ROUNDS.0)] = *rounds;
    let looks = || SelectedEvents::at(marks, TEXT, 2);
    let (mut of_plain, mut of_native) = (looks(), looks());
    let plain = run(options, Engine::Plain, &image, &registers, slices, &mut of_plain);
    let native = || {
        let mut machine = Riscv32::new(options);
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

pub(super) fn assembled(options: &Options, name: &str, source: &[u8]) -> Image {
    let mut sources = asmkit::Sources::new();
    let file = sources.add(name, source);
    let assembled = crate::assembler::assemble(&mut sources, &[file], options, &asmkit::NoLibrary);
    assembled.unwrap_or_else(|messages| panic!("{messages:?}")).image
}

#[test]
fn a_double_of_which_half_lies_outside_memory_is_not_stored_at_all() {
    const LAST: u64 = 0x7fff_fffc;
    let options = Options::of(crate::Dialect::Gnu);
    let program =
        b".globl _start\n_start: li t0, 0x7ffffffc\nli t1, 7\nsw t1, (t0)\nfsd fa0, (t0)\n";
    let image = assembled(&options, "double.s", program);
    for careful in [false, true] {
        let mut machine = Riscv32::new(options);
        machine.careful = careful;
        machine.load(&image).expect("it fits");
        let stop = machine.run(&mut Host::default(), 100, &mut ());
        let cause = Cause::Unmapped { access: Access::Store, address: LAST + 4 };
        assert!(matches!(stop, Stop::Fault(fault) if fault.cause == cause), "{stop:?}");
        assert_eq!(machine.peek(LAST), Some(7), "careful: {careful}");
    }
}

/// Programs for the board with interrupts have the same result in every engine and with every
/// slicing.
#[test]
fn the_board_interrupts_at_the_same_instruction_whoever_runs() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/esp32c3");
    for name in ["interrupts.s", "preempt.s", "receive.s", "counters.s", "uart.s"] {
        let options = Options::esp32c3();
        let source = std::fs::read(folder.join(name)).expect("a program");
        let image = assembled(&options, name, &source);
        let (plain, careful) = (Engine::Plain, Engine::Careful);
        let whole = [plain, careful, Engine::Translate].map(|engine| (engine, 1_000_000));
        let cut = [(plain, 1), (plain, 7), (careful, 3), (Engine::Translate, 700)];
        let left = [&whole[..], &cut].concat().into_iter().map(|(engine, slice)| {
            let mut machine = Riscv32::new(options);
            machine.set_engine(engine, library().as_ref());
            machine.load(&image).expect("it fits");
            let mut host = Host::with_input(b"Hello\nmore");
            let mut stop = Stop::Budget;
            for _ in 0..1_000_000 {
                stop = machine.run(&mut host, slice, &mut ());
                if stop != Stop::Budget {
                    break;
                }
            }
            let output = host.output.take();
            (stop, output, machine.registers(), machine.counts(), format!("{:?}", machine.events()))
        });
        let left: Vec<_> = left.collect();
        assert_ne!(left[0].0, Stop::Budget, "{name}");
        for other in &left[1..] {
            assert_eq!(&left[0], other, "{name}");
        }
    }
}

/// A short run with other marks forms new blocks; older native code does not count for them.
#[test]
fn blocks_that_a_short_run_forms_anew_are_counted_right() {
    let options = Options::of(crate::Dialect::Gnu);
    // again: addi t0, t0, 1; addi t1, t1, 2; addi t2, t2, 3; andi t3, t0, 7; bnez t3, again;
    // addi t4, t4, 1; j again
    let words: [u32; 7] =
        [0x0012_8293, 0x0023_0313, 0x0033_8393, 0x0072_fe13, 0xfe0e_18e3, 0x001e_8e93, 0xfe9f_f06f];
    let image = image(&words.map(|word| word.to_le_bytes().to_vec()), &[0]);
    let executed = [Engine::Plain, Engine::Auto].map(|engine| {
        let mut machine = Riscv32::new(options);
        machine.set_engine(engine, library().as_ref());
        machine.load(&image).expect("it fits");
        let mut host = Host::default();
        for marks in [1 << 2, 1 << 4, 1 << 6] {
            machine.run(&mut host, 1_000_000, &mut ());
            machine.run(&mut host, 9, &mut SelectedEvents::at(marks, TEXT, 2));
            machine.run(&mut host, 1_000_000, &mut ());
        }
        let is_native = machine.native.as_ref().is_none_or(|native| native.entered() > 0);
        assert!(is_native, "the loop is hot");
        (machine.executed(), machine.counts(), machine.registers())
    });
    assert_eq!(executed[0], executed[1]);
}

/// A machine after a program for Linux that may change itself, in the default engine.
fn ran_by_default(source: &[u8]) -> Riscv32 {
    let mut machine = loaded_by_default(source);
    let stop = machine.run(&mut Host::default(), 100_000_000, &mut ());
    assert_eq!(stop, Stop::Exit { status: 0 });
    machine
}

fn loaded_by_default(source: &[u8]) -> Riscv32 {
    let options = Options { self_modifying: true, ..Options::of(crate::Dialect::Gnu) };
    let mut machine = Riscv32::new(options);
    machine.set_engine(Engine::Auto, library().as_ref());
    machine.load(&assembled(&options, "loop.s", source)).expect("it fits");
    machine
}

#[test]
fn native_code_that_soon_exits_is_not_entered_again_and_again() {
    let source = b".globl _start\n_start: li s0, 400000\nloop: fence.i\nadd s1, s1, a1\n\
                   addi s0, s0, -1\nbnez s0, loop\nli a0, 0\nli a7, 93\necall\n";
    let machine = ran_by_default(source);
    assert_eq!(machine.counts().instructions, 1_600_005);
    let entered = machine.native.as_ref().map(|native| native.entered());
    assert!(entered.is_some_and(|entered| (1..20_000).contains(&entered)), "{entered:?}");
}

/// The procedure is translated first, and left after ten instructions until its callers are, too.
#[test]
fn native_code_that_soon_exited_is_entered_again_once_more_code_is_native() {
    let source = b".globl _start\n_start: li s0, 3000000\nla s1, short\nloop: jalr s1\n\
                   back: addi s0, s0, -1\nbnez s0, loop\nli a0, 0\nli a7, 93\necall\n\
                   short: addi a1, a1, 1\naddi a1, a1, 2\naddi a1, a1, 3\naddi a1, a1, 4\n\
                   addi a1, a1, 5\naddi a1, a1, 6\naddi a1, a1, 7\naddi a1, a1, 8\nret\n";
    let mut machine = ran_by_default(source);
    let hot =
        machine::native::Guest::blocks(&mut machine).iter().filter(|it| it.times() > 1_000_000);
    assert_eq!(hot.map(|block| block.native != 0).collect::<Vec<_>>(), [true; 3]);
}

#[test]
fn native_code_of_procedures_far_apart_is_small() {
    let source = b".globl _start\n_start: li s0, 300000\nloop: call far\n\
                   addi s0, s0, -1\nbnez s0, loop\nli a0, 0\nli a7, 93\necall\n\
                   .space 1 << 19\nfar: addi a1, a1, 1\nret\n";
    let machine = ran_by_default(source);
    let bytes = machine.native.as_ref().map(|native| native.code_bytes());
    assert!(bytes.is_some_and(|bytes| (1..32 << 10).contains(&bytes)), "{bytes:?}");
}
