//! The flash chip, through the registers of SPI1.
//!
//! Source: JEDEC standard commands of serial flash chips; TRM, chapter "SPI Controller".

use super::*;

const SPI1: u32 = 0x6000_2000;
const USR: u32 = 1 << 18;
const MISO: u32 = 1 << 28;
const MOSI: u32 = 1 << 27;

/// Sends a command with an address, and waits until it is complete.
fn command(bench: &mut BoardBench, code: u32, phases: u32, address: u32, bits: u32) {
    bench.store(SPI1 + 0x04, address);
    bench.store(SPI1 + 0x18, 1 << 31 | phases);
    bench.store(SPI1 + 0x20, 7 << 28 | code);
    bench.store(SPI1 + 0x24, bits - 1);
    bench.store(SPI1 + 0x28, bits - 1);
    bench.store(SPI1, USR);
    assert_eq!(bench.load(SPI1), 0, "the command is complete");
}

fn read(bench: &mut BoardBench, address: u32) -> u32 {
    command(bench, 0x03, MISO, address, 32);
    bench.load(SPI1 + 0x58)
}

#[test]
fn the_chip_identifies_itself_with_its_size() {
    let mut bench = BoardBench::new(b"");
    command(&mut bench, 0x9f, MISO, 0, 24);
    assert_eq!(bench.load(SPI1 + 0x58), 0x16_40ef);
    assert_eq!(1 << 0x16, crate::esp32c3::flash::LEAST_BYTES);
    bench.board.fill_flash(&[0xff; 8 << 20]);
    command(&mut bench, 0x9f, MISO, 0, 24);
    assert_eq!(bench.load(SPI1 + 0x58), 0x17_40ef);
}

#[test]
fn a_write_needs_to_be_enabled_clears_bits_and_only_an_erase_sets_them() {
    let mut bench = BoardBench::new(b"");
    assert_eq!(read(&mut bench, 0x1000), 0xffff_ffff);
    bench.store(SPI1 + 0x58, 0x1234_5678);
    command(&mut bench, 0x02, MOSI, 0x1000, 32);
    assert_eq!(read(&mut bench, 0x1000), 0xffff_ffff, "writes are not enabled");

    command(&mut bench, 0x06, 0, 0, 8);
    command(&mut bench, 0x05, MISO, 0, 8);
    assert_eq!(bench.load(SPI1 + 0x58) & 2, 2, "WEL");
    bench.store(SPI1 + 0x58, 0x1234_5678);
    command(&mut bench, 0x02, MOSI, 0x1000, 32);
    assert_eq!(read(&mut bench, 0x1000), 0x1234_5678);

    command(&mut bench, 0x06, 0, 0, 8);
    bench.store(SPI1 + 0x58, 0xffff_ff0f);
    command(&mut bench, 0x02, MOSI, 0x1000, 32);
    assert_eq!(read(&mut bench, 0x1000), 0x1234_5608);

    command(&mut bench, 0x06, 0, 0, 8);
    command(&mut bench, 0x20, 0, 0x1ffc, 8);
    assert_eq!(read(&mut bench, 0x1000), 0xffff_ffff);
}

/// Source: TRM, "System and Memory", external memory: entries of 64 KiB, bit 8 for none.
#[test]
fn windows_change_with_entries_and_with_the_chip() {
    let mut bench = BoardBench::new(b"");
    let mut content = vec![0xff; 4 << 20];
    (content[0x2_0000], content[0x3_1000]) = (1, 2);
    bench.board.fill_flash(&content);
    assert_eq!(bench.board.take_shown(), []);
    assert_eq!(
        [bench.load(MMU), bench.load(MMU + 63 * 4), bench.load(MMU + 64 * 4)],
        [0, 63, 0x100]
    );

    bench.store(MMU + 100 * 4, 2);
    let shown = bench.board.take_shown();
    assert_eq!(shown, [(0x3c64_0000, content[0x2_0000..0x3_0000].to_vec())]);

    command(&mut bench, 0x06, 0, 0, 8);
    bench.store(SPI1 + 0x58, 0x55);
    command(&mut bench, 0x02, MOSI, 0x2_0ffe, 8);
    let shown = bench.board.take_shown();
    let places: Vec<u32> = shown.iter().map(|(home, _)| *home).collect();
    assert_eq!(places, [0x3c02_0000, 0x3c64_0000]);
    assert!(shown.iter().all(|(_, bytes)| (bytes[0], bytes[0xffe]) == (1, 0x55)));

    bench.store(MMU + 100 * 4, 0x100);
    command(&mut bench, 0x06, 0, 0, 8);
    command(&mut bench, 0x20, 0, 0x2_0000, 8);
    let shown = bench.board.take_shown();
    assert_eq!(shown, [(0x3c02_0000, vec![0xff; 4096])]);
}

const MMU: u32 = 0x600c_5000;
