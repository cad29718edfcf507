//! Files of every format: round trips, damage, and genuine files of the public ITS repository.

use proptest::prelude::*;

use super::*;
use crate::binary::{Entry, Flags, Note, Origin, WordBlock};

fn words(bits: &[u64]) -> Vec<Word36> {
    bits.iter().map(|&bits| Word36::new(bits)).collect()
}

fn entry(name: &str, value: u64, flags: Flags) -> Entry {
    Entry { name: name.to_owned(), value: Word36::new(value), flags }
}

const LOCAL: Flags = Flags { half_killed: false, killed: false, local: true, global: false };
const HEADER: Flags = Flags { half_killed: false, killed: false, local: false, global: false };

/// `A: 1 ? 2 ? END A` at 100, with MIDAS's symbols.
fn small() -> Binary {
    let block = WordBlock { address: 0o100, words: words(&[1, 2]), writable: true };
    let header = entry("GLOBAL", 0o777774_000000, HEADER);
    Binary {
        blocks: vec![block],
        start: Word36::halves(0o254000, 0o100),
        symbols: vec![header, entry("A", 0o100, LOCAL)],
        ..Binary::default()
    }
}

/// Source: MIDAS 458 on ITS 1648, of a program of two words with the pseudo RIM10.
#[test]
fn a_rim10_file_is_what_midas_writes() {
    let file = rim10::write(&small());
    let expected = words(&[
        0o777776_000100,
        1,
        2,
        0o777770_000407,
        0o254000_000100,
        0o777774_000000,
        0o015315_513316,
        0o777774_000000,
        0o110310_700000,
        0o100,
        0o373656_733270,
        0o254000_000100,
        0o254000_000100,
    ]);
    assert_eq!(file[0o20..], expected);
    assert_eq!(read_words(&file), Ok((small(), FileKind::Rim10)));
}

/// Source: MIDAS 458 on ITS 1648, of a program of two words with the pseudo .DECSAV.
#[test]
fn a_save_file_is_what_midas_writes() {
    let block = WordBlock { address: 0o140, words: words(&[1, 2]), writable: true };
    let binary = Binary {
        blocks: vec![block],
        start: Word36::halves(0o254000, 0o140),
        symbols: vec![entry("GLOBAL", 0o777774_000000, HEADER), entry("A", 0o140, LOCAL)],
        ..Binary::default()
    };
    let file = write_save(&binary, 0o142, "T");
    let expected = words(&[
        0o777776_000137,
        1,
        2,
        0o777777_000117,
        0o140,
        0o777777_000115,
        0o777774_000142,
        0o777774_000141,
        0o100000_000013,
        0o140,
        0o36,
        0,
        0o254000_000140,
        0o254000_000140,
    ]);
    assert_eq!(file, expected);
    let (loaded, kind) = read_words(&file).unwrap();
    assert_eq!(loaded.symbols, [entry("A", 0o140, LOCAL), entry("T", 0, HEADER)]);
    assert_eq!((loaded.start, kind), (binary.start, FileKind::DecSave));
}

/// Source: the binary of `visib1.mid` in larsbrinkhoff/pdp10-its-disassembler, written by MIDAS.
/// Source: the `.SHR` files of `decsys` in the public ITS repository: MACRO and FOROTX.
#[test]
fn the_high_segment_of_a_program_is_named() {
    let area = |first: [u64; 6]| {
        let words = first.into_iter().chain([0; 20]);
        words.map(Word36::new).collect::<Vec<_>>()
    };
    let macro_10 = [
        0o002531_400010,
        0o254200_000000,
        0o000137_003777,
        0o017671_000000,
        0o005000_000272,
        0o554143_625700,
    ];
    let forotx = [0o000322_000000, 0o254200_000000, 0o000321_000000, 0, 0o000401_000406, 0];
    let error = Err(FileError::Damaged { word: 0, problem: Damage::HighSegment });
    for words in [area(macro_10), area(forotx)] {
        assert_eq!(read_words(&words), error);
    }
    assert_ne!(read_words(&area([1, 2, 3, 4, 5, 6])), error);
}

#[test]
fn an_sblk_file_begins_with_the_loader_of_midas() {
    let file = sblk::write(&small());
    assert_eq!(
        file[..4],
        words(&[0o710440_000000, 0o710600_000060, 0o710440_000001, 0o265600_000030])
    );
    assert_eq!(
        file[0o44..0o50],
        words(&[0o710440_000036, 0o254200_000000, 0o254000_000001, 0o777776_000100])
    );
    assert_eq!(read_words(&file), Ok((small(), FileKind::Sblk)));
}

#[test]
fn an_exe_file_has_a_page_map() {
    let mut file = vec![Word36::default(); 0o2000];
    file[..6].copy_from_slice(&words(&[0o1776_000003, 1, 0, 0o1775_000003, 1, 0o140]));
    file[6] = Word36::halves(0o1777, 1);
    file[0o1140] = Word36::new(7);
    let (binary, kind) = read_words(&file).unwrap();
    assert_eq!((kind, binary.start), (FileKind::DecExe, Word36::halves(0o254000, 0o140)));
    assert_eq!((binary.blocks[0].words[0o140].bits(), binary.blocks[0].writable), (7, false));
}

/// Source: TOPS-10 Monitor Calls, "EXE files": with a vector that is no length, and without one, the
/// start is in the job data area.
#[test]
fn an_exe_file_may_start_as_its_job_data_says() {
    let mut file = vec![Word36::default(); 0o2000];
    file[..6].copy_from_slice(&words(&[0o1776_000003, 1, 0, 0o1774_000003, 1, 2]));
    file[6] = Word36::halves(0o1777, 1);
    file[0o1120] = Word36::new(0o140);
    let start = |file: &[Word36]| read_words(file).unwrap().0.start;
    assert_eq!(start(&file), Word36::halves(0o254000, 0o140));
    file[3..6].copy_from_slice(&words(&[0o1775_000003, 0o254000_000000, 0o777]));
    assert_eq!(start(&file), Word36::halves(0o254000, 0o140));
    file[0o1120] = Word36::default();
    assert_eq!(start(&file), Word36::default());
    // A part of the directory that no system knows.
    file[3] = Word36::halves(0o1700, 1);
    insta::assert_snapshot!(read_words(&file).unwrap_err(), @"at word 0o3 of the file: the directory has an entry of unknown kind 1700");
}

#[test]
fn pages_keep_their_rights_and_accumulators_are_separate() {
    let page = |address, writable| WordBlock { address, words: words(&[5; 0o2000]), writable };
    let mut binary = Binary { blocks: vec![page(0o2000, false), page(0o6000, true)], ..small() };
    binary.blocks.insert(0, WordBlock { address: 0, words: words(&[9; 16]), writable: true });
    let mut file = pdump::write(&binary);
    assert_eq!(read_words(&file), Ok((binary, FileKind::Pdump)));
    file[0o11] = Word36::halves(0o100000, 0o200001);
    let blocks = read_words(&file).unwrap().0.blocks;
    assert_eq!((blocks[3].address, blocks[3].writable), (0o20000, false));
    file[0o11] = Word36::halves(0o100000, 0o600001);
    let error = |file: &[Word36]| read_words(file).unwrap_err().to_string();
    insta::assert_snapshot!(error(&file), @"at word 0o11 of the file: page 10 is shared with page 1, which is writable or not in the file");
    file[0o11] = Word36::halves(0o400000, 0o200001);
    insta::assert_snapshot!(error(&file), @"at word 0o11 of the file: page 10 refers to a page of the system, which is not available");
}

#[test]
fn damage_has_a_name_and_a_place() {
    let file = sblk::write(&small());
    let error = |change: &dyn Fn(&mut Vec<Word36>)| {
        let mut file = file.clone();
        change(&mut file);
        read_words(&file).unwrap_err().to_string()
    };
    insta::assert_snapshot!(error(&|file| file[0o50] = Word36::new(8)), @"at word 0o52 of the file: the checksum in the file is 777770000407, but the block's is 777770000425");
    insta::assert_snapshot!(error(&|file| file.truncate(0o50)), @"at word 0o50 of the file: the file ends before the end of a block; missing words: 2");
    insta::assert_snapshot!(error(&|file| file.truncate(0o53)), @"at word 0o53 of the file: the file ends before the end of the start instruction; missing words: 1");
    insta::assert_snapshot!(read(b"\tTITLE T\n\tEND\n").unwrap_err(), @"the file is not a program: it does not start like an SBLK, PDUMP, RIM10, SAV or EXE file");
    insta::assert_snapshot!(read(b"ab\xff").unwrap_err(), @"the file is not a program: it does not start like an SBLK, PDUMP, RIM10, SAV or EXE file, and is not text either: at byte 2 of the file: a binary word starts in the middle of a word of characters");
    assert!(matches!(read(b""), Err(FileError::Unknown { encoding: None })));
}

/// Like DDT 1549 at `ALDS`: the first nonnegative word there ends the symbols.
#[test]
fn data_after_the_symbols_is_ignored() {
    let file = sblk::write(&small());
    let another_end = |file: &mut Vec<Word36>| file[0o62] = Word36::new(1);
    let more = |file: &mut Vec<Word36>| file.extend([Word36::new(1), Word36::from_signed(-3)]);
    let changes: [fn(&mut Vec<Word36>); 2] = [another_end, more];
    for change in changes {
        let mut file = file.clone();
        change(&mut file);
        assert_eq!(read_words(&file).unwrap().0, small());
    }
}

#[test]
fn an_exe_file_that_claims_a_page_twice_is_refused() {
    let mut file = vec![Word36::default(); 0o2000];
    file[..5].copy_from_slice(&words(&[0o1776_000005, 0, 0, 0, 0]));
    insta::assert_snapshot!(read_words(&file).unwrap_err(), @"at word 0o3 of the file: page 0 appears twice");
    file[2] = Word36::new(0o1000);
    insta::assert_snapshot!(read_words(&file).unwrap_err(), @"at word 0o1 of the file: page 1000 is past the end of memory");
}

#[test]
fn a_note_has_the_origin_of_a_program() {
    let source = ["DSK", "SUDOKU", "MID", "GUEST"].map(crate::text::sixbit);
    let origin = Origin { user: crate::text::sixbit("ME"), date: Word36::new(7), source };
    let binary = Binary { notes: vec![origin.into()], ..small() };
    let (read, _) = read_words(&sblk::write(&binary)).unwrap();
    assert_eq!((read.origin(), small().origin()), (Some(origin), None));
}

/// Programs that DDT or MIDAS could have written.
fn programs() -> impl Strategy<Value = Binary> {
    let word = any::<u64>().prop_map(Word36::new);
    let block = (0u32..0o777000, prop::collection::vec(word, 1..40))
        .prop_map(|(address, words)| WordBlock { address, words, writable: true });
    let flags = any::<[bool; 4]>().prop_map(|[half_killed, killed, local, global]| Flags {
        half_killed,
        killed,
        local,
        global,
    });
    let symbol = ("[A-Z.$%][A-Z0-9.$%]{0,5}", any::<u64>(), flags)
        .prop_map(|(name, value, flags)| entry(&name, value, flags));
    let note = (1u32..4, prop::collection::vec(any::<u64>().prop_map(Word36::new), 1..8))
        .prop_map(|(kind, words)| Note { kind, words });
    let start = (0u32..0o400000, 0u32..0o777777).prop_map(|(l, r)| Word36::halves(l, r));
    let some = |all| prop::collection::vec(all, 0..6);
    (prop::collection::vec(block, 1..5), start, prop::collection::vec(symbol, 0..6), some(note))
        .prop_map(|(blocks, start, symbols, notes)| Binary { blocks, start, symbols, notes })
}

/// Memory as a machine loads it, without zeros.
fn memory(binary: &Binary) -> Vec<(u64, u64)> {
    let words = binary.image().segments.into_iter().flat_map(|segment| {
        let machine::Data::Words(words) = segment.data else { return Vec::new() };
        (segment.base..).zip(words).collect()
    });
    words.filter(|&(_, word)| word != 0).collect()
}

proptest! {
    #[test]
    fn programs_survive_each_kind_of_file(binary in programs()) {
        let file = sblk::write(&binary);
        prop_assert_eq!(read_words(&file), Ok((binary.clone(), FileKind::Sblk)));
        prop_assert_eq!(read_words(&rim10::write(&binary)), Ok((binary.clone(), FileKind::Rim10)));
        let (pages, kind) = read_words(&pdump::write(&binary)).unwrap();
        prop_assert_eq!((kind, memory(&pages)), (FileKind::Pdump, memory(&binary)));
        prop_assert_eq!((&pages.symbols, &pages.notes), (&binary.symbols, &binary.notes));
        for packing in Packing::ALL {
            let loaded = read(&packing.pack(&file)).unwrap();
            prop_assert_eq!((&loaded.binary, loaded.packing), (&binary, packing));
        }
    }

    #[test]
    fn words_survive_each_packing(bits in prop::collection::vec(any::<u64>(), 0..40)) {
        let words = words(&bits);
        for packing in Packing::ALL {
            prop_assert_eq!(packing.unpack(&packing.pack(&words)), Some(words.clone()));
        }
    }

    #[test]
    fn a_changed_word_is_never_overlooked(binary in programs(), at: prop::sample::Index, bit in 0..36) {
        let mut binary = binary;
        // The checksum of the name of a symbol file is not checked, as TECO writes none.
        binary.notes.retain(|note| note.kind != 2 || note.words.len() != 4);
        let mut file = sblk::write(&binary);
        // The end of the tables is not checked.
        let has_tables = !binary.symbols.is_empty() || !binary.notes.is_empty();
        let end = file.len() - if has_tables { 2 } else { 0 };
        let at = 0o47 + at.index(end - 0o47);
        file[at] = Word36::new(file[at].bits() ^ 1u64 << bit);
        if let Ok((read, _)) = read_words(&file) {
            prop_assert_ne!(read, binary);
        }
    }

    #[test]
    fn no_file_is_too_much(bytes: Vec<u8>, first in 0usize..5, at: prop::sample::Index) {
        let _ = read(&bytes);
        let header = [0o254000_000001, 0o1776_000777, 0o777761_000000, 0, 0o400000_000000][first];
        let mut file = vec![Word36::new(header)];
        file.extend(bytes.chunks(4).map(|word| Word36::new(word.iter().fold(0, |bits, &byte| bits << 9 | u64::from(byte)))));
        let _ = read_words(&file);
        file.resize(0o2400, Word36::new(0o200000));
        let _ = read_words(&file[..at.index(file.len())]);
    }
}

/// Path of a clone of the public ITS repository, if configured.
#[expect(clippy::disallowed_methods, reason = "the clone is not part of this checkout")]
fn repository() -> Option<std::path::PathBuf> {
    std::env::var("ISAGRID_ITS").ok().map(Into::into)
}

#[test]
fn genuine_files_are_read() {
    let Some(folder) = repository() else {
        return println!("not checked: ISAGRID_ITS names no clone of PDP-10/its");
    };
    let facts = [
        ("bin/minsys/sys/ts.midas", FileKind::Pdump, 0o254000_420111),
        ("bin/emacs/ts.126", FileKind::Sblk, 0o254000_003527),
        ("bin/ka10/_/@.midas", FileKind::Sblk, 0o1_000000),
        ("bin/maint/dekaa.sav", FileKind::DecSave, 0o254000_030000),
    ];
    for (path, kind, start) in facts {
        let bytes = std::fs::read(folder.join(path)).expect(path);
        let loaded = read(&bytes).expect(path);
        assert_eq!((loaded.kind, loaded.binary.start.bits()), (kind, start), "{path}");
    }
}
