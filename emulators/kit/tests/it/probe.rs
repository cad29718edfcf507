//! The machine: byte addresses, 32-bit registers, big-endian, a row for each kind of operand.

use architecture::{Architecture, Choices, Dialect, Languages, Page, Processor, Setup};
use asmkit::{NoLibrary, Sources, render};
use kit::{
    Action, Class, Design, Devices, Directive, Format, Kind, Language, Notation, Register, Row,
    SimpleSetup, Trap, Value, flow, registers, rows,
};
use machine::semantics::Word;
use machine::{AnyMachine, CallFlow, Image, Machine as _, Model, Radix, Spec, Syntax};

const REGISTERS: [&str; 4] = ["r0", "r1", "r2", "r3"];

/// Number of bytes of memory.
pub(crate) const MEMORY: u64 = 0x1000;

const MODEL: Model =
    Model { name: "probe", unit: "cycles", meaning: "fixed costs", source: "these tests" };

pub(crate) static SPEC: Spec = Spec {
    name: "probe",
    unit_bits: 8,
    word_bits: 32,
    address_bits: 32,
    radix: Radix::Hexadecimal,
    models: &[MODEL],
    syntax: Syntax { flow: |text| flow::<Probe>(text), ..Syntax::PLAIN },
};

/// Everything that has a default is the default.
#[derive(Debug, Clone)]
pub(crate) struct Probe;

impl Format for Probe {
    type Unit = u8;
    type Number = Word<32>;
    const UNIT_BITS: u32 = 8;
    const ALIGNED: bool = true;
}

impl Devices<Probe> for Probe {}

impl Design for Probe {
    const SPEC: &'static Spec = &SPEC;
    const REGISTERS: &'static [Register] = &registers(REGISTERS, 32);

    fn rows() -> &'static [Row<Probe>] {
        ROWS
    }

    fn aliases() -> &'static [(&'static str, &'static str)] {
        &[("move", "add")]
    }

    fn kind(letter: char) -> Option<Kind> {
        Some(match letter {
            'a' | 'b' => Kind::register(&REGISTERS),
            'n' => Kind::SIGNED,
            'u' => Kind::UNSIGNED,
            'e' => Kind::EITHER,
            'r' => Kind::RELATIVE,
            't' => Kind::WORD_ADDRESS,
            'l' => Kind::LOW_FIRST,
            's' => Kind::UNSIGNED.short(),
            'p' => Kind::UNSIGNED.padded(),
            _ => return None,
        })
    }

    fn memory_units(&self) -> u64 {
        MEMORY
    }
}

const PLAIN: Class = Class::new("plain", 1);
const MEMORY_CLASS: Class = Class::new("memory", 3);

rows! {
    #[rustfmt::skip]
    pub(crate) static ROWS: Probe;
    "set",  "a, n",    "0001 aa nnnnnnnnnn",          PLAIN,        "a = n",                   |m, a, n| m.put(a, m.num(n));
    "add",  "a, b",    "0010 aa bb 00000000",         PLAIN,        "a = a + b",               |m, a, b| m.put(a, m.reg(a) + m.reg(b));
    "ld",   "a, u(b)", "0011 aa bb uuuuuuuu",         MEMORY_CLASS, "a = the word at b + u",   |m, a, u, b| m.put(a, m.load(m.reg(b) + m.num(u), 4)?);
    "st",   "a, u(b)", "0100 aa bb uuuuuuuu",         MEMORY_CLASS, "the word at b + u = a",   |m, a, u, b| m.store(m.reg(b) + m.num(u), m.reg(a), 4)?;
    "ldb",  "a, u(b)", "0101 aa bb uuuuuuuu",         MEMORY_CLASS, "a = the byte at b + u",   |m, a, u, b| m.put(a, m.load(m.reg(b) + m.num(u), 1)?);
    "stb",  "a, u(b)", "0110 aa bb uuuuuuuu",         MEMORY_CLASS, "the byte at b + u = a",   |m, a, u, b| m.store(m.reg(b) + m.num(u), m.reg(a), 1)?;
    "bz",   "a, r",    "0111 aa rrrrrrrrrr",          PLAIN,        "go to r if a is 0",       |m, a, r| m.branch(m.reg(a).equals(m.num(0)), m.num(r));
    "call", "t",       "1000 tttttttttttt",           Class::new("call", 2).calls(), "r3 = the next address; go to t", |m, t| { m.put(3, m.following()); m.jump(m.num(t)) };
    "ret",  "",        "1001 000000000000",           Class::new("return", 2).returns(), "go to r3", |m| m.jump(m.reg(3));
    "ask",  "p",       "1010 0000 pppppppp",          PLAIN,        "leave it to the system",  |m, p| m.ask(p as u32)?;
    "over", "",        "1011 000000000000",           PLAIN,        "overflow",                |m| m.trap(Trap::Overflow)?;
    "brk",  "",        "1011 000000000001",           PLAIN,        "break",                   |m| m.trap(Trap::Break)?;
    "cond", "a",       "1011 aa 0000000010",          PLAIN,        "fails if a is 0",         |m, a| m.trap_if(m.reg(a).equals(m.num(0)), Trap::Condition)?;
    "flt",  "",        "1011 000000000011",           PLAIN,        "floating point",          |m| m.trap(Trap::Float)?;
    "bad",  "",        "1011 000000000100",           PLAIN,        "reserved",                |m| m.trap(Trap::Illegal)?;
    "wait", "a",       "1100 aa 0000000000",          PLAIN,        "takes a more cycles",     |m, a| m.spend(m.reg(a));
    "lit",  "s",       "1101 0000 ssssssss",          PLAIN,        "r0 = s",                  |m, s| m.put(0, m.num(s));
    "lit",  "l",       "1110 0000 llllllllllllllll",  PLAIN,        "r0 = l",                  |m, l| m.put(0, m.num(l));
    "low",  "e",       "1111 0000 eeeeeeee",          PLAIN,        "r0 = e",                  |m, e| m.put(0, m.num(e));
}

/// A language with every directive, computed numbers and local labels.
pub(crate) static LANGUAGE: Language = Language {
    comments: &[";"],
    numbers: &[
        Notation::prefixed("0x", 16),
        Notation::prefixed("0o", 8),
        Notation::prefixed("%", 2),
        Notation::suffixed("h", 16),
        Notation::prefixed("#", 10).or_negative(),
        Notation::prefixed("", 10),
    ],
    any_case: true,
    local: Some('@'),
    letters: |c| kit::is_plain_letter(c) || c == '@',
    here: Some('*'),
    arithmetic: true,
    directives: &[
        Directive::new(".org", "n", "continues at n", Action::Origin),
        Directive::new(".end", "", "ends the segment", Action::End),
        Directive::new(".byte", "n, ...", "bytes", Action::Numbers(1)),
        Directive::new(".word", "n, ...", "words", Action::Numbers(4)),
        Directive::new(".one", "n", "a word", Action::Number(4)),
        Directive::new(".space", "n, v", "n bytes of v", Action::Space(1)),
        Directive::new(".ascii", "text", "the text", Action::Text(false)),
        Directive::new(".asciz", "text", "the text and a zero", Action::Text(true)),
        Directive::new(".align", "n", "to a multiple of n", Action::Align),
        Directive::new(".equ", "n", "a constant", Action::Equate),
        Directive::new(".include", "file", "reads a file", Action::Include),
        Directive::new(".global", "name", "nothing", Action::Ignore),
    ],
    ..Language::PLAIN
};

static DIALECT: Dialect = Dialect::new("probe", "a machine for tests", char::is_alphanumeric);

static LANGUAGES: Languages = Languages {
    machine: "probe",
    dialects: std::slice::from_ref(&DIALECT),
    signs: &[],
    has_instruction: |_| false,
    is_guessed: false,
};

#[derive(Debug)]
struct ProbeArchitecture;

impl Architecture for ProbeArchitecture {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn title(&self) -> &'static str {
        "Probe"
    }

    fn languages(&self) -> &'static Languages {
        &LANGUAGES
    }

    fn processors(&self) -> &'static [Processor] {
        &[]
    }

    fn set_up(&self, _: &Dialect, _: &Choices) -> Result<Box<dyn Setup>, String> {
        Ok(Box::new(setup(Probe)))
    }

    fn pages(&self) -> &'static [Page] {
        &[]
    }

    fn benchmark(&self) -> (&'static Dialect, &'static str) {
        (&DIALECT, "")
    }
}

/// A design with the language.
pub(crate) fn setup<D: Design>(design: D) -> SimpleSetup<D> {
    SimpleSetup {
        architecture: &ProbeArchitecture,
        dialect: &DIALECT,
        language: &LANGUAGE,
        design,
        note: "dialect = probe\n".to_owned(),
        elf_machine: Some(0x5050),
        polls_input: true,
        how_to_end: "return from the first procedure",
        write: kit::only_elf,
    }
}

/// The program of a source, or all messages about it.
pub(crate) fn assembled(source: &str) -> Result<Image, String> {
    let mut sources = Sources::new();
    let file = sources.add("x.s", source.as_bytes());
    let made = kit::assemble::<Probe>(&mut sources, &[file], &NoLibrary, &LANGUAGE, MEMORY);
    made.map(|made| made.image).map_err(|messages| {
        let shown = messages.iter().map(|message| render(message, &sources, false));
        shown.collect::<Vec<_>>().join("\n")
    })
}

/// The machine with the program of a source at 0x100.
pub(crate) fn loaded(source: &str) -> AnyMachine {
    let image = assembled(&format!(".org 0x100\n{source}"));
    let mut machine = setup(Probe).machine();
    machine.load(&image.unwrap_or_else(|messages| panic!("{messages}"))).expect("it fits");
    machine
}

#[test]
fn the_call_chain_follows_classes() {
    let flow = |text| (SPEC.syntax.flow)(text);
    assert_eq!(flow("CALL 0x100"), CallFlow::Call);
    assert_eq!(flow("ret"), CallFlow::Return);
    assert_eq!([flow("add r0, r1"), flow("nothing"), flow("")], [CallFlow::Other; 3]);
}
