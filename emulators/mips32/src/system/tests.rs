//! System calls, one by one, with the observed behaviour of SPIM 9.1 and MARS 4.6.

mod around;
mod linux;
mod mars;
mod spim;

use machine::{Cause, Host, Image, Input};

use super::{CallAnswer, SystemState};
use crate::cpu::Cpu;
use crate::options::{Dialect, Options};

/// Address of the arguments of calls.
const DATA: u32 = 0x1001_0000;

/// A system with its registers, memory and host, without a processor.
struct Bench {
    system: SystemState,
    cpu: Cpu,
    host: Host,
}

impl Bench {
    fn with_options(options: Options, host: Host) -> Self {
        let mut bench = Bench { system: SystemState::new(options), cpu: Cpu::new(&options), host };
        bench.system.start(&mut bench.cpu, &bench.host, &Image::default());
        bench
    }

    fn new(dialect: Dialect, input: &[u8]) -> Self {
        Self::with_options(Options::of(dialect), Host::with_input(input))
    }

    fn mars(input: &[u8]) -> Self {
        Self::new(Dialect::Mars, input)
    }

    fn spim(input: &[u8]) -> Self {
        Self::new(Dialect::Spim, input)
    }

    /// Makes a call with arguments in `$a0`, `$a1`, ...
    fn call(&mut self, number: u32, arguments: &[u32]) -> CallAnswer {
        self.cpu.set_reg(2, number);
        for (rank, &argument) in arguments.iter().enumerate() {
            self.cpu.set_reg(4 + rank as u8, argument);
        }
        self.system.call(&mut self.cpu, &mut self.host)
    }

    /// Makes a call that must succeed, and returns `$v0`.
    fn done(&mut self, number: u32, arguments: &[u32]) -> u32 {
        assert_eq!(self.call(number, arguments), CallAnswer::Done, "call {number}");
        self.cpu.reg(2)
    }

    /// Stores a string with its NUL at an address.
    fn put(&mut self, address: u32, text: &[u8]) -> u32 {
        for (offset, &byte) in text.iter().chain(&[0]).enumerate() {
            self.cpu.write_byte(address + offset as u32, byte).unwrap();
        }
        address
    }

    fn memory(&mut self, address: u32, count: u32) -> Vec<u8> {
        (address..address + count).map(|at| self.cpu.read_byte(at).unwrap()).collect()
    }

    fn word(&mut self, address: u32) -> u32 {
        self.cpu.memory.read(address, 4).unwrap()
    }

    /// Output since the last call of this function.
    fn output(&mut self) -> Vec<u8> {
        self.host.output.take()
    }

    fn notes(&mut self) -> Vec<Cause> {
        std::mem::take(&mut self.host.notes).into_iter().map(|note| note.fault.cause).collect()
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.host.input.feed(bytes);
    }

    /// Leaves the input open, so that more may come.
    fn open_input(mut self) -> Self {
        self.host.input = Input::open();
        self
    }
}
