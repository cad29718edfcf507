//! The processor: memory, eight registers, and the program counter.

use std::ops::Range;

use machine::{
    Access, CallFlow, Cause, Counts, Cycles, Data, Fault, Host, Image, InstructionCount, LoadError,
    Machine, Model, Observer, Radix, Segment, Spec, Stop, Syntax,
};

use crate::isa::{
    Decoded, Op, REGISTERS, State, Step, StepResult, WORD_BYTES, decode, disassemble,
};
use crate::options::Options;

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

/// The machine.
#[derive(Debug, Clone)]
pub(crate) struct Little {
    options: Options,
    state: State,
    text: Vec<TextWord>,
    cycles: u64,
    watched: Range<u64>,
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
            state: State {
                memory: vec![0; options.memory_bytes() as usize],
                registers: [0; REGISTERS.len()],
                pc: 0,
                text: 0..0,
                writable_text: options.writable_text,
                stored: None,
            },
            text: Vec::new(),
            cycles: 0,
            watched: 0..u64::MAX,
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
        let room = place.and_then(|(base, end)| self.state.memory.get_mut(base..end));
        let room = room.ok_or_else(outside)?;
        room[..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    /// Index in `text` of the instruction at an address.
    fn index(&self, address: u64) -> Option<usize> {
        let is_text = self.state.text.contains(&address);
        let distance = address.wrapping_sub(self.state.text.start);
        (is_text && distance.is_multiple_of(WORD_BYTES.into()))
            .then_some((distance / u64::from(WORD_BYTES)) as usize)
    }

    /// Addresses of the words of `text`.
    fn addresses(&self) -> impl Iterator<Item = u64> + use<> {
        self.state.text.clone().step_by(WORD_BYTES as usize)
    }

    /// Decodes the word that contains this address again, if it is in the text.
    fn decode_again(&mut self, address: u64) {
        let address = address - address % u64::from(WORD_BYTES);
        if let Some(at) = self.index(address) {
            self.text[at].decoded = self.state.word(address as usize).and_then(decode);
        }
    }

    /// Fault for a failed instruction fetch.
    fn no_text(&self) -> Stop {
        let (pc, end) = (self.state.pc, self.state.text.end);
        if self.text.is_empty() {
            return self.state.fault(Cause::NoStart);
        }
        // Jumps are checked before they are made, so only the last instruction leads here.
        if pc == end {
            let pc = pc - u64::from(WORD_BYTES);
            return Stop::Fault(Fault { pc, cause: Cause::RanOff { address: end } });
        }
        self.state.fault(Cause::Unmapped { access: Access::Fetch, address: pc })
    }

    /// Runs and counts the next instruction, or does neither.
    fn step(&mut self, host: &mut Host) -> StepResult {
        let Some(at) = self.index(self.state.pc) else { return Err(self.no_text()) };
        let Some(Decoded { op, operands }) = self.text[at].decoded else {
            let word = self.state.word(self.state.pc as usize).unwrap_or_default();
            return Err(self.state.fault(Cause::Illegal { word: word.into() }));
        };
        self.state.stored = None;
        let following = self.state.pc as u32 + WORD_BYTES;
        let mut step = Step { state: &mut self.state, host, following, next: following };
        let done = (op.act)(&mut step, operands);
        let next = step.next;
        match done {
            Ok(()) => self.state.pc = next.into(),
            // The last instruction counts, too, but nothing follows it.
            Err(Stop::Exit { .. }) => {}
            Err(_) => return done,
        }
        if let Some(store) = self.state.stored {
            self.decode_again(store.address);
        }
        self.text[at].times += 1;
        self.text[at].turned += u64::from(next != following);
        self.cycles += op.class.cycles();
        done
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
        let word_bytes = u64::from(WORD_BYTES);
        self.state.text = base - base % word_bytes..end.next_multiple_of(word_bytes);
        let decoded = self.addresses().map(|at| self.state.word(at as usize).and_then(decode));
        self.text = decoded.map(|decoded| TextWord { decoded, times: 0, turned: 0 }).collect();
        self.state.pc = image.entry;
        Ok(())
    }

    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop {
        for _ in 0..budget_instrs {
            if O::MARKS && observer.is_mark(self.state.pc) {
                observer.arrived(self.state.pc);
                if observer.pauses() {
                    return Stop::Pause;
                }
            }
            if let Err(stop) = self.step(host) {
                return stop;
            }
            if O::STORES
                && let Some(store) = self.state.stored.take()
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
        let ran = self.addresses().zip(&self.text).filter(|(_, word)| word.times > 0);
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
        self.state.pc
    }

    fn registers(&self) -> Vec<(&'static str, u64)> {
        REGISTERS.into_iter().zip(self.state.registers.map(u64::from)).collect()
    }

    fn peek(&self, address: u64) -> Option<u64> {
        self.state.memory.get(usize::try_from(address).ok()?).copied().map(u64::from)
    }

    fn disassemble(&self, address: u64) -> Option<String> {
        disassemble(self.state.word(usize::try_from(address).ok()?)?)
    }

    fn set_pc(&mut self, address: u64) {
        self.state.pc = address;
    }

    fn set_register(&mut self, name: &str, value: u64) -> bool {
        let register = REGISTERS.iter().position(|register| *register == name);
        let (Some(register), Ok(value)) = (register, u32::try_from(value)) else { return false };
        self.state.registers[register] = value;
        true
    }

    fn poke(&mut self, address: u64, unit: u64) -> bool {
        let byte = usize::try_from(address).ok().and_then(|at| self.state.memory.get_mut(at));
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
