//! The machine besides its instructions: memory, input and output, and the faults of programs.

use std::ops::Range;

use kit::{Bus, Design, Devices, Format, Guard, Kind, Register, Row, State, flow, registers};
use machine::semantics::Word;
use machine::{
    Access, Cause, Fault, Host, Image, InputRead, Limit, Model, Radix, Spec, Stop, Syntax,
};

use crate::isa::{REGISTERS, ROWS, kind};

/// Requests of instructions, with a register's slot in the low bits.
pub(crate) const READ: u32 = 1 << 8;
pub(crate) const WRITE: u32 = 2 << 8;
pub(crate) const HALT: u32 = 3 << 8;

/// The machine with its options.
#[derive(Debug, Clone, Default)]
pub(crate) struct Little {
    /// Whether a program may overwrite its instructions.
    pub(crate) writable_text: bool,
    /// Addresses of the instructions.
    text: Range<u64>,
}

impl Format for Little {
    type Unit = u8;
    type Number = Word<32>;
    const UNIT_BITS: u32 = 8;
    const BIG_ENDIAN: bool = false;
    const ALIGNED: bool = true;
}

impl Devices<Little> for Little {
    fn store(&mut self, at: &Bus<'_, Little>, _: u64, _: &mut Host) -> Result<bool, Stop> {
        let address = at.address;
        let is_text = self.text.contains(&address) && !self.writable_text;
        if is_text { Err(at.state.fault(Cause::ReadOnly { address })) } else { Ok(false) }
    }

    fn fetch(&mut self, at: &Bus<'_, Little>) -> Result<(), Stop> {
        let (address, access) = (at.address, Access::Fetch);
        Err(at.state.fault(if self.text.is_empty() {
            Cause::NoStart
        } else if address == self.text.end && at.state.last() + 4 == address {
            Cause::RanOff { address }
        } else if !address.is_multiple_of(4) {
            Cause::Misaligned { access, address, multiple: 4 }
        } else if !self.text.contains(&address) {
            Cause::Unmapped { access, address }
        } else {
            return Ok(());
        }))
    }
}

static SPEC: Spec = Spec {
    name: "little",
    unit_bits: 8,
    word_bits: 32,
    address_bits: 32,
    radix: Radix::Hexadecimal,
    models: &[Model {
        name: "one-port",
        unit: "cycles",
        meaning: "one cycle an instruction; +1 for each access to data",
        source: "definition: single-port memory",
    }],
    syntax: Syntax { flow: flow::<Little>, ..Syntax::PLAIN },
};

impl Design for Little {
    const SPEC: &'static Spec = &SPEC;
    const REGISTERS: &'static [Register] = &registers(REGISTERS, 32);

    fn rows() -> &'static [Row<Little>] {
        ROWS
    }

    fn kind(letter: char) -> Option<Kind> {
        kind(letter)
    }

    fn memory_units(&self) -> u64 {
        1 << 18
    }

    fn start(&mut self, state: &State<Little>, image: &Image) {
        let texts = image.segments.iter().filter(|segment| segment.executable);
        let start = texts.clone().map(|it| it.base).min().unwrap_or_default();
        self.text = start..texts.map(|it| it.base + it.size).max().unwrap_or_default();
        if !self.writable_text {
            state.guard(self.text.clone(), Guard::STORES);
        }
    }

    fn perform(
        &mut self,
        state: &State<Little>,
        host: &mut Host,
        request: u32,
    ) -> Result<(), Stop> {
        let register = request as u8;
        let value = state.get(register) as u32;
        match request & !0xff {
            READ => match host.input.byte() {
                InputRead::Bytes(bytes) => {
                    state.set(register, bytes.first().map_or(u64::MAX, |&byte| byte.into()));
                    Ok(())
                }
                InputRead::End => {
                    state.set(register, u64::MAX);
                    Ok(())
                }
                InputRead::Wait => Err(Stop::Input),
            },
            WRITE if host.output.write(&value.to_le_bytes()[..1]) => Ok(()),
            WRITE => Err(Stop::Limit(Limit::Output)),
            _ => Err(Stop::Exit { status: value.cast_signed() }),
        }
    }

    fn advice(&self, _: &State<Little>, fault: &Fault) -> Option<String> {
        let advice = match fault.cause {
            Cause::RanOff { .. } => "end the program with `halt`",
            Cause::Misaligned { access: Access::Load | Access::Store, .. } => {
                "words are at multiples of 4: step by 4 from one to the next"
            }
            Cause::ReadOnly { .. } => {
                "use `--writable-text` to let a program overwrite its instructions"
            }
            _ => return None,
        };
        Some(advice.to_owned())
    }
}
