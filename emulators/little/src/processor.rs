//! The processor: memory, eight registers, and the program counter.

use std::ops::Range;

use machine::{
    Access, CallFlow, Cause, Counts, Cycles, Data, Fault, Host, Image, InputRead, InstructionCount,
    Limit, LoadError, Machine, Model, Observer, Radix, Segment, Spec, Stop, Store, Syntax,
};

use crate::architecture::Options;
use crate::isa::{Decoded, Op, REGISTERS, WORD_BYTES, decode, disassemble};

/// The cycle model.
const MODEL: Model = Model {
    name: "one-port",
    unit: "cycles",
    meaning: "one cycle per instruction, and one more for `ld` and `st`",
    source: "definition: single-port memory provides one instruction or one word of data per cycle",
};

/// Fixed properties.
pub(crate) static SPEC: Spec = Spec {
    name: "little",
    unit_bits: 8,
    word_bits: 32,
    address_bits: 32,
    radix: Radix::Hexadecimal,
    models: &[MODEL],
    syntax: Syntax { flow, ..Syntax::PLAIN },
};

fn flow(text: &str) -> CallFlow {
    let op = text.split_whitespace().next().and_then(Op::named);
    op.map_or(CallFlow::Other, |op| op.class.flow())
}

/// Result of an instruction; on error it has changed nothing.
pub(crate) type StepResult = Result<(), Stop>;

/// The machine.
#[derive(Debug, Clone)]
pub(crate) struct Little {
    options: Options,
    memory: Vec<u8>,
    registers: [u32; REGISTERS.len()],
    pc: u64,
    /// Address of the first word of `text`.
    text_base: u32,
    text: Vec<TextWord>,
    cycles: u64,
    watched: Range<u64>,
    /// The store of the last instruction.
    stored: Option<Store>,
}

/// A word of the text, decoded when it is loaded or changed.
#[derive(Debug, Clone, Copy)]
struct TextWord {
    decoded: Option<Decoded>,
    times: u64,
    /// Number of times that control did not continue at the next word.
    turned: u64,
}

impl Little {
    /// An empty machine.
    pub(crate) fn new(options: Options) -> Self {
        Little {
            options,
            memory: vec![0; options.memory_bytes() as usize],
            registers: [0; REGISTERS.len()],
            pc: 0,
            text_base: 0,
            text: Vec::new(),
            cycles: 0,
            watched: 0..u64::MAX,
            stored: None,
        }
    }

    /// Loads a segment into memory.
    fn put(&mut self, segment: &Segment) -> Result<(), LoadError> {
        let name = || segment.name.clone();
        let Data::Bytes(bytes) = &segment.data else {
            return Err(LoadError::WrongUnits { segment: name() });
        };
        let (base, size) = (segment.base, segment.size);
        let outside = || LoadError::OutOfMemory { segment: name(), base, size };
        let end = base.checked_add(size.max(bytes.len() as u64)).ok_or_else(outside)?;
        let place = usize::try_from(base).ok().zip(usize::try_from(end).ok());
        let room = place.and_then(|(base, end)| self.memory.get_mut(base..end));
        let room = room.ok_or_else(outside)?;
        room[..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    /// The word at an aligned address; `None` if there is no memory.
    fn word(&self, address: usize) -> Option<u32> {
        let bytes = self.memory.get(address..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }

    /// Index in `text` of the instruction at an address.
    fn index(&self, address: u64) -> Option<usize> {
        let distance = address.checked_sub(self.text_base.into())?;
        let at = usize::try_from(distance / u64::from(WORD_BYTES)).ok()?;
        (distance % u64::from(WORD_BYTES) == 0 && at < self.text.len()).then_some(at)
    }

    /// Decodes the word that contains this address again, if it is in the text.
    fn decode_again(&mut self, address: u64) {
        let address = address - address % u64::from(WORD_BYTES);
        if let Some(at) = self.index(address) {
            self.text[at].decoded = self.word(address as usize).and_then(decode);
        }
    }

    fn fault(&self, cause: Cause) -> Stop {
        Stop::Fault(Fault { pc: self.pc, cause })
    }

    /// Fault for a failed instruction fetch.
    fn no_text(&self) -> Stop {
        let (pc, end) = (self.pc, u64::from(self.text_base) + 4 * self.text.len() as u64);
        if self.text.is_empty() {
            return self.fault(Cause::NoStart);
        }
        // Jumps are checked before they are made, so only the last instruction leads here.
        if pc == end {
            let pc = pc - u64::from(WORD_BYTES);
            return Stop::Fault(Fault { pc, cause: Cause::RanOff { address: end } });
        }
        self.fault(Cause::Unmapped { access: Access::Fetch, address: pc })
    }

    /// Runs and counts the next instruction, or does neither.
    fn step(&mut self, host: &mut Host) -> StepResult {
        let Some(at) = self.index(self.pc) else { return Err(self.no_text()) };
        let Some(Decoded { op, operands }) = self.text[at].decoded else {
            let word = self.word(self.pc as usize).unwrap_or_default();
            return Err(self.fault(Cause::Illegal { word: word.into() }));
        };
        self.stored = None;
        let following = self.pc as u32 + WORD_BYTES;
        let mut step = Step { machine: self, host, following, next: following };
        let done = (op.act)(&mut step, operands);
        let next = step.next;
        match done {
            Ok(()) => self.pc = next.into(),
            // The last instruction counts, too, but nothing follows it.
            Err(Stop::Exit { .. }) => {}
            Err(_) => return done,
        }
        self.text[at].times += 1;
        self.text[at].turned += u64::from(next != following);
        self.cycles += op.class.cycles();
        done
    }
}

/// Operations available to an instruction's semantics.
pub(crate) struct Step<'m> {
    machine: &'m mut Little,
    host: &'m mut Host,
    following: u32,
    next: u32,
}

impl Step<'_> {
    /// Address of the following instruction.
    pub(crate) fn following(&self) -> u32 {
        self.following
    }

    /// The value of a register.
    pub(crate) fn get(&self, register: u32) -> u32 {
        self.machine.registers[register as usize]
    }

    /// Sets a register.
    pub(crate) fn set(&mut self, register: u32, value: u32) -> StepResult {
        self.machine.registers[register as usize] = value;
        Ok(())
    }

    /// Loads a word.
    pub(crate) fn load(&self, address: u32) -> Result<u32, Stop> {
        self.aligned(Access::Load, address)?;
        let word = self.machine.word(address as usize);
        word.ok_or_else(|| self.unmapped(Access::Load, address))
    }

    /// Stores a word.
    pub(crate) fn store(&mut self, address: u32, value: u32) -> StepResult {
        self.aligned(Access::Store, address)?;
        if self.machine.word(address as usize).is_none() {
            return Err(self.unmapped(Access::Store, address));
        }
        let holds_text = self.machine.index(address.into()).is_some();
        if holds_text && !self.machine.options.writable_text {
            return Err(self.machine.fault(Cause::ReadOnly { address: address.into() }));
        }
        let at = address as usize;
        self.machine.memory[at..at + 4].copy_from_slice(&value.to_le_bytes());
        if holds_text {
            self.machine.decode_again(address.into());
        }
        let store = Store { address: address.into(), size: 4, value: value.into() };
        self.machine.stored = Some(store);
        Ok(())
    }

    /// Continues at an address.
    pub(crate) fn jump(&mut self, to: u32) -> StepResult {
        self.aligned(Access::Fetch, to)?;
        if self.machine.index(to.into()).is_none() {
            return Err(self.unmapped(Access::Fetch, to));
        }
        self.next = to;
        Ok(())
    }

    /// Continues at an address if a condition is true.
    pub(crate) fn jump_if(&mut self, condition: bool, to: u32) -> StepResult {
        if condition { self.jump(to) } else { Ok(()) }
    }

    /// Reads the next byte of the input, or -1 at its end.
    pub(crate) fn read(&mut self) -> Result<u32, Stop> {
        match self.host.input.byte() {
            InputRead::Bytes(bytes) => Ok(bytes.first().copied().map_or(u32::MAX, u32::from)),
            InputRead::End => Ok(u32::MAX),
            InputRead::Wait => Err(Stop::Input),
        }
    }

    /// Writes the low byte to the output.
    pub(crate) fn write(&mut self, value: u32) -> StepResult {
        let fits = self.host.output.write(&value.to_le_bytes()[..1]);
        if fits { Ok(()) } else { Err(Stop::Limit(Limit::Output)) }
    }

    /// Ends the program.
    pub(crate) fn halt(&mut self, status: u32) -> StepResult {
        Err(Stop::Exit { status: status.cast_signed() })
    }

    fn aligned(&self, access: Access, address: u32) -> StepResult {
        if address.is_multiple_of(WORD_BYTES) {
            return Ok(());
        }
        let (address, multiple) = (address.into(), WORD_BYTES as u8);
        Err(self.machine.fault(Cause::Misaligned { access, address, multiple }))
    }

    fn unmapped(&self, access: Access, address: u32) -> Stop {
        self.machine.fault(Cause::Unmapped { access, address: address.into() })
    }
}

impl Machine for Little {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn load(&mut self, image: &Image) -> Result<(), LoadError> {
        if image.isa != SPEC.name {
            let found = image.isa.clone();
            return Err(LoadError::WrongMachine { found, expected: SPEC.name });
        }
        *self = Little::new(self.options);
        for segment in &image.segments {
            self.put(segment)?;
        }
        let texts = image.segments.iter().filter(|segment| segment.executable);
        let base = texts.clone().map(|segment| segment.base).min().unwrap_or_default();
        let end = texts.map(|segment| segment.base + segment.size).max().unwrap_or_default();
        self.text_base = base as u32 - base as u32 % WORD_BYTES;
        let addresses = (self.text_base as usize..end as usize).step_by(WORD_BYTES as usize);
        let decoded = addresses.map(|address| self.word(address).and_then(decode));
        self.text = decoded.map(|decoded| TextWord { decoded, times: 0, turned: 0 }).collect();
        self.pc = image.entry;
        Ok(())
    }

    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop {
        for _ in 0..budget_instrs {
            if O::MARKS && observer.is_mark(self.pc) {
                observer.arrived(self.pc);
                if observer.pauses() {
                    return Stop::Pause;
                }
            }
            if let Err(stop) = self.step(host) {
                return stop;
            }
            if O::STORES
                && let Some(store) = self.stored.take()
                && store.address < self.watched.end
                && store.address + u64::from(store.size) > self.watched.start
            {
                observer.stored(store);
                if observer.pauses() {
                    return Stop::Pause;
                }
            }
        }
        Stop::Budget
    }

    fn counts(&self) -> Counts {
        let instructions = self.text.iter().map(|word| word.times).sum();
        let cycles = vec![Cycles { model: MODEL.name, cycles: self.cycles }];
        Counts { instructions, cycles, ..Counts::default() }
    }

    fn executed(&self) -> Vec<InstructionCount> {
        let addresses = (u64::from(self.text_base)..).step_by(WORD_BYTES as usize);
        let ran = addresses.zip(&self.text).filter(|(_, word)| word.times > 0);
        let class =
            |word: &TextWord| word.decoded.map_or("data", |decoded| decoded.op.class.name());
        let executed = |(address, word): (u64, &TextWord)| InstructionCount {
            address,
            times: word.times,
            turned: word.turned,
            class: class(word),
        };
        ran.map(executed).collect()
    }

    fn pc(&self) -> u64 {
        self.pc
    }

    fn registers(&self) -> Vec<(&'static str, u64)> {
        REGISTERS.into_iter().zip(self.registers.map(u64::from)).collect()
    }

    fn peek(&self, address: u64) -> Option<u64> {
        self.memory.get(usize::try_from(address).ok()?).copied().map(u64::from)
    }

    fn disassemble(&self, address: u64) -> Option<String> {
        disassemble(self.word(usize::try_from(address).ok()?)?)
    }

    fn set_pc(&mut self, address: u64) {
        self.pc = address;
    }

    fn set_register(&mut self, name: &str, value: u64) -> bool {
        let register = REGISTERS.iter().position(|register| *register == name);
        let (Some(register), Ok(value)) = (register, u32::try_from(value)) else { return false };
        self.registers[register] = value;
        true
    }

    fn poke(&mut self, address: u64, unit: u64) -> bool {
        let byte = usize::try_from(address).ok().and_then(|at| self.memory.get_mut(at));
        let Some(byte) = byte else { return false };
        *byte = unit as u8;
        self.decode_again(address);
        true
    }

    fn watch(&mut self, start: u64, end: u64) {
        self.watched = start..end;
    }

    fn advice(&self, fault: &Fault) -> Option<String> {
        match fault.cause {
            Cause::RanOff { .. } => Some("end the program with `halt`".to_owned()),
            Cause::Misaligned { access: Access::Load | Access::Store, .. } => {
                Some("words are at multiples of 4: step by 4 from one to the next".to_owned())
            }
            Cause::ReadOnly { .. } => {
                Some("use `--writable-text` to let a program overwrite its instructions".to_owned())
            }
            _ => None,
        }
    }
}
