//! System calls, one by one.

mod linux;
mod rars;
mod semihosting;
mod venus;

use machine::{Cause, Data, Host, Image, Input, Segment, Symbol};

use super::{CallAnswer, SystemState};
use crate::cpu::Cpu;
use crate::memory::{self, Memory};
use crate::options::{Dialect, Options};

/// Result of a failing call.
const FAILED: u32 = u32::MAX;

/// Machine without a processor: the system and the state it works on.
struct SystemBench {
    system: SystemState,
    cpu: Cpu,
    host: Host,
    /// Address of the data that the tests pass to calls.
    data: u32,
}

impl SystemBench {
    fn with_options(options: Options, host: Host, image: &Image) -> Self {
        let mut bench = SystemBench {
            system: SystemState::new(options),
            cpu: Cpu::new(&options, Memory::new(memory::map(&options, image))),
            host,
            data: 0x1001_0000,
        };
        bench.system.start(&mut bench.cpu, &bench.host, image);
        bench
    }

    fn rars(input: &[u8]) -> Self {
        let options = Options::of(Dialect::Rars);
        Self::with_options(options, Host::with_input(input), &Image::default())
    }

    /// Sets a register and makes a call with arguments from `a0`.
    fn call_by(&mut self, register: u8, number: u32, arguments: &[u32]) -> CallAnswer {
        for (rank, &argument) in (10..).zip(arguments) {
            self.cpu.set_reg(rank, argument);
        }
        self.cpu.set_reg(register, number);
        self.system.call(&mut self.cpu, &mut self.host)
    }

    /// Makes a call with its number in `a7`.
    fn call(&mut self, number: u32, arguments: &[u32]) -> CallAnswer {
        self.call_by(17, number, arguments)
    }

    /// Makes a call that must succeed, and returns `a0`.
    fn done(&mut self, number: u32, arguments: &[u32]) -> u32 {
        assert_eq!(self.call(number, arguments), CallAnswer::Done, "call {number}");
        self.cpu.reg(10)
    }

    /// Stores bytes at an address.
    fn put(&mut self, address: u32, bytes: &[u8]) -> u32 {
        for (at, &byte) in (address..).zip(bytes) {
            self.cpu.write_byte(at, byte).unwrap();
        }
        address
    }

    fn put_words(&mut self, address: u32, words: &[u32]) -> u32 {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.put(address, &bytes)
    }

    fn memory(&mut self, address: u32, count: u32) -> Vec<u8> {
        (address..address + count).map(|at| self.cpu.read_byte(at).unwrap()).collect()
    }

    fn word(&mut self, address: u32) -> u32 {
        self.cpu.memory.read(address, 4).unwrap()
    }

    /// Output since the last call.
    fn output(&mut self) -> Vec<u8> {
        self.host.output.take()
    }

    fn notes(&mut self) -> Vec<Cause> {
        std::mem::take(&mut self.host.notes).into_iter().map(|note| note.fault.cause).collect()
    }

    /// Keeps the input open, so that more may arrive.
    fn open_input(mut self) -> Self {
        self.host.input = Input::open();
        self
    }
}

/// Program with one segment and symbols.
fn image(base: u64, size: u64, symbols: &[(&str, u64)]) -> Image {
    let symbol = |&(name, value): &(&str, u64)| Symbol {
        name: name.to_owned(),
        value,
        global: true,
        address: true,
    };
    Image {
        segments: vec![Segment {
            name: ".data".to_owned(),
            base,
            size,
            data: Data::Bytes(Vec::new()),
            executable: false,
            writable: true,
        }],
        symbols: symbols.iter().map(symbol).collect(),
        ..Image::default()
    }
}
