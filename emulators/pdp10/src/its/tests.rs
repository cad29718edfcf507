//! Calls as programs make them: words in memory, and results.

mod around;
mod attributes;
mod consoles;
mod disk;
mod faults;
mod inferiors;
mod interrupting;
mod older;
mod screen;
mod tables;
mod transfers;
mod typing;
mod variables;

use machine::{Host, Image};

use super::{Answer, Its, ProcessorEvent};
use crate::cpu::Cpu;
use crate::memory::Page;
use crate::text::sixbit;
use crate::{Options, Word36};

/// Address of call blocks.
const BLOCK: u32 = 0o200;
/// Address of the calls.
const PC: u32 = 0o100;
const SETZ: Word36 = Word36::halves(0o400000, 0);
/// `%CLIMM`, `%CLOUT`, `%CLERR` and `%CLBIT`: kinds of arguments.
const IMMEDIATE: u32 = 0o1000;
const VALUE: u32 = 0o2000;
const ERROR: u32 = 0o3000;
const CONTROL: u32 = 0o5000;

/// A job with one page and a host.
struct Bench {
    its: Its,
    cpu: Cpu,
    host: Host,
}

impl Bench {
    fn new(mut host: Host) -> Self {
        let (mut its, mut cpu) = (Its::new(&Options::default()), Cpu::new());
        host.clock_nanos = 426_170_096_500_000_000;
        if host.program.is_empty() {
            host.program = b"TEST".to_vec();
        }
        its.start(&mut cpu, &mut host, &Image::default());
        cpu.pc.set(PC);
        Bench { its, cpu, host }
    }

    fn plain() -> Self {
        Bench::new(Host::default())
    }

    /// A job with files.
    fn with_files(files: &[(&str, &[u8])]) -> Self {
        let mut host = Host::default();
        for (name, bytes) in files {
            host.files.give(name.as_bytes().to_vec(), bytes.to_vec());
        }
        Bench::new(host)
    }

    fn put(&self, address: u32, word: Word36) {
        self.cpu.memory.force(address, word);
    }

    fn word(&self, address: u32) -> Word36 {
        self.cpu.memory.get(address).unwrap_or_default()
    }

    fn set_variable(&mut self, number: u32, value: Word36) -> Answer {
        self.put(0o176, Word36::halves(0o400000 | number, 0o177));
        self.put(0o177, value);
        self.uuo(0o043, 0o13, 0o176)
    }

    fn variable(&mut self, number: u32) -> Word36 {
        self.put(0o176, Word36::halves(number, 0o177));
        assert_eq!(self.uuo(0o043, 0o13, 0o176), Answer::Next, "{number:o}");
        self.word(0o177)
    }

    /// An old call: opcode, accumulator, address.
    fn uuo(&mut self, opcode: u32, ac: u32, address: u32) -> Answer {
        let word = Word36::halves(opcode << 9 | ac << 5, address);
        self.put(self.cpu.pc.get(), word);
        self.its.call(word, address, &mut self.cpu, &mut self.host)
    }

    /// `.OPER` with a number.
    fn oper(&mut self, number: u32, ac: u32) -> Answer {
        self.uuo(0o042, ac, number)
    }

    /// A symbolic call; arguments are kind and address, or kind and number if immediate.
    fn call(&mut self, name: &str, arguments: &[(u32, u32)]) -> Answer {
        self.put(BLOCK, SETZ);
        self.put(BLOCK + 1, sixbit(name));
        let last = arguments.len().wrapping_sub(1);
        for (rank, &(kind, address)) in arguments.iter().enumerate() {
            let sign = if rank == last { 0o400000 } else { 0 };
            self.put(BLOCK + 2 + rank as u32, Word36::halves(kind | sign, address));
        }
        self.uuo(0o043, 0, BLOCK)
    }

    /// Opens a file or device; the two names may be missing.
    fn open(&mut self, channel: u32, mode: u32, device: &str, names: &str) -> Answer {
        let (first, second) = names.split_once(' ').unwrap_or((names, ""));
        self.put(0o20, Word36::halves(mode, channel));
        for (address, name) in [(0o21, device), (0o22, first), (0o23, second)] {
            self.put(address, sixbit(name));
        }
        self.call("OPEN", &[(0, 0o20), (0, 0o21), (0, 0o22), (0, 0o23)])
    }

    /// Error of a symbolic call.
    fn error(&mut self, name: &str, arguments: &[(u32, u32)]) -> u64 {
        let error = (ERROR, 0o24);
        let all: Vec<_> = arguments.iter().copied().chain([error]).collect();
        assert_eq!(self.call(name, &all), Answer::Next);
        self.word(0o24).bits()
    }

    /// Transfers a datum with `.IOT`, from or to accumulator 1.
    fn iot(&mut self, channel: u32) -> Answer {
        self.uuo(0o040, channel, 1)
    }

    fn print(&mut self, channel: u32, text: &[u8]) {
        for &byte in text {
            self.put(1, Word36::from(u32::from(byte)));
            assert_eq!(self.iot(channel), Answer::Next);
        }
    }

    fn output(&self) -> String {
        String::from_utf8_lossy(self.host.output.bytes()).into_owned()
    }

    fn errors(&self) -> String {
        String::from_utf8_lossy(self.host.errors.bytes()).into_owned()
    }

    fn file(&self, name: &str) -> Option<&[u8]> {
        self.host.files.get(name.as_bytes())
    }
}

/// Result of a program that stops itself for DDT.
const TO_DDT: Answer = Answer::ToDebugger { is_clean: false };
