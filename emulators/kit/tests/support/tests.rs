//! Tests that every machine of the kit makes: facts about instructions, messages, slices of runs.
//!
//! A machine's test includes this file with `#[path]`.

use architecture::{Architecture, Choices, Setup};
use asmkit::words::WordKind;
use asmkit::{NoLibrary, Sources, render};
use machine::{
    AnyMachine, Counts, Data, Host, Image, InstructionCount, Machine as _, Segment, Stop,
};

/// The machine with its first dialect and these switches.
pub(crate) fn set_up(of: &dyn Architecture, switches: &[(&'static str, &str)]) -> Box<dyn Setup> {
    of.set_up(&of.dialects()[0], &Choices::with(switches)).expect("they fit")
}

/// The program of a source, or all messages about it.
pub(crate) fn assembled(setup: &dyn Setup, source: &str) -> Result<Image, String> {
    let mut sources = Sources::new();
    let file = sources.add("x.s", source.as_bytes());
    let made = setup.assemble(&mut sources, &[file], &NoLibrary);
    made.map(|made| made.image).map_err(|messages| {
        let shown = messages.iter().map(|message| render(message, &sources, false));
        shown.collect::<Vec<_>>().join("\n")
    })
}

/// A machine with a program in it.
pub(crate) fn loaded(setup: &dyn Setup, image: &Image) -> AnyMachine {
    let mut machine = setup.machine();
    machine.load(image).expect("it has the memory");
    machine
}

/// Checks facts, one in each line: `INSTRUCTION | BEFORE => AFTER ; remark`.
///
/// `BEFORE` and `AFTER` are lists of `NAME = NUMBER`, where a name is a register, `[ADDRESS]` for
/// `units` units of memory, the low one first, `pc`, `cycles`, `in` and `out` for bytes in
/// hexadecimal, or `status`; `AFTER` may be the code of a fault. `frame` is a program in which the
/// instruction takes the place of `{}`. Every row of the page of instructions must have a fact.
pub(crate) fn facts(setup: &dyn Setup, text: &str, frame: &str, units: usize) {
    let cases: Vec<&str> =
        text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let mut rows = rows(setup);
    for case in &cases {
        let machine = fact(setup, case, frame, units);
        // The rows with the most fixed bits are the instruction's, which may have several forms.
        let matching: Vec<_> =
            rows.iter_mut().filter(|row| row.is_at(&machine, setup.is_big_endian())).collect();
        let most = matching.iter().map(|row| row.mask.count_ones()).max();
        let forms = matching.into_iter().filter(|row| Some(row.mask.count_ones()) == most);
        forms.for_each(|row| row.is_tested = true);
    }
    if let Some(row) = rows.iter().find(|row| !row.is_tested) {
        panic!("no fact about {}", row.form);
    }
    let first = |case: &&str| case.split([' ', '|']).next().unwrap_or_default().to_owned();
    let tested: Vec<String> = cases.iter().map(first).collect();
    for word in setup.architecture().words(setup.dialect()) {
        let is_tested = tested.iter().any(|name| name.eq_ignore_ascii_case(&word.name));
        assert!(word.kind != WordKind::Instruction || is_tested, "no fact about {}", word.name);
    }
}

/// A row of a machine's page of instructions.
struct PageRow {
    form: String,
    mask: u64,
    value: u64,
    bits: u32,
    is_tested: bool,
}

/// The rows of a machine's pages: a form, then its bits.
fn rows(setup: &dyn Setup) -> Vec<PageRow> {
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split("` | `");
        let (form, bits) = (cells.next()?, cells.next()?.split('`').next()?);
        let bits: Vec<char> = bits.chars().filter(|bit| *bit != ' ').collect();
        // Directives have no bits.
        let is_pattern = bits.iter().all(char::is_ascii_alphanumeric)
            && bits.iter().any(|bit| ['0', '1'].contains(bit));
        let fixed = |wanted: &[char]| {
            bits.iter().fold(0, |all, bit| all << 1 | u64::from(wanted.contains(bit)))
        };
        is_pattern.then(|| PageRow {
            form: form.to_owned(),
            mask: fixed(&['0', '1']),
            value: fixed(&['1']),
            bits: bits.len() as u32,
            is_tested: false,
        })
    };
    let pages = setup.architecture().pages().iter().map(|page| (page.text)());
    pages.flat_map(|text| text.lines().filter_map(row).collect::<Vec<_>>()).collect()
}

impl PageRow {
    /// Whether a machine's next instruction has the row's fixed bits.
    fn is_at(&self, machine: &AnyMachine, is_big_endian: bool) -> bool {
        let unit_bits = machine.spec().unit_bits;
        let mut units: Vec<u64> = (machine.pc()..)
            .take((self.bits / unit_bits) as usize)
            .map(|at| machine.peek(at).unwrap_or_default())
            .collect();
        if !is_big_endian {
            units.reverse();
        }
        let word = units.iter().fold(0, |word, unit| word << (unit_bits % 64) | unit);
        word & self.mask == self.value
    }
}

/// Checks a fact; the machine before its instruction.
fn fact(setup: &dyn Setup, case: &str, frame: &str, units: usize) -> AnyMachine {
    let unit_bits = setup.architecture().spec().unit_bits;
    let pieces = |value: u64| {
        let unit = |at| value >> (unit_bits * at) & (u64::MAX >> (64 - unit_bits));
        (0..units as u32).map(unit).collect::<Vec<u64>>()
    };
    let (instruction, rest) = case.split_once('|').expect("an instruction");
    let rest = rest.split(';').next().unwrap_or_default();
    let (before, after) = rest.split_once("=>").expect("an arrow");
    let image = assembled(setup, &frame.replace("{}", instruction));
    let image = image.unwrap_or_else(|messages| panic!("{case}: {messages}"));
    let (mut machine, mut host) = (loaded(setup, &image), Host::with_input(b""));
    for (name, value) in pairs(before) {
        match address(name) {
            Some(address) => {
                assert!(machine.poke_all(address, &pieces(number(value))), "{case}");
            }
            None if name == "in" => host = Host::with_input(&bytes(value)),
            None => {
                let most = u64::MAX >> (64 - setup.architecture().spec().word_bits);
                assert!(machine.set_register(name, number(value) & most), "{case}");
            }
        }
    }
    let (before, earlier) = (machine.clone(), machine.registers());
    let stop = machine.run(&mut host, 1, &mut ());
    if let Stop::Fault(fault) = stop {
        assert_eq!(fault.cause.id(), after.trim(), "{case}");
        assert_eq!((machine.registers(), machine.counts().instructions), (earlier, 0), "{case}");
        return before;
    }
    assert_eq!(machine.attempted(), 1, "{case}: {stop:?}");
    for (name, value) in pairs(after) {
        let (expected, is_so) = match (name, address(name)) {
            ("pc", _) => (number(value), machine.pc() == number(value)),
            ("out", _) => (0, host.output.bytes() == bytes(value)),
            ("cycles", _) => (number(value), machine.counts().cycles[0].cycles == number(value)),
            ("status", _) => (0, stop == Stop::Exit { status: number(value) as u32 as i32 }),
            (_, Some(at)) => {
                let found: Vec<u64> = (at..).map_while(|at| machine.peek(at)).take(units).collect();
                (number(value), found == pieces(number(value)))
            }
            (name, None) => {
                let most = u64::MAX >> (64 - setup.architecture().spec().word_bits);
                let expected = number(value) & most;
                (expected, machine.register(name).map(|it| it & most) == Some(expected))
            }
        };
        assert!(is_so, "{case}: {name} is not {expected:#x}: {:x?}", machine.registers());
    }
    before
}

/// A number in a case: decimal or `0x`, with a sign.
fn number(text: &str) -> u64 {
    let digits = text.trim_start_matches('-');
    let value = match digits.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let value = value.unwrap_or_else(|_| panic!("`{text}` is not a number"));
    if digits == text { value.cast_unsigned() } else { value.wrapping_neg().cast_unsigned() }
}

/// Pairs of `NAME = VALUE`.
fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(',')
        .filter(|pair| !pair.trim().is_empty())
        .map(|pair| pair.split_once('=').expect("a name is given a value"))
        .map(|(name, value)| (name.trim(), value.trim()))
}

fn address(name: &str) -> Option<u64> {
    Some(number(name.strip_prefix('[')?.strip_suffix(']')?))
}

fn bytes(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("a byte")).collect()
}

/// Checks that a source is refused with messages that contain these texts.
pub(crate) fn refused(setup: &dyn Setup, source: &str, expected: &[&str]) {
    let reported = assembled(setup, source).expect_err(source);
    for part in expected {
        assert!(reported.contains(part), "{source}: {part} is not in\n{reported}");
    }
}

/// Checks that a program is disassembled as it was written, from an address on.
pub(crate) fn disassembles(setup: &dyn Setup, source: &str, mut address: u64, unit: u64) {
    let machine = loaded(setup, &assembled(setup, source).expect("it is right"));
    for line in source.lines().filter(|line| !line.trim_start().starts_with('.')) {
        assert_eq!(machine.disassemble(address).as_deref(), Some(line.trim()));
        address += unit;
    }
}

/// A program of these units, of which any may be an instruction.
pub(crate) fn image(setup: &dyn Setup, base: u64, units: &[u64]) -> Image {
    let bytes = || units.iter().map(|&unit| unit as u8).collect();
    let is_bytes = setup.architecture().spec().unit_bits == 8;
    let segment = Segment {
        name: ".text".into(),
        base,
        size: units.len() as u64,
        data: if is_bytes { Data::Bytes(bytes()) } else { Data::Words(units.to_vec()) },
        executable: true,
        writable: true,
    };
    Image {
        isa: setup.architecture().spec().name.into(),
        entry: base,
        segments: vec![segment],
        ..Image::default()
    }
}

/// Everything that a run leaves.
pub(crate) type Outcome =
    (Stop, Counts, Vec<InstructionCount>, Vec<(&'static str, u64)>, u64, Vec<u8>, Vec<(u64, u64)>);

/// Units of memory that are not zero.
fn units(machine: &AnyMachine) -> Vec<(u64, u64)> {
    let all = (0..).map_while(|at| Some((at, machine.peek(at)?)));
    all.filter(|(_, unit)| *unit != 0).collect()
}

/// Runs a program in slices, to its end or to 2,000 instructions.
pub(crate) fn outcome(mut machine: AnyMachine, input: &[u8], slice: u64) -> Outcome {
    let (mut host, mut stop) = (Host::with_input(input), Stop::Budget);
    for _ in 0..2000 / slice {
        stop = machine.run(&mut host, slice, &mut ());
        if stop != Stop::Budget {
            break;
        }
    }
    let (counts, executed) = (machine.counts(), machine.executed());
    assert_eq!(executed.iter().map(|row| row.times).sum::<u64>(), counts.instructions);
    let memory = units(&machine);
    (stop, counts, executed, machine.registers(), machine.pc(), host.output.take(), memory)
}

/// Runs the same with values tracked, of which none is undefined.
pub(crate) fn followed(mut machine: AnyMachine, input: &[u8]) -> Outcome {
    let mut host = Host::with_input(input);
    let mut follow = machine::follow::Follow::new();
    follow.home = std::iter::once(0..u64::MAX).collect();
    follow.allowed.push(0..u64::MAX);
    let stop = machine.run_followed(&mut host, 2000, &mut follow).expect("it can be followed");
    let memory = units(&machine);
    let (counts, executed) = (machine.counts(), machine.executed());
    (stop, counts, executed, machine.registers(), machine.pc(), host.output.take(), memory)
}

/// Instructions that a random program should run at least, so that something is tested.
const FEW_INSTRS: u64 = 10;

/// Runs random programs in one piece, in slices of one instruction and with values tracked: all is
/// equal. At least a quarter of them must run for some time.
pub(crate) fn slices_and_tracked_values_change_nothing<P: std::fmt::Debug>(
    programs: impl proptest::strategy::Strategy<Value = P>,
    loaded: impl Fn(&P) -> AnyMachine,
) {
    use proptest::prelude::{any, prop_assert_eq};
    use proptest::test_runner::{Config, TestRunner};
    let (short, long) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let input = proptest::collection::vec(any::<u8>(), 0..8);
    let config = Config { failure_persistence: None, ..Config::default() };
    let tested = TestRunner::new(config).run(&(programs, input), |case| {
        let (program, input) = case;
        let machine = loaded(&program);
        let whole = outcome(machine.clone(), &input, 2000);
        let count = if whole.1.instructions < FEW_INSTRS { &short } else { &long };
        count.set(count.get() + 1);
        prop_assert_eq!(&outcome(machine.clone(), &input, 1), &whole);
        prop_assert_eq!(&followed(machine, &input), &whole);
        Ok(())
    });
    tested.unwrap_or_else(|why| panic!("{why}"));
    let (short, long) = (short.get(), long.get());
    assert!(3 * long >= short, "only {long} of {} programs ran", long + short);
}
