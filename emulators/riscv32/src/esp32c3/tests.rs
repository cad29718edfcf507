//! The board as a program sees it through loads and stores.

use machine::calls::CallAnswer;
use machine::{Access, Cause, Host, Input};

use super::Esp32c3;
use crate::cpu::Cpu;
use crate::engine::devices::{AccessTime, Devices};
use crate::memory::Memory;
use crate::options::Options;

mod console;
mod counters;
mod interrupts;
mod robust;
mod rom;
mod timers;

/// Board with its surroundings and a clock that the test advances.
struct BoardBench {
    board: Esp32c3,
    host: Host,
    cycles: u64,
}

const CYCLES_A_MILLISECOND: u64 = 160_000;

impl BoardBench {
    fn new(input: &[u8]) -> Self {
        let board = Esp32c3::new(&Options::esp32c3());
        BoardBench { board, host: Host::with_input(input), cycles: 0 }
    }

    fn now(&self) -> AccessTime {
        AccessTime { pc: 0x4038_0000, instructions: 7, cycles: self.cycles }
    }

    fn load(&mut self, address: u32) -> u32 {
        let now = self.now();
        self.board.load(address, 4, now, &mut self.host).expect("a register")
    }

    fn store(&mut self, address: u32, value: u32) {
        assert_eq!(self.try_store(address, value), Ok(()), "at {address:#x}");
    }

    fn try_store(&mut self, address: u32, value: u32) -> Result<(), CallAnswer> {
        let now = self.now();
        self.board.store(address, 4, value, now, &mut self.host)
    }

    fn interrupt(&mut self) -> Option<u8> {
        let now = self.now();
        self.board.interrupt(now, &self.host).expect("no reset")
    }

    /// Routes a source to a line with priority 1 and enables the line.
    fn route(&mut self, source: u32, line: u32) {
        self.store(MATRIX + source * 4, line);
        self.store(MATRIX + 0x114 + line * 4, 1);
        let enabled = self.load(MATRIX + 0x104);
        self.store(MATRIX + 0x104, enabled | 1 << line);
    }
}

const MATRIX: u32 = 0x600c_2000;

/// Source: TRM, "System and Memory": addresses of the peripherals; the treatment of unknown ones is
/// specific to this board.
#[test]
fn unknown_registers_read_zero_with_one_note_each_or_are_refused() {
    let mut bench = BoardBench::new(b"");
    assert_eq!([bench.load(0x6001_3000), bench.load(0x6001_3000)], [0, 0]);
    bench.store(0x6001_3004, 1);
    let notes: Vec<_> = bench.host.notes.iter().map(|note| note.fault.cause).collect();
    let cause = |access, address| Cause::Unmodelled { access, address };
    assert_eq!(notes, [cause(Access::Load, 0x6001_3000), cause(Access::Store, 0x6001_3004)]);
    assert_eq!(bench.host.notes[0].after_instrs, 7);

    let options = Options { strict_mmio: true, ..Options::esp32c3() };
    let mut strict = BoardBench { board: Esp32c3::new(&options), ..BoardBench::new(b"") };
    let refused = strict.try_store(0x6001_3004, 1);
    assert_eq!(refused, Err(CallAnswer::Fault(cause(Access::Store, 0x6001_3004))));
    let now = strict.now();
    let refused = strict.board.load(0x6001_3000, 4, now, &mut strict.host);
    assert_eq!(refused, Err(cause(Access::Load, 0x6001_3000)));
}

#[test]
fn registers_are_read_and_written_in_parts() {
    let mut bench = BoardBench::new(b"");
    let now = bench.now();
    bench.store(0x6000_4004, 0x1122_3344);
    bench.board.store(0x6000_4005, 1, 0xff, now, &mut bench.host).expect("a byte");
    assert_eq!(bench.load(0x6000_4004), 0x1122_ff44);
    assert_eq!(bench.board.load(0x6000_4006, 2, now, &mut bench.host), Ok(0x1122));
    let odd = bench.board.load(0x6000_4006, 4, now, &mut bench.host);
    let misaligned = Cause::Misaligned { access: Access::Load, address: 0x6000_4006, multiple: 4 };
    assert_eq!(odd, Err(misaligned));
}

/// Source: TRM, "IO MUX and GPIO Matrix": GPIO_OUT_W1TS, GPIO_OUT_W1TC, GPIO_ENABLE_W1TS, GPIO_IN.
#[test]
fn gpio_outputs_are_set_and_cleared_by_bits() {
    let mut bench = BoardBench::new(b"");
    bench.store(0x6000_4008, 0b1101);
    bench.store(0x6000_400c, 0b0100);
    bench.store(0x6000_4024, 0b0011);
    assert_eq!([bench.load(0x6000_4004), bench.load(0x6000_403c)], [0b1001, 0b0001]);
}

/// Source: TRM, "Random Number Generator": RNG_DATA_REG at 0x600260b0.
#[test]
fn random_numbers_follow_from_the_seed() {
    let numbers = |seed| {
        let mut bench = BoardBench::new(b"");
        bench.host.random = machine::Random::seeded(seed);
        [bench.load(0x6002_60b0), bench.load(0x6002_60b0)]
    };
    assert_eq!(numbers(1), numbers(1));
    assert_ne!(numbers(1), numbers(2));
    assert_ne!(numbers(1)[0], numbers(1)[1]);
}

/// Source: esptool, `targets/esp32c3.py`: words of block 1 that hold MAC address and revision.
#[test]
fn fuses_tell_address_and_revision_and_cannot_be_written() {
    let mut bench = BoardBench::new(b"");
    bench.store(0x6000_8844, 5);
    assert_eq!([bench.load(0x6000_8844), bench.load(0x6000_8848)], [1, 0x0200]);
    assert_eq!(bench.load(0x6000_8850) >> 18 & 7, 4);
}

/// Source: TRM, "System and Memory", external memory: entries for 64 KiB pages, valid for 4 MiB as
/// the ROM sets them for direct boot.
#[test]
fn another_mapping_of_the_flash_is_reported() {
    let mut bench = BoardBench::new(b"");
    assert_eq!([bench.load(0x600c_50fc), bench.load(0x600c_5100)], [63, 0x100]);
    bench.store(0x600c_5004, 1);
    assert!(bench.host.notes.is_empty());
    bench.store(0x600c_5004, 2);
    assert_eq!(bench.host.notes.len(), 1);
}

/// Source: TRM, "Reset and Clock": software resets through RTC_CNTL_SW_SYS_RST and ..._PROCPU_RST.
#[test]
fn the_program_can_reset_the_chip() {
    let mut bench = BoardBench::new(b"");
    let reset = |by| Err(CallAnswer::Fault(Cause::Reset { by }));
    assert_eq!(bench.try_store(0x6000_8000, 1 << 31), reset("RTC_CNTL_SW_SYS_RST"));
    assert_eq!(bench.try_store(0x6000_8000, 1 << 5), reset("RTC_CNTL_SW_PROCPU_RST"));
}
