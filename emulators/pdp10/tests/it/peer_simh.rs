//! Random programs leave the same accumulators, memory, flags and count here and in SIMH.
//!
//! Debian's `pdp10` of SIMH is a KS10, which ran the same instructions with some differences:
//! [`LEFT_OUT`] and [`DIFFERENT`] list what is therefore excluded. All programs run in one process,
//! which receives each as words and reports everything it may have changed. Without SIMH the test
//! says so.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::{Command, Stdio};

use machine::{Data, Host, Image, Machine, Random, Segment, Stop};
use pdp10::isa::{self, Class};
use pdp10::{Options, Pdp10, System, Word36};

/// Excluded mnemonics with the reason; a star matches any ending.
#[rustfmt::skip]
const LEFT_OUT: &[(&str, &str)] = &[
    ("FAD", "a KS10 keeps other bits below the fraction: only rounded forms are compared"),
    ("FADL", "not on a KS10"),
    ("FADM", "as FAD"),
    ("FADB", "as FAD"),
    ("FSB", "as FAD"),
    ("FSBL", "not on a KS10"),
    ("FSBM", "as FAD"),
    ("FSBB", "as FAD"),
    ("FMP", "as FAD"),
    ("FMPL", "not on a KS10"),
    ("FMPM", "as FAD"),
    ("FMPB", "as FAD"),
    ("FDV*", "a KS10 truncates and rounds quotients by other bits"),
    ("FSC", "a KS10 uses more bits of the exponent"),
    ("UFA", "not on a KS10"),
    ("DFN", "not on a KS10"),
];

/// Cases in which the mnemonics between bars are excluded, with the reason: a program that reaches
/// one is not compared.
///
/// By construction, programs have no `IBP` with an accumulator (`ADJBP` on a KS10), no byte pointer
/// that exceeds its word or carries into its index, no stack that overflows, and one `BLT`, whose
/// accumulator (unchanged on a KA10) is cleared. `JRST` has no function, PC words from `JSP` lose
/// the flags of another mode, and monitor calls and LUUOs belong to another machine.
#[rustfmt::skip]
const DIFFERENT: &[(&str, Case, &str)] = &[
    ("|AOBJP|AOBJN|", |ac, _| ac & 0o777777 == 0o777777, "a KA10 carries into the left half"),
    ("|MUL|MULI|MULM|MULB|IMUL|IMULI|IMULM|IMULB|IDIV|IDIVI|IDIVM|IDIVB|DIV|DIVI|DIVM|DIVB|",
        |ac, operand| ac == MINIMUM || operand == MINIMUM, "to a KA10 400000,,0 is its own negative"),
    ("|FADR|FADRI|FADRM|FADRB|FSBR|FSBRI|FSBRM|FSBRB|FMPR|FMPRI|FMPRM|FMPRB|",
        |ac, operand| !is_normalised(ac) || !is_normalised(operand), "a KA10 normalises only results"),
];

/// Condition on the accumulator and the operand.
type Case = fn(u64, u64) -> bool;

const CODE: u64 = 0o1000;
/// Words reached by loads and stores, by address and through an index register.
const DATA: u64 = 0o2000;
const DATA_WORDS: u64 = 0o100;
const MIDDLE: u64 = DATA + DATA_WORDS / 2;
/// Words used indirectly: addresses, byte pointers, instructions.
const ADDRESSES: u64 = 0o2100;
const POINTERS: u64 = 0o2110;
const INSTRUCTIONS: u64 = 0o2120;
/// Words moved by the one BLT.
const BLOCK: u64 = 0o2107;
const TABLE_WORDS: u64 = 8;
/// The stack, in otherwise unused words.
const STACK: u64 = 0o2240;
/// Accumulators below this one change at random; those above have a purpose.
const FREE: u64 = 0o14;
const COUNTER: u64 = 0o15;
const INDEX: u64 = 0o16;
const POINTER: u64 = 0o17;

const MINIMUM: u64 = 0o400000_000000;
const HALT: u64 = 0o254200_000000;
/// Flags of both machines, as in the left half of a PC word.
const FLAGS: u64 = 0o760140;

/// Number of programs compared.
const PROGRAMS: usize = 300;

/// An opcode that may be used.
#[derive(Clone, Copy)]
struct Known {
    name: &'static str,
    code: u64,
    class: Class,
}

fn known() -> Vec<Known> {
    let opcodes = isa::FAMILIES.iter().flat_map(|family| family.opcodes);
    let named = opcodes.filter(|opcode| !opcode.name.is_empty() && !left_out(opcode.name));
    named.map(|o| Known { name: o.name, code: o.code.into(), class: o.class }).collect()
}

fn left_out(name: &str) -> bool {
    LEFT_OUT.iter().any(|(pattern, _)| match pattern.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => *pattern == name,
    })
}

/// Whether the effective address is the operand.
fn is_immediate(code: u64) -> bool {
    match code {
        0o140..=0o177 => code & 7 == 5,
        0o200..=0o237 | 0o270..=0o277 | 0o400..=0o577 => code & 3 == 1,
        0o300..=0o307 => true,
        0o600..=0o677 => code & 0o10 == 0,
        _ => false,
    }
}

/// Whether a floating-point number is normalised or zero.
fn is_normalised(number: u64) -> bool {
    let magnitude = if number >> 35 == 0 { number } else { number.wrapping_neg() };
    number == 0 || magnitude >> 26 & 1 == 1
}

/// An instruction word; the address part may include index and indirection.
fn word(code: u64, ac: u64, address: u64) -> u64 {
    code << 27 | ac << 23 | address
}

fn indexed(offset: i64) -> u64 {
    INDEX << 18 | offset as u64 & 0o777777
}

struct Writer {
    words: Vec<u64>,
    random: Random,
    known: Vec<Known>,
}

impl Writer {
    fn below(&mut self, limit: u64) -> u64 {
        self.random.next_u64() % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    fn here(&self) -> u64 {
        CODE + self.words.len() as u64
    }

    /// Address of an operand.
    fn address(&mut self) -> u64 {
        let offset = self.below(DATA_WORDS) as i64;
        match self.below(8) {
            0 | 1 => self.below(FREE),
            2 | 3 => indexed(offset - (DATA_WORDS / 2) as i64),
            4 => (1 << 22) + ADDRESSES + self.below(BLOCK - ADDRESSES),
            _ => DATA + offset as u64,
        }
    }

    /// An instruction of one of these classes, with allowed operands.
    fn random_of(&mut self, classes: &[Class]) -> u64 {
        let usable: Vec<Known> =
            self.known.iter().copied().filter(|known| classes.contains(&known.class)).collect();
        let Known { code, class, .. } = self.pick(&usable);
        let address = match class {
            Class::Shift => (self.below(160).wrapping_sub(80)) & 0o777777,
            Class::Byte => POINTERS + self.below(TABLE_WORDS),
            _ if is_immediate(code) => self.random.next_u64() & 0o777777,
            _ => self.address(),
        };
        // With an AC, IBP is another instruction on a KS10.
        let ac = if code == 0o133 { 0 } else { self.below(FREE) };
        word(code, ac, address)
    }

    /// An instruction that continues with the next one.
    fn plain(&mut self) -> u64 {
        match self.below(24) {
            0 => word(0o256, 0, INSTRUCTIONS + self.below(TABLE_WORDS)),
            1 => word(0o261, POINTER, self.address()),
            2 => word(0o262, POINTER, self.address()),
            3..=5 => self.random_of(&[
                Class::Multiply,
                Class::Divide,
                Class::FloatAdd,
                Class::FloatMultiply,
                Class::FloatDivide,
                Class::Byte,
            ]),
            _ => self.random_of(&[
                Class::Move,
                Class::Half,
                Class::Boolean,
                Class::Add,
                Class::Shift,
                Class::Byte,
            ]),
        }
    }

    fn several(&mut self) -> Vec<u64> {
        (0..self.below(4)).map(|_| self.plain()).collect()
    }

    /// A skip and an instruction it may skip.
    fn skip(&mut self) {
        let skip = self.random_of(&[Class::Compare, Class::Test]);
        let skipped = self.plain();
        self.words.extend([skip, skipped]);
    }

    /// A jump over a few instructions, or none.
    fn jump(&mut self) {
        let jumps: Vec<Known> =
            self.known.iter().copied().filter(|known| known.class == Class::Jump).collect();
        let (Known { code, .. }, over) = (self.pick(&jumps), self.several());
        let ac = match code {
            0o254 => 0,
            0o255 => self.below(0o20),
            _ => self.below(FREE),
        };
        self.words.push(word(code, ac, self.here() + 1 + over.len() as u64));
        self.words.extend(over);
    }

    /// A few instructions repeated up to four times.
    fn repeat(&mut self) {
        let times = 1 + self.below(4);
        self.words.push(word(0o201, COUNTER, times));
        let start = self.here();
        for _ in 0..1 + self.below(3) {
            if self.below(3) == 0 {
                self.skip();
            } else {
                let plain = self.plain();
                self.words.push(plain);
            }
        }
        self.words.push(word(0o367, COUNTER, start));
    }

    /// A subroutine, called and jumped over, with each pair of call and return.
    fn call(&mut self) {
        let (body, ac) = (self.several(), 1 + self.below(FREE - 1));
        let (call, back, ac) = match self.below(4) {
            0 => (0o260, word(0o263, POINTER, 0), POINTER),
            1 => (0o265, word(0o254, 0, ac << 18), ac),
            2 => (0o266, word(0o267, ac, ac << 18), ac),
            _ => (0o264, word(0o254, 0, 1 << 22 | (self.here() + 2)), 0),
        };
        // JSR and JSA store a word before the first instruction; the AC of JSP and JSA must not
        // change.
        let keeps = matches!(call, 0o264 | 0o266);
        let mut body = if matches!(call, 0o265 | 0o266) { Vec::new() } else { body };
        // The stack must be unchanged when POPJ runs.
        body.retain(|word| !matches!(word >> 27, 0o261 | 0o262));
        let sub = self.here() + 2;
        let after = sub + u64::from(keeps) + body.len() as u64 + 1;
        self.words.extend([word(call, ac, sub), word(0o254, 0, after)]);
        self.words.extend(keeps.then_some(0));
        self.words.extend(body);
        self.words.push(back);
        // A word from JSP has the flags of another mode.
        self.words.extend((call == 0o265).then_some(word(0o553, ac, ac)));
    }

    /// A word likely to be a corner case.
    fn number(&mut self) -> u64 {
        const CORNERS: [u64; 9] = [
            0,
            1,
            0o777777_777777,
            0o377777_777777,
            0o400000_000001,
            0o777777,
            0o777777_000000,
            0o201400_000000,
            0o576400_000000,
        ];
        let random = self.random.next_u64();
        match self.below(4) {
            0 => self.pick(&CORNERS),
            1 => (random % 512).wrapping_sub(256) & 0o777777_777777,
            // A positive floating-point number not far from one.
            2 => 0o170400_000000 + (random & 0o017377_777777),
            _ => random & 0o777777_777777,
        }
    }

    fn table(&mut self, each: impl Fn(&mut Writer) -> u64) -> Vec<u64> {
        (0..TABLE_WORDS).map(|_| each(self)).collect()
    }

    /// A pointer to a byte of a data word.
    fn pointer(&mut self) -> u64 {
        let size = 1 + self.below(36);
        let position = self.below(37 - size);
        let place = self.below(DATA_WORDS / 2);
        let address = if self.below(2) == 0 { DATA + place } else { indexed(place as i64 / 2) };
        position << 30 | size << 24 | address
    }
}

/// Words by start address.
struct Program {
    segments: Vec<(u64, Vec<u64>)>,
}

fn program(seed: u64, known: &[Known]) -> Program {
    let mut writer =
        Writer { words: Vec::new(), random: Random::seeded(seed), known: known.to_vec() };
    let (from, to, moved) = (writer.below(0o20), writer.below(0o20), writer.below(0o40));
    writer.words.push(word(0o200, FREE, BLOCK));
    writer.words.push(word(0o251, FREE, DATA + to + moved));
    writer.words.push(word(0o400, FREE, 0));
    for _ in 0..50 {
        match writer.below(12) {
            0 | 1 => writer.skip(),
            2 => writer.jump(),
            3 => writer.repeat(),
            4 => writer.call(),
            _ => {
                let plain = writer.plain();
                writer.words.push(plain);
            }
        }
    }
    // Flags, without those of another mode.
    let end = writer.here() + 1;
    writer.words.extend([word(0o265, FREE, end), word(0o621, FREE, !FLAGS & 0o777777), HALT]);
    let code = std::mem::take(&mut writer.words);
    let mut accumulators: Vec<u64> = (0..0o16).map(|_| writer.number()).collect();
    accumulators.extend([MIDDLE, 0o777700_000000 | STACK]);
    let data = (0..DATA_WORDS).map(|_| writer.number()).collect();
    let mut addresses = writer.table(|w| match w.below(3) {
        0 => w.below(FREE),
        1 => indexed(w.below(DATA_WORDS / 2) as i64),
        _ => DATA + w.below(DATA_WORDS),
    });
    addresses[(BLOCK - ADDRESSES) as usize] = ((DATA + from) << 18) + DATA + to;
    let tables = [
        addresses,
        writer.table(Writer::pointer),
        writer.table(|w| w.random_of(&[Class::Move, Class::Half, Class::Boolean, Class::Add])),
    ];
    Program {
        segments: vec![(0, accumulators), (CODE, code), (DATA, data), (ADDRESSES, tables.concat())],
    }
}

/// Number of instructions up to and including the `BLT`.
const PREPARING: u64 = 2;

/// Final state of a program.
#[derive(Debug, PartialEq, Eq)]
struct EndState {
    words: BTreeMap<u64, u64>,
    retired: u64,
}

/// Addresses compared: accumulators, data, byte pointers.
fn compared() -> impl Iterator<Item = u64> {
    (0..0o20).chain(DATA..DATA + DATA_WORDS).chain(POINTERS..POINTERS + TABLE_WORDS)
}

/// Runs a program here; `None` if it reaches a case in which the machines differ.
fn ours(machine: &mut Pdp10, program: &Program, known: &[Known]) -> Option<EndState> {
    let segment = |(base, words): &(u64, Vec<u64>)| Segment {
        name: String::new(),
        base: *base,
        size: words.len() as u64,
        data: Data::Words(words.clone()),
        executable: true,
        writable: true,
    };
    let image = Image {
        isa: "pdp10".to_owned(),
        entry: CODE,
        segments: program.segments.iter().map(segment).collect(),
        ..Image::default()
    };
    machine.load(&image).expect("it fits");
    let mut host = Host::default();
    for step in 0.. {
        assert!(step < 10_000, "it never ends\n{}", text(program));
        if differs(machine, machine.pc(), known) {
            return None;
        }
        match machine.run(&mut host, 1, &mut ()) {
            Stop::Budget => {}
            Stop::Exit { status: 0 } => break,
            stop => panic!("{stop:?}\n{}", text(program)),
        }
    }
    let words = compared().map(|at| (at, machine.peek(at).expect("memory"))).collect();
    Some(EndState { words, retired: machine.counts().instructions - PREPARING })
}

/// Whether the next instruction behaves differently on a KS10.
fn differs(machine: &Pdp10, at: u64, known: &[Known]) -> bool {
    let read = |address: u64| machine.peek(address & 0o777777).unwrap_or(0);
    let mut instruction = read(at);
    if instruction >> 27 == 0o256 {
        instruction = read(instruction);
    }
    let code = instruction >> 27;
    let Some(known) = known.iter().find(|known| known.code == code) else { return false };
    let mut address = instruction;
    loop {
        let index = address >> 18 & 0o17;
        let base = if index == 0 { 0 } else { read(index) };
        let effective = (address + base) & 0o777777;
        if address >> 22 & 1 == 0 {
            address = effective;
            break;
        }
        address = read(effective);
    }
    let operand = match code {
        0o145 | 0o165 => address << 18,
        _ if is_immediate(code) => address,
        _ => read(address),
    };
    let ac = read(instruction >> 23 & 0o17);
    let name = format!("|{}|", known.name);
    DIFFERENT.iter().any(|(names, case, _)| names.contains(&name) && case(ac, operand))
}

/// Runs programs in SIMH, all in one process.
fn theirs(programs: &[Program]) -> Vec<EndState> {
    let mut script = String::new();
    for program in programs {
        writeln!(script, "d 2200-2377 0\nd flags 0").expect("a string");
        for (base, words) in &program.segments {
            for (at, word) in (*base..).zip(words) {
                writeln!(script, "d {at:o} {word:o}").expect("a string");
            }
        }
        let (data, pointers) = (DATA + DATA_WORDS - 1, POINTERS + TABLE_WORDS - 1);
        // The time of a BLT depends on other events, so stop after it.
        let (end, next) = (CODE + PREPARING, program.segments[1].1[PREPARING as usize]);
        let stop = format!("d {end:o} {HALT:o}\nd pc {CODE:o}\nstep 1000\n");
        let resume = format!("d {end:o} {next:o}\nd pc {end:o}\n");
        writeln!(script, "{stop}{resume}show time\nstep 100000\nshow time").expect("a string");
        writeln!(script, "e 0-17\ne {DATA:o}-{data:o}\ne {POINTERS:o}-{pointers:o}")
            .expect("a string");
    }
    script.push_str("quit\n");
    let printed = simh(&script).expect("it is installed");
    let values: Vec<(&str, &str)> =
        printed.lines().filter_map(|line| line.split_once(":\t")).collect();
    let size = 2 + compared().count();
    assert_eq!(values.len(), size * programs.len(), "what SIMH prints");
    values.chunks(size).map(left).collect()
}

/// SIMH's result of one program: two times in decimal, then words.
fn left(values: &[(&str, &str)]) -> EndState {
    let (times, words) = values.split_at(2);
    let [before, after] = [0, 1].map(|at| times[at].1.parse::<u64>().expect("a time"));
    let octal = |digits| u64::from_str_radix(digits, 8).expect("an octal number");
    let words = words.iter().map(|(at, word)| (octal(at), octal(word))).collect();
    EndState { words, retired: after - before }
}

/// Output of SIMH, if it is installed; its console is not the script, which a running program would
/// read.
fn simh(script: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("script");
    std::fs::write(&file, script).expect("written");
    let done = Command::new("pdp10").arg(&file).stdin(Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
fn random_programs_agree_with_simh() {
    if simh("quit\n").is_none() {
        println!("not checked: pdp10 of SIMH is not installed");
        return;
    }
    let known = known();
    let mut machine = Pdp10::new(Options { system: System::Bare, ..Options::default() });
    let (mut programs, mut ours) = (Vec::new(), Vec::new());
    for seed in 0.. {
        let program = program(seed, &known);
        if let Some(left) = self::ours(&mut machine, &program, &known) {
            programs.push(program);
            ours.push(left);
        }
        if programs.len() == PROGRAMS {
            break;
        }
    }
    for ((ours, theirs), program) in ours.iter().zip(theirs(&programs)).zip(&programs) {
        assert!(*ours == theirs, "{}\n{}", differences(ours, &theirs), text(program));
    }
}

fn differences(ours: &EndState, theirs: &EndState) -> String {
    let both = ours.words.iter().filter(|&(at, word)| theirs.words.get(at) != Some(word));
    let mut message = format!("{} retired here, {} there\n", ours.retired, theirs.retired);
    for (at, word) in both {
        let other = theirs.words.get(at).copied().unwrap_or_default();
        writeln!(message, "{at:o}: {word:012o} here, {other:012o} there").expect("a string");
    }
    message
}

/// The program's words, for debugging a failure.
fn text(program: &Program) -> String {
    let mut lines = String::new();
    for (base, words) in &program.segments {
        for (at, &word) in (*base..).zip(words) {
            let shown = isa::disassemble(Word36::new(word)).unwrap_or_default();
            writeln!(lines, "{at:o}: {word:012o} {shown}").expect("a string");
        }
    }
    lines
}
