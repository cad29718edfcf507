//! The board as a program sees it through loads and stores.

use machine::calls::CallAnswer;
use machine::{Access, Cause, Host, Input};

use super::Esp32c3;
use crate::cpu::Cpu;
use crate::engine::devices::{AccessTime, Devices};
use crate::memory::Memory;
use crate::options::Options;

mod accelerators;
mod console;
mod counters;
mod flash;
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
        self.board.load(address, 4, &now, &mut self.host).expect("a register")
    }

    fn store(&mut self, address: u32, value: u32) {
        assert_eq!(self.try_store(address, value), Ok(()), "at {address:#x}");
    }

    fn try_store(&mut self, address: u32, value: u32) -> Result<(), CallAnswer> {
        let now = self.now();
        self.board.store(address, 4, value, &now, &mut self.host).map(drop)
    }

    fn interrupt(&mut self) -> Option<u8> {
        let now = self.now();
        self.board.interrupt(&now, &mut self.host).expect("no reset")
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
fn registers_of_an_unknown_device_read_zero_with_one_note_or_are_refused() {
    let mut bench = BoardBench::new(b"");
    assert_eq!([bench.load(0x6001_9000), bench.load(0x6001_9000)], [0, 0]);
    bench.store(0x6001_9004, 1);
    let notes: Vec<_> = bench.host.notes.iter().map(|note| note.fault.cause).collect();
    let cause = |access, address| Cause::Unmodelled { access, address, device: "LEDC" };
    assert_eq!(notes, [cause(Access::Load, 0x6001_9000)]);
    assert_eq!(bench.host.notes[0].after_instrs, 7);

    let options = Options { strict_mmio: true, ..Options::esp32c3() };
    let mut strict = BoardBench { board: Esp32c3::new(&options), ..BoardBench::new(b"") };
    let refused = strict.try_store(0x6001_9004, 1);
    assert_eq!(refused, Err(CallAnswer::Fault(cause(Access::Store, 0x6001_9004))));
    let now = strict.now();
    let refused = strict.board.load(0x6001_9000, 4, &now, &mut strict.host);
    assert_eq!(refused, Err(cause(Access::Load, 0x6001_9000)));
}

#[test]
fn registers_are_read_and_written_in_parts() {
    let mut bench = BoardBench::new(b"");
    let now = bench.now();
    bench.store(0x6000_4004, 0x1122_3344);
    bench.board.store(0x6000_4005, 1, 0xff, &now, &mut bench.host).expect("a byte");
    assert_eq!(bench.load(0x6000_4004), 0x1122_ff44);
    assert_eq!(bench.board.load(0x6000_4006, 2, &now, &mut bench.host), Ok(0x1122));
    let odd = bench.board.load(0x6000_4006, 4, &now, &mut bench.host);
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

/// Source: TRM, "IO MUX and GPIO Matrix": FUN_WPU, GPIO_PINn_INT_TYPE, GPIO_STATUS; source 16 is
/// that of the pins.
#[test]
fn a_button_is_high_by_its_pull_up_until_it_is_pressed() {
    let mut bench = BoardBench::new(b"");
    let pressed = machine::PinChange { nanos: 1_000_000, pin: 9, level: Some(false) };
    bench.host.pins.outside = vec![pressed];
    bench.route(16, 3);
    assert_eq!(bench.load(0x6000_403c) >> 9 & 1, 0);
    bench.store(0x6000_9028, 0x300);
    assert_eq!(bench.load(0x6000_403c) >> 9 & 1, 1);
    bench.store(0x6000_4098, 1 << 13 | 2 << 7);
    assert_eq!(bench.interrupt(), None);
    assert_eq!(bench.board.deadline(&bench.now(), &bench.host), Some(CYCLES_A_MILLISECOND));
    bench.cycles = CYCLES_A_MILLISECOND;
    assert_eq!(bench.interrupt(), Some(3));
    assert_eq!([bench.load(0x6000_403c) >> 9 & 1, bench.load(0x6000_4044)], [0, 1 << 9]);
    bench.store(0x6000_404c, 1 << 9);
    assert_eq!(bench.interrupt(), None);
}

/// An open-drain output only pulls its pin low; changes of levels are recorded with their time.
#[test]
fn pins_are_recorded_with_their_levels() {
    let mut bench = BoardBench::new(b"");
    bench.host.pins.recording = true;
    bench.store(0x6000_4024, 1 << 8);
    bench.cycles = 160;
    bench.store(0x6000_4008, 1 << 8);
    bench.store(0x6000_4094, 1 << 2);
    let change = |nanos, level| machine::PinChange { nanos, pin: 8, level };
    let expected = [change(0, Some(false)), change(1000, Some(true)), change(1000, None)];
    assert_eq!(bench.host.pins.take_changes(), expected);
}

/// Source: TRM, "I2C Controller": I2C_NACK_INT, and I2C_SCL_RST_SLV_EN, which clears itself.
#[test]
fn no_i2c_device_acknowledges() {
    let mut bench = BoardBench::new(b"");
    bench.store(0x6001_3058, 6 << 11);
    bench.store(0x6001_305c, 1 << 11 | 1 << 8 | 1);
    bench.store(0x6001_3004, 1 << 5 | 3);
    assert_eq!(bench.load(0x6001_3020), 1 << 10 | 1 << 7);
    assert_eq!(bench.load(0x6001_3004), 3);
    bench.store(0x6001_3024, u32::MAX);
    bench.store(0x6001_3080, 1);
    assert_eq!([bench.load(0x6001_3020), bench.load(0x6001_3080)], [0, 0]);
}

/// Source: TRM, "On-Chip Sensor and Analog Signal Processing": APB_SARADC_ONETIME_SAMPLE_REG.
#[test]
fn a_conversion_returns_the_value_of_its_channel() {
    let mut bench = BoardBench::new(b"");
    bench.host.pins.analog = [(2, 1234)].into();
    for (channel, value) in [(2, 1234), (3, 0)] {
        bench.store(0x6004_0020, 1 << 31 | 1 << 29 | channel << 25);
        assert_eq!([bench.load(0x6004_0044), bench.load(0x6004_002c)], [1 << 31, value]);
        bench.store(0x6004_004c, 1 << 31);
        assert_eq!(bench.load(0x6004_0044), 0);
    }
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
    assert_eq!([bench.load(0x6000_8844), bench.load(0x6000_8848)], [0xc3, 0x0200]);
    assert_eq!(bench.load(0x6000_8850) >> 18 & 7, 4);
}

/// Source: TRM, "System and Memory", external memory: entries for 64 KiB pages, valid for 4 MiB as
/// the ROM sets them for direct boot.
#[test]
fn another_mapping_of_the_flash_is_stored() {
    let mut bench = BoardBench::new(b"");
    assert_eq!([bench.load(0x600c_50fc), bench.load(0x600c_5100)], [63, 0x100]);
    bench.store(0x600c_5004, 2);
    assert_eq!(bench.load(0x600c_5004), 2);
    assert!(bench.host.notes.is_empty());
}

/// Source: TRM, "Reset and Clock": software resets through RTC_CNTL_SW_SYS_RST and ..._PROCPU_RST.
#[test]
fn the_program_can_reset_the_chip() {
    let mut bench = BoardBench::new(b"");
    let reset = |by| Err(CallAnswer::Fault(Cause::Reset { by }));
    assert_eq!(bench.try_store(0x6000_8000, 1 << 31), reset("RTC_CNTL_SW_SYS_RST"));
    assert_eq!(bench.try_store(0x6000_8000, 1 << 5), reset("RTC_CNTL_SW_PROCPU_RST"));
}
