//! ELF files: written files can be read again, and no bytes make the reader panic.

use asmkit::elf::{ElfProgram, ReadError, Target, WriteError, read, write};
use machine::{Data, Image, Segment, Symbol};
use proptest::prelude::*;

const MIPS: u16 = 8;

fn target(big_endian: bool) -> Target {
    Target { isa: "mips32".to_owned(), machine: MIPS, flags: 0x5000_1001, big_endian }
}

fn segment(name: &str, base: u64, size: u64, bytes: &[u8]) -> Segment {
    let (data, executable) = (Data::Bytes(bytes.to_vec()), name == ".text");
    Segment { name: name.to_owned(), base, size, data, executable, writable: true }
}

fn symbol(name: &str, value: u64, global: bool, address: bool) -> Symbol {
    Symbol { name: name.to_owned(), value, global, address }
}

fn sample() -> Image {
    Image {
        isa: "mips32".to_owned(),
        entry: 0x0040_0024,
        segments: vec![
            segment(".text", 0x0040_0024, 8, &[8, 0, 0xe0, 3, 0, 0, 0, 0]),
            segment(".data", 0x1001_0000, 4096, b"grid"),
            segment(".bss", 0x2000_0000, 12, b""),
            segment(".kdata", 0x9000_0000, 1, b"k"),
        ],
        symbols: vec![
            symbol("loop", 0x0040_0028, false, true),
            symbol("SIZE", 9, false, false),
            symbol("main", 0x0040_0024, true, true),
        ],
        ..Image::default()
    }
}

fn written(big_endian: bool) -> Vec<u8> {
    write(&sample(), &target(big_endian), Some("dialect = mars")).expect("the sample fits")
}

fn read_mips(bytes: &[u8]) -> Result<ElfProgram, ReadError> {
    read(bytes, "mips32", MIPS)
}

#[test]
fn what_is_written_is_read_again_in_both_orders() {
    for big_endian in [false, true] {
        let program = read_mips(&written(big_endian)).unwrap();
        assert_eq!(program.image, sample());
        assert_eq!(program.target, target(big_endian));
        assert_eq!(program.note.as_deref(), Some("dialect = mars"));
    }
}

#[test]
fn a_file_that_ends_early_is_refused_wherever_it_ends() {
    let whole = written(false);
    for length in 0..whole.len() {
        assert!(read_mips(&whole[..length]).is_err(), "{length} of {} bytes", whole.len());
    }
}

#[test]
fn files_for_others_are_refused_with_the_reason() {
    let changed = |at: usize, to: u8| {
        let mut bytes = written(false);
        bytes[at] = to;
        read_mips(&bytes).unwrap_err().to_string()
    };
    assert_eq!(read_mips(b"main:").unwrap_err(), ReadError::NotElf);
    assert_eq!(changed(4, 2), "this program is for a 64-bit machine");
    assert_eq!(changed(4, 7), "malformed ELF file: unknown class 7");
    assert_eq!(changed(5, 9), "malformed ELF file: unknown byte order 9");
    assert_eq!(changed(18, 243), "this program is for ELF machine 243, not 8");
    assert_eq!(changed(16, 1), "this is an object file that is not linked yet");
    assert_eq!(changed(16, 3), "this program needs shared libraries: link it with -static");
    assert_eq!(changed(16, 4), "this ELF file is not a program: its type is 4");
    assert_eq!(changed(52, 3), "this program needs shared libraries: link it with -static");
    assert_eq!(changed(45, 200), "the file ends before its program headers");
    assert_eq!(changed(44, 0), "malformed ELF file: it has no segment to load");
}

/// Offset of the program header of a little-endian file that has this value in a field.
fn program_header(bytes: &[u8], field: usize, value: u32) -> usize {
    let count = usize::from(bytes[44]);
    let mut headers = (0..count).map(|index| 52 + index * 32);
    headers.find(|&at| bytes[at + field..at + field + 4] == value.to_le_bytes()).expect("a header")
}

#[test]
fn a_segment_of_zeros_may_be_after_the_end() {
    // GNU ld aligns the offset of a `.bss` without bytes in the file.
    let mut bytes = written(false);
    let header = program_header(&bytes, 16, 0);
    bytes[header + 4..header + 8].copy_from_slice(&0x0010_0000u32.to_le_bytes());
    assert_eq!(read_mips(&bytes).unwrap().image, sample());
}

#[test]
fn writable_text_is_reported() {
    let mut bytes = written(false);
    assert!(!read_mips(&bytes).unwrap().writable_text);
    let header = program_header(&bytes, 24, 5);
    bytes[header + 24] = 7;
    assert!(read_mips(&bytes).unwrap().writable_text);
}

/// A linker puts the file's headers into the page below the first section.
#[test]
fn headers_are_left_out_where_there_is_no_memory() {
    let mut bytes = written(false);
    let text = program_header(&bytes, 8, 0x0040_0024);
    let field = |bytes: &[u8], at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let offset = field(&bytes, text + 4);
    let start = 0x0040_0024 - offset;
    for (field, value) in [(4, 0), (8, start), (12, start), (16, offset + 8), (20, offset + 8)] {
        bytes[text + field..text + field + 4].copy_from_slice(&value.to_le_bytes());
    }
    let whole = read_mips(&bytes).unwrap();
    let headers = &whole.image.segments[0];
    assert_eq!((headers.base, headers.size), (start.into(), u64::from(offset) + 8));
    let without = |is_memory: fn(u64) -> bool| {
        let mut program = whole.clone();
        program.without_headers(is_memory);
        program
    };
    assert_eq!(without(|_| true), whole);
    let program = without(|address| address >= 0x0040_0024);
    assert_eq!(program.image.segments, sample().segments);
    assert_eq!(program.loads[0], 0x0040_0024);
}

/// `STT_FUNC` in the symbol table; such a name comes after others at its address.
#[test]
fn functions_are_known() {
    let mut bytes = written(false);
    // Value, size 0, and a global symbol without a kind.
    let main = [0x24, 0, 0x40, 0, 0, 0, 0, 0, 0x10];
    let at = bytes.windows(main.len()).position(|window| window == main).unwrap();
    assert!(read_mips(&bytes).unwrap().image.compiled.functions().is_empty());
    bytes[at + 8] = 0x12;
    let image = read_mips(&bytes).unwrap().image;
    assert_eq!(image.compiled.functions(), [0x0040_0024]);
    assert_eq!(image.symbols.last().map(|symbol| symbol.name.as_str()), Some("main"));
}

#[test]
fn segments_that_overlap_are_refused() {
    let mut image = sample();
    image.segments[1].base = 0x0040_0028;
    let bytes = write(&image, &target(false), None).unwrap();
    let error = read_mips(&bytes).unwrap_err().to_string();
    assert_eq!(error, "malformed ELF file: two segments overlap at 0x400028");
}

#[test]
fn content_lies_where_a_loader_puts_it_when_nobody_translates_addresses() {
    let mut bytes = written(false);
    let header = program_header(&bytes, 8, 0x1001_0000);
    bytes[header + 12..header + 16].copy_from_slice(&0x0040_1000u32.to_le_bytes());
    let program = read_mips(&bytes).unwrap();
    assert_eq!(program.image, sample());
    let mut expected = sample();
    expected.segments[1] = segment(".data", 0x1001_0000, 4096, b"");
    expected.segments.insert(1, segment(".data", 0x0040_1000, 4, b"grid"));
    assert_eq!(program.loaded().unwrap(), expected);
    // It does not fit in the text.
    bytes[header + 12..header + 16].copy_from_slice(&0x0040_0028u32.to_le_bytes());
    let error = read_mips(&bytes).unwrap().loaded().unwrap_err().to_string();
    assert_eq!(error, "malformed ELF file: two segments overlap at 0x400028");
}

#[test]
fn a_segment_may_be_loaded_up_to_the_last_address() {
    let mut bytes = written(false);
    let header = program_header(&bytes, 8, 0x1001_0000);
    let mut loaded = |at: u32| {
        bytes[header + 12..header + 16].copy_from_slice(&at.to_le_bytes());
        read_mips(&bytes).unwrap().loaded()
    };
    // It has four bytes.
    let last = loaded(0xffff_fffc).unwrap().segments.pop();
    assert_eq!(last, Some(segment(".data", 0xffff_fffc, 4, b"grid")));
    let error = loaded(0xffff_fffd).unwrap_err().to_string();
    assert_eq!(error, "malformed ELF file: the segment to load at 0xfffffffd ends beyond 32 bits");
}

#[test]
fn segments_cannot_hold_more_than_the_file() {
    let mut bytes = written(false);
    // The data's four bytes become all of the file.
    let header = program_header(&bytes, 8, 0x1001_0000);
    let size = (bytes.len() as u32).to_le_bytes();
    bytes[header + 4..header + 8].copy_from_slice(&0u32.to_le_bytes());
    bytes[header + 16..header + 20].copy_from_slice(&size);
    bytes[header + 20..header + 24].copy_from_slice(&size);
    let error = read_mips(&bytes).unwrap_err().to_string();
    assert!(error.ends_with("its segments are larger than the whole file"), "{error}");
}

#[test]
fn internal_symbols_are_ignored() {
    let mut image = sample();
    let names = ["$x", "$xrv32i2p1_m2p0", "$d", "$d.5", "$dollar", ".L0 ", ".Lpcrel_hi3", "loop"];
    image.symbols = names.map(|name| symbol(name, 0x0040_0028, false, true)).to_vec();
    let bytes = write(&image, &target(false), None).unwrap();
    let read = read_mips(&bytes).unwrap().image.symbols;
    let names: Vec<&str> = read.iter().map(|symbol| symbol.name.as_str()).collect();
    assert_eq!(names, ["$dollar", "loop"]);
}

#[test]
fn what_elf_cannot_hold_is_not_written() {
    let mut image = sample();
    image.segments[3].base = u64::MAX - 1;
    let segment = ".kdata".to_owned();
    let error = write(&image, &target(false), None).unwrap_err();
    assert_eq!(error, WriteError::TooFar { segment: segment.clone() });
    image.segments[3].data = Data::Words(vec![0o777777_777777]);
    let error = write(&image, &target(false), None).unwrap_err();
    assert_eq!(error, WriteError::NotBytes { segment });
}

proptest! {
    #[test]
    fn any_image_comes_back(
        sizes in proptest::collection::vec((0u64..9000, 1u64..9000), 1..6),
        big_endian: bool,
        entry: u32,
    ) {
        let mut base = 0x1000;
        let mut image = Image { isa: "mips32".to_owned(), entry: entry.into(), ..Image::default() };
        for (number, (bytes, zeros)) in sizes.into_iter().enumerate() {
            let data: Vec<u8> = (0..bytes).map(|at| at as u8).collect();
            image.segments.push(segment(&format!(".s{number}"), base, bytes + zeros, &data));
            base += bytes + zeros;
        }
        let bytes = write(&image, &target(big_endian), None).unwrap();
        prop_assert_eq!(read_mips(&bytes).unwrap().image, image);
    }

    #[test]
    fn bytes_changed_anywhere_never_panic(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        big_endian: bool,
    ) {
        let mut bytes = written(big_endian);
        for (at, to) in changes {
            let at = at.index(bytes.len());
            bytes[at] = to;
        }
        let _ = read_mips(&bytes);
    }

    #[test]
    fn headers_full_of_large_numbers_never_panic(
        changes in proptest::collection::vec((0usize..400, 0usize..6), 1..20),
        big_endian: bool,
    ) {
        let mut bytes = written(big_endian);
        let whole = bytes.len();
        let tables = whole - 400;
        for (at, value) in changes {
            let value = [0xff, 0x7f, 0x80, 0, 1, 0xfe][value];
            bytes[at % 180 + 16] = value;
            bytes[tables + at] = value;
        }
        bytes[18..20].copy_from_slice(if big_endian { &[0, 8] } else { &[8, 0] });
        bytes[16..18].copy_from_slice(if big_endian { &[0, 2] } else { &[2, 0] });
        let _ = read_mips(&bytes);
    }

    #[test]
    fn any_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut file = b"\x7fELF\x01\x01".to_vec();
        file.extend_from_slice(&bytes);
        let _ = read_mips(&file);
    }
}
