//! Devices: guarded addresses, interrupts, exceptions and requests.

use kit::{
    Bus, Class, Design, Devices, Format, Guard, Kind, Register, Row, State, registers, rows,
};
use machine::semantics::Word;
use machine::{AnyMachine, Cause, Host, Image, Machine as _, Segment, Spec, Stop, Syntax};

use crate::probe;

static SPEC: Spec = Spec {
    name: "ported",
    unit_bits: 16,
    word_bits: 16,
    address_bits: 16,
    radix: machine::Radix::Hexadecimal,
    models: &[],
    syntax: Syntax::PLAIN,
};

/// A machine of 16-bit words with a port at 0x80, and plain memory that is guarded after it.
#[derive(Debug, Clone, Default)]
struct Ported {
    written: Vec<u64>,
    interrupts: u64,
    checks: u64,
}

const PORT: u64 = 0x80;
/// Where exceptions continue.
const HANDLER: u64 = 0x40;

impl Format for Ported {
    type Unit = u16;
    type Number = Word<16>;
    const UNIT_BITS: u32 = 16;
}

impl Devices<Ported> for Ported {
    fn load(&mut self, at: &Bus<'_, Ported>, _: &mut Host) -> Result<Option<u64>, Stop> {
        Ok((at.address == PORT).then_some(0x1234))
    }

    fn store(&mut self, at: &Bus<'_, Ported>, value: u64, _: &mut Host) -> Result<bool, Stop> {
        if at.address == PORT {
            self.written.push(value);
        }
        Ok(at.address == PORT)
    }

    fn fetch(&mut self, at: &Bus<'_, Ported>) -> Result<(), Stop> {
        self.checks += 1;
        if at.address >= 0x100 { Err(Stop::End) } else { Ok(()) }
    }

    fn interrupt(&mut self, state: &State<Ported>, _: &mut Host) -> Result<(), Stop> {
        self.interrupts += 1;
        state.set_attention(self.interrupts < 3);
        Ok(())
    }
}

impl Design for Ported {
    const SPEC: &'static Spec = &SPEC;
    const REGISTERS: &'static [Register] = &registers(["a"], 16);

    fn rows() -> &'static [Row<Ported>] {
        ROWS
    }

    fn kind(letter: char) -> Option<Kind> {
        (letter == 'n').then_some(Kind::UNSIGNED)
    }

    fn memory_units(&self) -> u64 {
        0x200
    }

    fn start(&mut self, state: &State<Ported>, _: &Image) {
        state.guard(PORT..PORT + 2, Guard::ALL);
    }

    fn perform(&mut self, state: &State<Ported>, _: &mut Host, request: u32) -> Result<(), Stop> {
        match request {
            1 => Err(Stop::Exit { status: state.get(0) as i32 }),
            2 => {
                state.set_attention(true);
                Ok(())
            }
            _ => Err(state.fault(Cause::Illegal { word: request.into() })),
        }
    }

    fn except(&mut self, state: &State<Ported>, _: Cause) -> Result<(), Stop> {
        state.jump(HANDLER);
        Ok(())
    }

    fn remarks(&self, _: &State<Ported>, _: bool) -> Vec<String> {
        let Ported { written, interrupts, checks } = self;
        vec![format!("{written:x?} {interrupts} {checks}")]
    }
}

const PLAIN: Class = Class::new("plain", 0);

rows! {
    #[rustfmt::skip]
    static ROWS: Ported;
    "put", "n", "0001 nnnnnnnnnnnn", PLAIN, "a = n",              |m, n| m.put(0, m.num(n));
    "get", "n", "0010 nnnnnnnnnnnn", PLAIN, "a = memory at n",    |m, n| m.put(0, m.load(m.num(n), 1)?);
    "out", "n", "0011 nnnnnnnnnnnn", PLAIN, "memory at n = a",    |m, n| m.store(m.num(n), m.get(0), 1)?;
    "ask", "n", "0100 nnnnnnnnnnnn", PLAIN, "asks the machine",   |m, n| m.ask(n as u32)?;
    "go",  "n", "0101 nnnnnnnnnnnn", PLAIN, "go to n",            |m, n| m.jump(m.num(n));
}

/// The machine with these words at 0.
fn loaded(words: &[u64]) -> AnyMachine {
    let segment = Segment {
        name: ".text".to_owned(),
        base: 0,
        size: words.len() as u64,
        data: machine::Data::Words(words.to_vec()),
        executable: true,
        writable: true,
    };
    let image = Image { isa: "ported".to_owned(), segments: vec![segment], ..Image::default() };
    let mut machine = architecture::Setup::machine(&probe::setup(Ported::default()));
    machine.load(&image).expect("it fits");
    machine
}

fn run(machine: &mut AnyMachine) -> Stop {
    machine.run(&mut Host::default(), 100, &mut ())
}

#[test]
fn guarded_addresses_are_the_devices() {
    let mut machine = loaded(&[0x2080, 0x3080, 0x3081, 0x2081, 0x4001]);
    assert_eq!(run(&mut machine), Stop::Exit { status: 0x1234 });
    assert_eq!(machine.peek(PORT), Some(0), "the device has it, not memory");
    assert_eq!(machine.peek(PORT + 1), Some(0x1234), "memory that the device leaves alone");
    assert_eq!(machine.remarks(false), ["[1234] 0 5"]);
    assert_eq!(machine.counts().instructions, 5, "the one that ends it counts");
    assert_eq!(machine.pc(), 4);
}

#[test]
fn an_instruction_at_a_guarded_address_is_decoded_each_time() {
    // `put 7` at PORT + 1, then at 0x82 a jump back to it, three times in all.
    let mut machine = loaded(&[0x5081]);
    assert!(machine.poke(0x81, 0x1007) && machine.poke(0x82, 0x5081));
    assert_eq!(machine.run(&mut Host::default(), 7, &mut ()), Stop::Budget);
    let checks = machine.remarks(false);
    assert_eq!(checks, ["[] 0 5"], "once each for 0 and 0x82, three times for 0x81");
}

#[test]
fn attention_is_looked_for_before_each_instruction() {
    let mut machine = loaded(&[0x4002, 0x1001, 0x1002, 0x1003, 0x4001]);
    assert_eq!(run(&mut machine), Stop::Exit { status: 3 });
    assert_eq!(machine.remarks(false), ["[] 3 5"]);
}

#[test]
fn an_exception_continues_elsewhere() {
    let mut machine = loaded(&[0x1005, 0xf000, 0x4001]);
    assert!(machine.poke(HANDLER, 0x4001));
    assert_eq!(run(&mut machine), Stop::Exit { status: 5 });
    assert_eq!(machine.pc(), HANDLER);
    let counts = machine.counts();
    assert_eq!((counts.instructions, counts.cancelled_instructions), (2, 1));
    assert!(counts.cycles.is_empty(), "it has no cycle model");
    assert_eq!(machine.attempted(), 3);
}

#[test]
fn a_device_may_end_the_program() {
    let mut machine = loaded(&[0x5100]);
    assert_eq!(run(&mut machine), Stop::End);
    assert_eq!(machine.counts().instructions, 1);
}

#[test]
fn an_unknown_request_is_an_exception() {
    let mut machine = loaded(&[0x4009]);
    assert!(machine.poke(HANDLER, 0x4001));
    assert_eq!(run(&mut machine), Stop::Exit { status: 0 });
}
