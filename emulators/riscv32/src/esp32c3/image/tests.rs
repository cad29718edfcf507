//! Valid and damaged images.

use super::super::mmu::Mapping;
use super::*;

fn segment(base: u64, bytes: &[u8]) -> Segment {
    let area = map::place(base, 1).expect("memory");
    Segment {
        name: area.name.to_owned(),
        base,
        size: bytes.len() as u64,
        data: Data::Bytes(bytes.to_vec()),
        executable: area.executable,
        writable: true,
    }
}

fn program(entry: u64, segments: &[(u64, &[u8])]) -> Image {
    let segments = segments.iter().map(|&(base, bytes)| segment(base, bytes)).collect();
    Image { isa: super::super::ISA.to_owned(), entry, segments, ..Image::default() }
}

/// Program with content in every kind of memory.
fn whole() -> Image {
    program(
        0x4038_0000,
        &[
            (0x3c00_0020, b"text in flash!!!"),
            (0x3fc8_1000, b"data"),
            (0x4038_0000, &[0x6f, 0, 0, 0]),
            (0x4201_0008, &[0x6f, 0, 0, 0, 1, 2, 3, 4]),
            (0x5000_0000, b"kept"),
        ],
    )
}

fn app() -> Vec<u8> {
    write_app(&whole()).expect("an image")
}

/// Recomputes checksum and digest, like a tool that changes an image.
fn resealed(mut bytes: Vec<u8>, change: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    change(&mut bytes);
    let end = bytes.len() - 32;
    let digest = Sha256::digest(&bytes[..end]);
    bytes[end..].copy_from_slice(&digest);
    bytes
}

/// Image without the content of the flash chip.
fn without_chip(mut image: Image) -> Image {
    let chip = image.segments.pop().expect("segments");
    assert_eq!((chip.base, chip.executable), (map::FLASH_CHIP, false));
    image
}

fn message(bytes: &[u8]) -> String {
    read(bytes).expect_err("no image").to_string()
}

/// Source: esptool documentation, "Firmware Image Format", and `elf2image` of esptool 5.6.0.
#[test]
fn an_application_image_is_read_as_it_was_written() {
    let bytes = app();
    assert!(is_image(&bytes));
    assert_eq!(bytes[..2], [0xe9, 6], "five segments, and filling before the second in flash");
    assert_eq!(bytes.len() % 16, 0);
    assert_eq!(without_chip(read(&bytes).expect("an image")), whole());
}

#[test]
fn data_after_an_image_is_ignored() {
    let mut bytes = app();
    bytes.extend([0xff; 100]);
    assert_eq!(without_chip(read(&bytes).expect("an image")), whole());
}

/// Source: ESP-IDF Programming Guide, "Partition Tables".
#[test]
fn a_whole_flash_gives_its_factory_application() {
    let mut flash = vec![0xff; 0x10000];
    flash[0] = MAGIC;
    let entry = |kind: u8, subtype: u8, at: u32| {
        let mut entry = vec![0xaa, 0x50, kind, subtype];
        entry.extend(at.to_le_bytes());
        entry.resize(PARTITION_BYTES, 0);
        entry
    };
    let table = [entry(1, 2, 0x9000), entry(0, 0x10, 0x20000), entry(0, 0, 0x10000)].concat();
    flash[PARTITIONS_AT..PARTITIONS_AT + table.len()].copy_from_slice(&table);
    flash.extend(app());
    assert_eq!(without_chip(read(&flash).expect("a flash")), whole());
}

/// Source: TRM, "Memory Management Unit": pages of 64 KiB; zeros are written out for bss.
#[test]
fn segments_in_flash_are_congruent_and_bss_is_written() {
    let mut image = program(0x4200_0008, &[(0x4200_0008, &[0x6f, 0, 0, 0])]);
    image.segments.insert(0, Segment { size: 8, ..segment(0x3fc8_0000, b"abc") });
    let bytes = write_app(&image).expect("an image");
    let content = bytes.windows(4).position(|window| window == [0x6f, 0, 0, 0]);
    assert_eq!(content.map(|at| at % 0x10000), Some(8));
    let read = read(&bytes).expect("an image");
    assert_eq!(read.segments[0].data, Data::Bytes(b"abc\0\0\0\0\0".to_vec()));
}

#[test]
fn every_damage_has_its_name_and_its_place() {
    let app = app();
    let reseal = |change: &dyn Fn(&mut Vec<u8>)| message(&resealed(app.clone(), change));
    let last = app.len() - 33;
    let cases = [
        ("empty", message(&[])),
        ("text", message(b"main: li a0, 1")),
        ("header only", message(&app[..20])),
        ("cut in a segment", message(&app[..100])),
        ("cut before the checksum", message(&app[..last - 3])),
        ("cut in the digest", message(&app[..app.len() - 1])),
        ("no segments", reseal(&|bytes| bytes[1] = 0)),
        ("many segments", reseal(&|bytes| bytes[1] = 17)),
        ("an ESP32-C6", reseal(&|bytes| bytes[12] = 13)),
        ("mark for the digest", reseal(&|bytes| bytes[23] = 2)),
        ("a bit in a segment", reseal(&|bytes| bytes[0x24] ^= 1)),
        ("a bit in the header", {
            let mut b = app.clone();
            b[2] ^= 1;
            message(&b)
        }),
        ("nowhere", reseal(&|bytes| bytes[27] = 0x70)),
        (
            "after its memory",
            reseal(&|bytes| bytes[24..28].copy_from_slice(&0x3c7f_fff8u32.to_le_bytes())),
        ),
        ("incongruent", reseal(&|bytes| bytes[24] = 0x24)),
        ("entry", reseal(&|bytes| bytes[7] = 0x3c)),
    ];
    let reported: String =
        cases.iter().map(|(what, reported)| format!("{what}: {reported}\n")).collect();
    insta::assert_snapshot!(reported);
}

/// Source: TRM, "Address mapping": IRAM and DRAM are one memory; "Memory Management Unit": both
/// windows share its entries.
#[test]
fn memory_is_claimed_once_under_all_its_addresses() {
    let aliased = program(0x4038_0000, &[(0x3fc8_0000, b"data"), (0x4038_0000, b"code")]);
    let reported = message(&write_app(&aliased).expect("an image"));
    assert!(
        reported.ends_with("the segments for 0x3fc80000 and 0x40380000 claim the same memory"),
        "{reported}"
    );
    let same_page = program(0x4200_0020, &[(0x3c00_8000, b"data"), (0x4200_0020, b"code")]);
    let reported = write_app(&same_page).expect_err("one page").to_string();
    assert!(reported.starts_with("segments DROM and IROM claim the same flash"), "{reported}");
}

/// Source: Espressif's esp32c3-direct-boot-example, README.
#[test]
fn direct_boot_starts_after_its_magic() {
    let image = program(0x4200_0008, &[(0x3c00_0020, b"text"), (0x4200_0008, &[0x6f, 0, 0, 0])]);
    let bytes = write_direct_boot(&image).expect("a flash");
    assert_eq!(bytes[..8], DIRECT_BOOT_MAGIC);
    assert_eq!(bytes[8..12], [0x6f, 0, 0, 0]);
    assert_eq!(&bytes[0x20..], b"text");
    let read = read(&bytes).expect("a flash");
    assert_eq!((read.entry, read.segments.len()), (0x4200_0008, 2));
    assert_eq!(read.segments[0].base, 0x4200_0000);
    let again = program(0x4200_0008, &[(0x4200_0000, &bytes)]);
    assert_eq!(write_direct_boot(&again).expect("a flash"), bytes);
}

#[test]
fn direct_boot_jumps_to_another_start() {
    let image = program(0x4200_0020, &[(0x4200_0020, &[0x6f, 0, 0, 0])]);
    let bytes = write_direct_boot(&image).expect("a flash");
    assert_eq!(bytes[8..12], 0x0180_006fu32.to_le_bytes(), "j 0x42000020");
    assert_eq!(bytes[12..0x20], [0xff; 20]);
}

#[test]
fn what_direct_boot_cannot_do_is_refused() {
    let refuse = |image: &Image| write_direct_boot(image).expect_err("refused").to_string();
    let code: (u64, &[u8]) = (0x4200_0008, &[0x6f, 0, 0, 0]);
    let bss = (0x3fc8_0000, &[0; 4][..]);
    assert!(write_direct_boot(&program(0x4200_0008, &[bss, code])).is_ok());
    let cases = [
        refuse(&program(0x4038_0000, &[code])),
        refuse(&program(0x4200_000c, &[(0x4200_0008, &[1, 0, 1, 0, 0x6f, 0, 0, 0])])),
        refuse(&program(0x4220_0000, &[(0x4220_0000, &[0x6f, 0, 0, 0])])),
        refuse(&program(0x4200_0008, &[(0x3fc8_0000, b"data"), code])),
        refuse(&program(0x4200_0008, &[(0x3c00_0008, b"data"), code])),
        refuse(&program(0x4200_0008, &[(0x4200_0000, b"noth"), code])),
        refuse(&program(0x4200_0008, &[(0x4240_0000, b"data")])),
        refuse(&program(0x4200_0008, &[(0x427f_fffe, b"data")])),
    ];
    insta::assert_snapshot!(cases.join("\n"));
}

/// Content of the flash chip in an image.
fn chip_of(image: &Image) -> &[u8] {
    let chip = image.segments.iter().find(|segment| segment.base == map::FLASH_CHIP);
    let Data::Bytes(content) = &chip.expect("a chip").data else { panic!("not bytes") };
    content
}

/// Source: ESP-IDF Programming Guide, "Partition Tables".
#[test]
fn an_application_gets_the_default_partitions() {
    let (file, read_back) = (app(), read(&app()).unwrap());
    let content = chip_of(&read_back);
    assert_eq!(content.len(), 4 << 20);
    assert!(content[0x1_0000..0x1_0000 + file.len()] == file);
    let entry = |index: usize| &content[0x8000 + index * 32..0x8000 + (index + 1) * 32];
    assert_eq!(entry(0)[..12], [0xaa, 0x50, 1, 2, 0, 0x90, 0, 0, 0, 0x60, 0, 0]);
    assert_eq!(&entry(2)[12..19], b"factory");
    assert_eq!(entry(3)[..2], [0xeb, 0xeb]);
    use md5::{Digest, Md5};
    assert_eq!(entry(3)[16..], *Md5::digest(&content[0x8000..0x8000 + 96]));
    let expected = [(0, 1), (1, 2)].map(|(entry, page)| Mapping { entry, page });
    assert_eq!(mappings(content), expected);
}

#[test]
fn a_whole_flash_is_the_content_of_the_chip() {
    let first = chip_of(&read(&app()).unwrap()).to_vec();
    assert!(is_image(&first), "without a boot loader");
    let mut flash = first.clone();
    // An empty application with a lower subtype, and the application at another place.
    flash.copy_within(0x8040..0x8060, 0x8060);
    flash[0x8060 + 4..0x8060 + 8].copy_from_slice(&0x20_0000_u32.to_le_bytes());
    flash[0x8043] = 0x10;
    assert_eq!(application(&flash), 0x1_0000);
    let again = read(&flash).unwrap();
    assert!(chip_of(&again) == flash);
    flash.resize(5 << 20, 7);
    assert_eq!(chip_of(&read(&flash).unwrap()).len(), 8 << 20);
}

#[test]
fn earlier_content_stays_where_the_program_leaves_the_chip_erased() {
    let mut image = read(&app()).unwrap();
    let before = chip_of(&image).to_vec();
    let mut earlier = vec![0xff; 4 << 20];
    (earlier[0x9000], earlier[0x1_0000]) = (1, 2);
    assert_eq!(keep(&mut image, &earlier), map::FLASH_CHIP..map::FLASH_CHIP + (4 << 20));
    let content = chip_of(&image);
    assert_eq!((content[0x9000], content[0x1_0000]), (1, 0xe9));
    assert!(content[0x8000..0x9000] == before[0x8000..0x9000]);

    let mut no_image = whole();
    keep(&mut no_image, &earlier);
    assert!(chip_of(&no_image) == earlier);
}

#[test]
fn a_linked_program_gets_the_chip_that_its_image_would_have() {
    let mut linked = whole();
    add_chip(&mut linked);
    assert!(chip_of(&linked) == chip_of(&read(&app()).unwrap()));
    // A linker script leaves the first page of a window free.
    let mut free_page = whole();
    let data = [vec![0; 0x1_0000], b"text in flash!!!".to_vec()].concat();
    free_page.segments[0] = Segment { size: data.len() as u64, ..segment(0x3c00_0020, &data) };
    free_page.segments[3].base -= 0x1_0000;
    add_chip(&mut free_page);
    let expected = [(1, 1), (0, 2)].map(|(entry, page)| Mapping { entry, page });
    assert_eq!(mappings(chip_of(&free_page)), expected);
    let mut in_memory = program(0x4038_0000, &[(0x4038_0000, &[0x6f, 0, 0, 0])]);
    add_chip(&mut in_memory);
    assert_eq!(in_memory.segments.len(), 1);
}
