//! `isagrid run` for boards: the flash chip and the boot ROM.

use crate::support::isagrid;

/// Counts its runs in a sector of the flash, and prints the number.
const COUNT_RUNS: &str = r#"
        .equ    SECTOR, 9
        .text
        .globl  _start
_start: li      sp, 0x3fcd0000
        li      a0, SECTOR * 4096
        la      a1, word
        li      a2, 4
        li      t0, 0x40000130          # esp_rom_spiflash_read
        jalr    t0
        la      s1, word
        lw      s0, 0(s1)
        addi    s0, s0, 1               # an erased word is -1
        sw      s0, 0(s1)
        li      a0, SECTOR
        li      t0, 0x40000128          # esp_rom_spiflash_erase_sector
        jalr    t0
        li      a0, SECTOR * 4096
        la      a1, word
        li      a2, 4
        li      t0, 0x4000012c          # esp_rom_spiflash_write
        jalr    t0
        li      t0, 0x60000000
        addi    t1, s0, '0'
        sw      t1, 0(t0)
        li      a0, 0
        li      a7, 93
        ecall
        .data
word:   .word   0
"#;

#[test]
fn the_flash_chip_is_kept_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("count.s"), COUNT_RUNS).unwrap();
    let run = ["run", "--board", "esp32c3", "count.s", "--keep-flash", "chip.bin"];
    for expected in [b"0", b"1", b"2"] {
        let done = isagrid(folder, &run, b"");
        assert_eq!(
            (done.stdout.as_slice(), done.status),
            (expected.as_slice(), 0),
            "{}",
            done.stderr
        );
    }
    let kept = std::fs::read(folder.join("chip.bin")).unwrap();
    assert_eq!((kept.len(), &kept[0x9000..0x9004]), (4 << 20, &[2, 0, 0, 0][..]));

    let done = isagrid(folder, &["run", "--board", "esp32c3", "count.s"], b"");
    assert_eq!(done.stdout, b"0", "nothing is kept without the option");
    let done = isagrid(folder, &["run", "--bare", "count.s", "--keep-flash", "chip.bin"], b"");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("only a program for --board esp32c3 has a flash chip"));
    let into_itself = ["run", "--board", "esp32c3", "count.s", "--keep-flash", "count.s"];
    assert_eq!(isagrid(folder, &into_itself, b"").status, 2);
    assert_eq!(std::fs::read_to_string(folder.join("count.s")).unwrap(), COUNT_RUNS);
}

#[test]
fn a_file_that_is_no_boot_rom_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("count.s"), COUNT_RUNS).unwrap();
    let run = ["run", "--board", "esp32c3", "count.s", "--rom", "count.s"];
    let done = isagrid(folder, &run, b"");
    assert_eq!(done.status, 2, "{}", done.stderr);
    assert!(done.stderr.contains("--rom `count.s`: "), "{}", done.stderr);
}
