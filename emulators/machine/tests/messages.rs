//! Messages about faults and images, in the notation of a machine.

use machine::cells::{CellName, CellTrouble, NameKind, ShortName, ValueKind};
use machine::{
    Access, Cause, CompiledLines, Data, Image, LineTable, LoadError, Radix, Section, Segment, Spec,
    Symbol, Syntax,
};

/// A machine with words of 16 bits, in the notation of the LC-3.
static SPEC: Spec = Spec {
    name: "sixteen",
    unit_bits: 16,
    word_bits: 16,
    address_bits: 16,
    radix: Radix::Capital("x", ""),
    models: &[],
    syntax: Syntax::PLAIN,
};

const LOAD: Access = Access::Load;
const STORE: Access = Access::Store;
const FETCH: Access = Access::Fetch;

/// Causes with their codes and sentences.
#[rustfmt::skip]
const SENTENCES: &[(Cause, &str, &str)] = &[
    (Cause::Unmapped { access: LOAD, address: 0xfe }, "M001", "this reads x00FE, where there is no memory"),
    (Cause::Unmapped { access: FETCH, address: 0xfe }, "M001", "this jumps to x00FE, where there is no program"),
    (Cause::Misaligned { access: STORE, address: 3, multiple: 2 }, "M002", "this writes x0003, which is not a multiple of 2"),
    (Cause::Protected { access: STORE, address: 3 }, "M040", "this writes x0003, which only the system may do"),
    (Cause::PageFault { access: FETCH, address: 3 }, "M041", "this jumps to x0003, which the page tables do not allow"),
    (Cause::ReadOnly { address: 3 }, "M003", "this writes x0003, which holds the program itself"),
    (Cause::OutOfMemory { asked: 9 }, "M016", "there is no memory left for 9 more"),
    (Cause::StackOverflow { address: 9 }, "M019", "the stack has grown down to x0009, below its memory"),
    (Cause::Pushdown, "M031", "the pushdown list is full or empty"),
    (Cause::Illegal { word: 0xd000 }, "M004", "the word xD000 is not an instruction"),
    (Cause::BadRegister { word: 1 }, "M005", "the instruction x0001 names an odd register for a double"),
    (Cause::Privileged { word: 1 }, "M006", "the instruction x0001 is privileged"),
    (Cause::NotHere { word: 1, advice: "" }, "M024", "the instruction x0001 does not exist on this machine"),
    (Cause::Overflow, "M007", "the signed result does not fit in a register"),
    (Cause::DivideByZero, "M008", "this divides by zero"),
    (Cause::Break { code: 0 }, "M009", "a breakpoint was executed"),
    (Cause::Break { code: 7 }, "M009", "a breakpoint with code 7 was executed"),
    (Cause::Trap { code: 0 }, "M010", "the condition of a trap instruction was true"),
    (Cause::Trap { code: 7 }, "M010", "the condition of a trap instruction with code 7 was true"),
    (Cause::Float, "M011", "a floating point exception that the program enabled"),
    (Cause::Endless { what: "chain", address: 2 }, "M030", "the chain of this instruction never ends: it passes through x0002"),
    (Cause::NoStart, "M018", "the program has no instruction to start with"),
    (Cause::NoReturn { address: 2 }, "M017", "the program returned to x0002, but it was not called from there"),
    (Cause::RanOff { address: 2 }, "M020", "the program continues to x0002, past its last instruction"),
    (Cause::TestFailed { number: 5 }, "M025", "the program reports that its test 5 failed"),
    (Cause::UnexpectedTrap, "M025", "the program reports an unexpected exception"),
    (Cause::GaveUp, "M027", "the program reports an error and stops"),
    (Cause::UnknownCall { number: u64::MAX }, "M012", "there is no system call -1"),
    (Cause::UnsupportedCall { number: 4039, name: "mkdir" }, "M012", "system call 4039 (mkdir) is not supported"),
    (Cause::EndOfInput { call: 5 }, "M013", "system call 5 needs input, but the input has ended"),
    (Cause::InputEnded { call: "GETC" }, "M013", "GETC needs input, but the input has ended"),
    (Cause::BadInput { call: 5 }, "M014", "system call 5 cannot read this input as a number"),
    (Cause::BadText { call: 5 }, "M014", "system call 5 cannot read this string as a number"),
    (Cause::BadArgument { call: 5, value: 9 }, "M015", "system call 5 cannot take the argument x0009"),
    (Cause::CallNotHere { name: *b"MLINK   " }, "M026", "the system call MLINK is not simulated"),
    (Cause::Channel { channel: 12, error: "END OF FILE" }, "M029", "channel xC failed: END OF FILE"),
    (Cause::Unmodelled { access: FETCH, address: 1, device: "" }, "M021", "this calls x0001, a ROM function that is not simulated"),
    (Cause::Unmodelled { access: LOAD, address: 1, device: "" }, "M021", "this reads x0001, a device register that is not simulated"),
    (Cause::Unmodelled { access: LOAD, address: 1, device: "SPI" }, "M021", "this reads x0001, a register of SPI, which is not simulated"),
    (Cause::Reset { by: "a watchdog" }, "M022", "a watchdog resets the chip here"),
    (Cause::Asleep, "M023", "the program waits here for an interrupt or for input that cannot come"),
];

#[test]
fn causes_have_codes_and_sentences() {
    for (cause, code, sentence) in SENTENCES {
        assert_eq!((cause.id(), &*cause.sentence(&SPEC)), (*code, *sentence));
    }
}

/// Help is about what to do; the same cause may have different help for each kind of access.
#[test]
fn causes_have_help_where_it_is_known() {
    let jump = Some("look at the register or label that this jump uses");
    for cause in [
        Cause::Unmapped { access: FETCH, address: 0 },
        Cause::Misaligned { access: FETCH, address: 1, multiple: 2 },
        Cause::Protected { access: FETCH, address: 0 },
    ] {
        assert_eq!(cause.help(), jump, "{cause:?}");
    }
    let words = Cause::Misaligned { access: LOAD, address: 1, multiple: 4 };
    let halves = Cause::Misaligned { access: LOAD, address: 1, multiple: 2 };
    assert!(words.help().is_some_and(|help| help.contains("multiples of 4")));
    assert!(halves.help().is_some_and(|help| help.contains("step by its size")));
    let help = |advice| Cause::NotHere { word: 0, advice }.help();
    assert_eq!([help(""), help("use `div`")], [None, Some("use `div`")]);
    assert_eq!(Cause::Illegal { word: 0 }.help(), None);
    // The wrong value of a fault, for those that have one.
    assert_eq!(Cause::StackOverflow { address: 8 }.value(), Some(8));
    assert_eq!(Cause::UnknownCall { number: 9 }.value(), Some(9));
    assert_eq!(Cause::UnsupportedCall { number: 9, name: "x" }.value(), Some(9));
    assert_eq!(Cause::BadArgument { call: 1, value: 2 }.value(), Some(2));
    assert_eq!(Cause::DivideByZero.value(), None);
}

#[test]
fn cells_are_named_in_messages() {
    let at = CellName::new(1, 8);
    let (what, name, field) = ("len", ShortName::new("in.txt"), ShortName::new("age"));
    let (text, number) = (ValueKind::Text, ValueKind::Number);
    for (trouble, expected) in [
        (
            CellTrouble::NoMember { of: None, index: 4, members: 1 },
            "B9: member 4 is not there: the sequence has 1 member",
        ),
        (
            CellTrouble::NoMember { of: Some(at), index: 0, members: 3 },
            "B9: `B9(0)` is not there: the sequence has 3 members",
        ),
        (CellTrouble::Kind { what, argument: 0, found: number }, "B9: a number has no `len`"),
        (CellTrouble::Kind { what: "-", argument: 0, found: text }, "B9: `-` cannot take text"),
        (
            CellTrouble::Kind { what, argument: 2, found: ValueKind::Null },
            "B9: `len` cannot take null as argument 2",
        ),
        (
            CellTrouble::Pair { what: "+", left: text, right: number },
            "B9: `+` cannot take text and a number",
        ),
        (
            CellTrouble::Value { what, argument: 1, value: -1 },
            "B9: `len` cannot take -1 as argument 1",
        ),
        (CellTrouble::Other { why: "it is too late" }, "B9: it is too late"),
        (CellTrouble::Missing { sought: NameKind::File, name }, "B9: there is no file `in.txt`"),
        (
            CellTrouble::Missing { sought: NameKind::Field, name: field },
            "B9: there is no field `age`",
        ),
        (
            CellTrouble::Missing { sought: NameKind::Variable, name: field },
            "B9: `age` has no value yet",
        ),
        (CellTrouble::Depth { calls: 100 }, "B9: this call exceeds the limit of 100 nested calls"),
        (CellTrouble::Memory { bytes: 3 << 20 }, "B9: the values take more than 3 MiB"),
    ] {
        let cause = Cause::Cell { at, trouble };
        assert_eq!(cause.sentence(&SPEC), expected);
    }
    let kinds = [ValueKind::Truth, ValueKind::Sequence, ValueKind::Record, ValueKind::File];
    let phrases = ["a truth value", "a sequence", "a record", "a file"];
    assert_eq!(kinds.map(ValueKind::phrase), phrases);
    // A long name is cut to 22 bytes.
    assert_eq!(ShortName::new(&"x".repeat(30)).to_string(), format!("{}…", "x".repeat(19)));
    assert_eq!(format!("{name:?}"), "\"in.txt\"");
}

#[test]
fn numbers_are_shown_as_in_the_manual() {
    assert_eq!([SPEC.radix.digits(0xfe), SPEC.radix.distance(10)], ["xFE", "10"]);
    assert_eq!([Radix::Octal.digits(8), Radix::Octal.distance(8)], ["10", "10"]);
    assert_eq!(Radix::Hexadecimal.digits(8), "0x8");
    assert_eq!(Radix::Capital("0", "H").show(0xf0, 16), "000F0H");
}

#[test]
fn images_that_cannot_be_loaded_say_why() {
    let segment = || ".data".to_owned();
    for (error, expected) in [
        (
            LoadError::WrongMachine { found: "mips32".to_owned(), expected: "riscv32" },
            "the program is for mips32, but this machine is a riscv32",
        ),
        (
            LoadError::OutOfMemory { segment: segment(), base: 0x10, size: 3 },
            "segment .data (0x10 to 0x12) is not in the machine's memory",
        ),
        (
            LoadError::TooFarApart { bytes: 9 },
            "the program's instructions are more than 9 bytes apart",
        ),
        (
            LoadError::TooLarge { bytes: 9 },
            "the program is larger than 9 bytes, the maximum for this machine",
        ),
        (
            LoadError::WrongUnits { segment: segment() },
            "segment .data has bytes where the machine has words, or the reverse",
        ),
    ] {
        assert_eq!(error.to_string(), expected);
    }
}

/// An image with a segment of two bytes.
fn image(bytes: [u8; 2]) -> Image {
    let segment = Segment {
        name: ".text".to_owned(),
        base: 4,
        size: 2,
        data: Data::Bytes(bytes.to_vec()),
        executable: true,
        writable: false,
    };
    let symbol = Symbol { name: "go".to_owned(), value: 4, global: true, address: true };
    let sections = vec![Section { base: 4, size: 2, executable: true }];
    Image { segments: vec![segment], symbols: vec![symbol], sections, ..Image::default() }
}

#[test]
fn outlines_have_everything_but_the_contents() {
    let (one, other) = (image([1, 2]), image([3, 4]));
    assert_ne!(one, other);
    assert_eq!(one.outline(), other.outline());
    assert!(one.outline().segments[0].data.is_empty() && one.is_like(&other));
    assert!(one.is_like(&one.outline()));
    let mut longer = image([1, 2]);
    longer.segments[0].size = 3;
    assert!(!one.is_like(&longer));
    assert!(!one.is_like(&Image { entry: 1, ..image([1, 2]) }));
    assert_eq!((one.symbol("go"), one.symbol("stop")), (Some(4), None));
    assert_eq!((Data::Words(vec![1]).len(), Data::Bytes(Vec::new()).is_empty()), (1, true));
}

/// Line 7 of `a.c` at address 4.
struct OneLine;

impl LineTable for OneLine {
    fn find(&self, address: u64) -> Option<String> {
        (address == 4).then(|| "a.c:7".to_owned())
    }

    fn address(&self, file: &str, line: u32) -> Option<u64> {
        (file == "a.c" && line <= 7).then_some(4)
    }
}

#[test]
fn lines_of_other_compilers_are_found() {
    let lines = CompiledLines::new(OneLine);
    assert_eq!([lines.find(4), lines.find(5)], [Some("a.c:7".to_owned()), None]);
    assert_eq!([lines.address("a.c", 7), lines.address("a.c", 8)], [Some(4), None]);
    assert_eq!(
        (CompiledLines::default().find(4), CompiledLines::default().address("a.c", 7)),
        (None, None)
    );
    // Two programs that differ only in them are equal.
    assert_eq!(Image { compiled: lines.clone(), ..image([1, 2]) }, image([1, 2]));
    assert_eq!(format!("{lines:?}"), "CompiledLines(true)");
}
