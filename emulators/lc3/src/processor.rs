//! The machine besides its instructions: service routines, devices, exceptions and interrupts.
//!
//! Source: Patt, Patel, "Introduction to Computing Systems", third edition, chapter 9 and appendix A.

use kit::{Bus, Design, Devices, Format, Guard, Kind, Register, Row, State, flow, registers};
use machine::semantics::Word;
use machine::{
    Access, Cause, Fault, FlagRegister, Host, Image, InputRead, Limit, Radix, Spec,
    StackConvention, Stop, Syntax, Work,
};

use crate::isa::{N, P, REGISTERS, ROWS, Z, kind};

/// Slots of registers after the general ones.
pub(crate) const CC: u8 = 8;
const PSR: u8 = 9;
const SAVED_SSP: u8 = 10;
const SAVED_USP: u8 = 11;

/// Slots of registers that have a role.
const R0: u8 = 0;
const R6: u8 = 6;
const R7: u8 = 7;

/// Request of RTI; requests below it are trap vectors.
pub(crate) const RETURN: u32 = 0x100;

/// First address of the system's memory, of the user's, and of the devices.
const USER: u64 = 0x3000;
const DEVICES: u64 = 0xfe00;

/// Bit of the PSR that is set in user mode.
const USER_MODE: u64 = 1 << 15;

/// Exception and interrupt vectors; their routines' addresses are in the table from x0100.
const VECTORS: u64 = 0x100;
const PRIVILEGE_VIOLATION: u64 = 0;
const ILLEGAL_OPCODE: u64 = 1;
const ACCESS_VIOLATION: u64 = 2;
const KEYBOARD: u64 = 0x80;

/// Priority of keyboard interrupts.
const KEYBOARD_PRIORITY: u64 = 4;

/// Prompt of IN.
const PROMPT: &[u8] = b"\nInput a character> ";

/// The machine with its options.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lc3 {
    /// Whether it behaves as in the textbook's second edition: no privileges, and TRAP saves the
    /// return address in R7.
    pub(crate) is_second_edition: bool,
    /// Seed of the registers and memory that the program does not set, if they are random.
    pub(crate) random: Option<u64>,
    /// Key that was pressed and not read yet, and the one read last.
    key: Option<u8>,
    last_key: u8,
    /// Whether the keyboard interrupts.
    interrupts: bool,
    /// Whether IN has written its prompt and waits.
    has_prompted: bool,
}

impl Format for Lc3 {
    type Unit = u16;
    type Number = Word<16>;
    const UNIT_BITS: u32 = 16;
}

impl Lc3 {
    /// Looks for a key.
    fn poll(&mut self, host: &mut Host) {
        if self.key.is_none()
            && let InputRead::Bytes(bytes) = host.input.byte()
        {
            self.key = bytes.first().copied();
        }
    }

    /// The next key, for which a service routine waits.
    fn wait(
        &mut self,
        state: &State<Lc3>,
        host: &mut Host,
        call: &'static str,
    ) -> Result<u8, Stop> {
        if let Some(key) = self.key.take() {
            return Ok(key);
        }
        match host.input.byte() {
            InputRead::Bytes(bytes) => Ok(bytes.first().copied().unwrap_or_default()),
            InputRead::Wait => Err(Stop::Input),
            InputRead::End => Err(state.fault(Cause::InputEnded { call })),
        }
    }

    fn is_user(&self, state: &State<Lc3>) -> bool {
        !self.is_second_edition && state.get(PSR) & USER_MODE != 0
    }

    /// Refuses an access of a user program to the system's memory.
    fn allowed(&self, at: &Bus<'_, Lc3>, access: Access) -> Result<(), Stop> {
        let address = at.address;
        if self.is_user(at.state) && !(USER..DEVICES).contains(&address) {
            return Err(at.state.fault(Cause::Protected { access, address }));
        }
        Ok(())
    }

    /// Address of a routine in a table; `None` if the program has not set it.
    fn routine(state: &State<Lc3>, at: u64) -> Option<u64> {
        state.peek(at).filter(|&address| address != 0)
    }

    /// Enters a service routine on the supervisor's stack.
    fn enter(&self, state: &State<Lc3>, routine: u64, back: u64, priority: Option<u64>) {
        let psr = self.register(state, PSR);
        if psr & USER_MODE != 0 {
            state.set(SAVED_USP, state.get(R6));
            state.set(R6, state.get(SAVED_SSP));
        }
        for value in [psr, back] {
            state.set(R6, state.get(R6).wrapping_sub(1));
            state.poke(state.get(R6), value);
        }
        let kept = priority.map_or(state.get(PSR) & 0x700, |priority| priority << 8);
        state.set(PSR, kept);
        state.jump(routine);
    }

    /// Returns from a service routine.
    fn leave(&mut self, state: &State<Lc3>) -> Result<(), Stop> {
        let stack = state.get(R6);
        if self.is_user(state) {
            let word = state.peek(state.pc()).unwrap_or_default();
            return Err(state.fault(Cause::Privileged { word }));
        }
        let pop = |at: u64| state.peek(stack.wrapping_add(at) & 0xffff).unwrap_or_default();
        let (pc, psr) = (pop(0), pop(1));
        state.set(R6, stack.wrapping_add(2));
        self.set_register(state, PSR, psr);
        if psr & USER_MODE != 0 {
            state.set(SAVED_SSP, state.get(R6));
            state.set(R6, state.get(SAVED_USP));
        }
        state.jump(pc);
        Ok(())
    }

    /// A service routine of the system; none of the program's is at its vector.
    fn service(&mut self, state: &State<Lc3>, host: &mut Host, vector: u32) -> Result<(), Stop> {
        match vector {
            0x20 => {
                let key = self.wait(state, host, "GETC")?;
                state.set(R0, key.into());
                Ok(())
            }
            0x21 => write(host, &[state.get(R0) as u8]),
            0x22 => print(state, host, |word| [Some(word as u8), None]),
            0x23 => {
                if !std::mem::replace(&mut self.has_prompted, true) {
                    write(host, PROMPT)?;
                }
                let key = self.wait(state, host, "IN")?;
                self.has_prompted = false;
                state.set(R0, key.into());
                write(host, &[key, b'\n'])
            }
            0x24 => print(state, host, |word| {
                [Some(word as u8), Some((word >> 8) as u8).filter(|&high| high != 0)]
            }),
            0x25 => Err(Stop::Exit { status: 0 }),
            _ => Err(state.fault(Cause::UnknownCall { number: vector.into() })),
        }
    }
}

/// Writes to the display.
fn write(host: &mut Host, bytes: &[u8]) -> Result<(), Stop> {
    host.work.charge(Work::CALL + Work::MOVED * bytes.len() as u64);
    if host.work.is_spent() {
        return Err(Stop::Limit(Limit::Work));
    }
    if host.output.write(bytes) { Ok(()) } else { Err(Stop::Limit(Limit::Output)) }
}

/// Writes the characters of words from the address in R0 up to a zero.
fn print(
    state: &State<Lc3>,
    host: &mut Host,
    characters: impl Fn(u64) -> [Option<u8>; 2],
) -> Result<(), Stop> {
    let start = state.get(R0);
    let words = (0..=0xffff).map(|at| state.peek(start.wrapping_add(at) & 0xffff).unwrap_or(0));
    let text: Vec<u8> =
        words.take_while(|&word| word != 0).flat_map(characters).flatten().collect();
    write(host, &text)
}

impl Devices<Lc3> for Lc3 {
    fn load(&mut self, at: &Bus<'_, Lc3>, host: &mut Host) -> Result<Option<u64>, Stop> {
        self.allowed(at, Access::Load)?;
        if at.address < DEVICES {
            return Ok(None);
        }
        host.device_reads += 1;
        self.poll(host);
        let ready = |is_ready: bool| u64::from(is_ready) << 15;
        Ok(Some(match at.address {
            0xfe00 => ready(self.key.is_some()) | u64::from(self.interrupts) << 14,
            0xfe02 => {
                self.last_key = self.key.take().unwrap_or(self.last_key);
                self.last_key.into()
            }
            0xfe04 | 0xfffe => ready(true),
            0xfffc => self.register(at.state, PSR),
            _ => return Ok(None),
        }))
    }

    fn store(&mut self, at: &Bus<'_, Lc3>, value: u64, host: &mut Host) -> Result<bool, Stop> {
        self.allowed(at, Access::Store)?;
        match at.address {
            0xfe00 => {
                self.interrupts = value >> 14 & 1 != 0;
                at.state.set_attention(self.interrupts);
            }
            0xfe06 => write(host, &[value as u8])?,
            0xfffc => self.set_register(at.state, PSR, value),
            0xfffe if value & USER_MODE == 0 => return Err(Stop::Exit { status: 0 }),
            address => return Ok(address >= DEVICES && address == 0xfffe),
        }
        Ok(true)
    }

    fn fetch(&mut self, at: &Bus<'_, Lc3>) -> Result<(), Stop> {
        self.allowed(at, Access::Fetch)?;
        let address = at.address;
        // Memory that nothing was written to holds no instructions, though zeros are valid ones.
        let is_blank = at.state.peek(address) == Some(0);
        if !is_blank || at.state.is_in_program(address) {
            return Ok(());
        }
        let has_passed = at.state.last().wrapping_add(1) == address;
        let unmapped = Cause::Unmapped { access: Access::Fetch, address };
        Err(at.state.fault(if has_passed { Cause::RanOff { address } } else { unmapped }))
    }

    fn interrupt(&mut self, state: &State<Lc3>, host: &mut Host) -> Result<(), Stop> {
        let priority = state.get(PSR) >> 8 & 7;
        if priority >= KEYBOARD_PRIORITY {
            return Ok(());
        }
        self.poll(host);
        if let Some(routine) =
            Lc3::routine(state, VECTORS + KEYBOARD).filter(|_| self.key.is_some())
        {
            self.enter(state, routine, state.pc(), Some(KEYBOARD_PRIORITY));
            state.set_pc(routine);
        }
        Ok(())
    }
}

pub(crate) static SPEC: Spec = Spec {
    name: "lc3",
    unit_bits: 16,
    word_bits: 16,
    address_bits: 16,
    radix: Radix::Capital("x", ""),
    models: &[],
    syntax: Syntax {
        comment: ';',
        flow: flow::<Lc3>,
        is_load: |text| text.starts_with("LD"),
        data: |word| format!(".FILL x{word:04X}"),
        stack: Some(StackConvention { pointer: "R6", base: 0, grows_up: false }),
        flags: Some(FlagRegister { register: "CC", flags: &[(N, "N"), (Z, "Z"), (P, "P")] }),
        ..Syntax::PLAIN
    },
};

/// All registers: the general ones, then those of the processor status.
static ALL: [Register; 12] = {
    let mut all = [Register { name: "", bits: 16 }; 12];
    let general = registers(REGISTERS, 16);
    let mut at = 0;
    while at < general.len() {
        all[at] = general[at];
        at += 1;
    }
    all[CC as usize] = Register { name: "CC", bits: 3 };
    all[PSR as usize].name = "PSR";
    all[SAVED_SSP as usize].name = "SSP";
    all[SAVED_USP as usize].name = "USP";
    all
};

impl Design for Lc3 {
    const SPEC: &'static Spec = &SPEC;
    const REGISTERS: &'static [Register] = &ALL;

    fn rows() -> &'static [Row<Lc3>] {
        ROWS
    }

    fn aliases() -> &'static [(&'static str, &'static str)] {
        &[("BR", "BRnzp"), ("PUTC", "OUT")]
    }

    fn kind(letter: char) -> Option<Kind> {
        kind(letter)
    }

    fn memory_units(&self) -> u64 {
        1 << 16
    }

    fn start(&mut self, state: &State<Lc3>, image: &Image) {
        state.set(CC, 2);
        state.set(SAVED_SSP, USER);
        state.set(R6, DEVICES);
        if let Some(seed) = self.random {
            state.randomize(seed, &Self::REGISTERS[..8], USER..DEVICES);
        }
        if self.is_second_edition {
            state.guard(DEVICES..1 << 16, Guard::ALL);
            return;
        }
        // A program that begins in the system's memory is a system.
        let is_user = (USER..DEVICES).contains(&image.entry);
        state.set(PSR, if is_user { USER_MODE } else { 0 });
        state.guard(0..USER, Guard::ALL);
        state.guard(DEVICES..1 << 16, Guard::ALL);
    }

    fn perform(&mut self, state: &State<Lc3>, host: &mut Host, request: u32) -> Result<(), Stop> {
        if request == RETURN {
            return self.leave(state);
        }
        match Lc3::routine(state, request.into()) {
            None => return self.service(state, host, request),
            Some(routine) if self.is_second_edition => {
                state.set(R7, state.next());
                state.jump(routine);
            }
            Some(routine) => self.enter(state, routine, state.next(), None),
        }
        Ok(())
    }

    fn reads(request: u32) -> &'static [u8] {
        if matches!(request, 0x21 | 0x22 | 0x24) { &[R0] } else { &[] }
    }

    fn except(&mut self, state: &State<Lc3>, cause: Cause) -> Result<(), Stop> {
        let vector = match cause {
            Cause::Privileged { .. } => PRIVILEGE_VIOLATION,
            Cause::Illegal { .. } => ILLEGAL_OPCODE,
            Cause::Protected { .. } => ACCESS_VIOLATION,
            _ => return Err(state.fault(cause)),
        };
        let routine = Lc3::routine(state, VECTORS + vector).ok_or_else(|| state.fault(cause))?;
        self.enter(state, routine, state.pc().wrapping_add(1), None);
        Ok(())
    }

    fn register(&self, state: &State<Lc3>, slot: u8) -> u64 {
        state.get(slot) | if slot == PSR { state.get(CC) } else { 0 }
    }

    fn set_register(&mut self, state: &State<Lc3>, slot: u8, value: u64) {
        if slot == PSR {
            state.set(CC, value & 7);
            state.set(PSR, value & (USER_MODE | 0x700));
        } else {
            state.set(slot, value);
        }
    }

    fn advice(&self, _: &State<Lc3>, fault: &Fault) -> Option<String> {
        let advice = match fault.cause {
            Cause::RanOff { .. } => "end the program with HALT",
            Cause::UnknownCall { .. } => {
                "the system has TRAP x20 to x25: GETC, OUT, PUTS, IN, PUTSP and HALT"
            }
            Cause::Protected { access: Access::Load | Access::Store, address }
                if address >= DEVICES =>
            {
                "use TRAP for input and output; `--second-edition` allows programs all devices"
            }
            Cause::Protected { access: Access::Fetch, .. } => {
                "R7 is the return address only until the next JSR: save it before, restore it after"
            }
            _ => return None,
        };
        Some(advice.to_owned())
    }
}
