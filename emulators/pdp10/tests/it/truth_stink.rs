//! Compares relocatable programs with the files of a genuine MIDAS 433, word for word.
//!
//! `tests/truth/stink` has the sources, and the words that MIDAS wrote, in octal.

use std::path::Path;

use architecture::Choices;
use asmkit::{NoLibrary, Severity, Sources};
use pdp10::assembler::{self, Assembled};
use pdp10::files::{self, Damage, FileError, Packing};
use pdp10::{Options, Word36};

fn assembled(name: &str, text: &[u8]) -> Assembled {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let (made, messages) = assembler::midas(&mut sources, &[file], &Options::default(), &NoLibrary);
    let errors: Vec<&String> = messages
        .iter()
        .filter(|message| message.severity == Severity::Error)
        .map(|message| &message.message)
        .collect();
    assert!(errors.is_empty(), "{name}: {errors:?}");
    made
}

/// Compares a source's file with the record of MIDAS.
fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/stink");
    let read = |extension| std::fs::read(folder.join(format!("{name}.{extension}"))).expect(name);
    let made = assembled(&format!("{name}.mid"), &read("mid"));
    let words: Vec<String> = made.file.iter().map(|word| format!("{:012o}", word.bits())).collect();
    let record = String::from_utf8(read("words")).expect("octal");
    assert_eq!(words, record.lines().collect::<Vec<_>>(), "{name}");
    assert!(made.is_relocatable);
}

#[test]
fn names_of_other_programs_are_chained_or_referred_to() {
    check("first");
}

#[test]
fn names_for_other_programs_are_defined() {
    check("second");
}

#[test]
fn libraries_conditions_and_locations_are_left_to_the_loader() {
    check("third");
}

#[test]
fn a_program_without_symbols_has_its_name() {
    check("fourth");
}

/// Words of a program without its start, symbols and name.
fn words_of(source: &str) -> Vec<u64> {
    assembled("t.mid", source.as_bytes()).file.iter().map(|word| word.bits()).collect()
}

#[test]
fn a_name_defined_by_another_program_is_left_to_the_loader() {
    let words = words_of("\tTITLE T\n\tNOSYMS\n\tRELOCATABLE\nA\"=B\"+5\n\tEND\n");
    const GLOBAL: u64 = 0o040000_000000;
    let at = words.iter().position(|&word| word == GLOBAL | name("A")).expect("the name");
    // A block of type 7: codes, the name, the reference to the other, and the number.
    assert_eq!(words[at - 1] >> 25 & 0o177, 7);
    assert_eq!(words[at + 1..at + 4], [0o400000_000000, GLOBAL | name("B"), 5]);
}

/// A name in radix 50, left-justified.
fn name(name: &str) -> u64 {
    pdp10::text::squoze(name).expect("a name").bits()
}

#[test]
fn a_file_is_recognised_as_relocatable() {
    let file = assembled("t.mid", b"\tTITLE T\n\tRELOCATABLE\nGO:\tJRST GO\n\tEND GO\n").file;
    let damage = |result| match result {
        Err(FileError::Damaged { problem, .. }) => Some(problem),
        _ => None,
    };
    assert_eq!(damage(files::read(&Packing::Evacuated.pack(&file))), Some(Damage::Relocatable));
    let mut other = file;
    other[2] = other[2] ^ Word36::from(1);
    assert_ne!(damage(files::read(&Packing::Evacuated.pack(&other))), Some(Damage::Relocatable));
}

#[test]
fn addresses_and_other_names_are_only_added() {
    let refused = |line: &str| {
        let mut sources = Sources::new();
        let text = format!("\tTITLE T\n\tRELOCATABLE\nGO:\t{line}\n\tEND GO\n");
        let file = sources.add("t.mid", text.as_bytes());
        let (_, messages) =
            assembler::midas(&mut sources, &[file], &Options::default(), &NoLibrary);
        messages.iter().map(|message| message.id.to_owned()).collect::<Vec<_>>()
    };
    for line in ["GO/2", "GO&17", "GO*GO", "MOVE GO,GO", "FOO\"*2", "2_FOO\"", "2_GO", "LOC GO+GO"]
    {
        assert_eq!(refused(line), ["P108"], "{line}");
    }
    // The file has room for ten bits of a factor.
    for line in
        ["GO*2001", "GO*20000000000", "-GO*20000000000", "<GO*377777777777>*377777777777,,GO"]
    {
        assert!(refused(line).contains(&"P108".to_owned()), "{line}");
    }
    for line in
        ["2*GO", "GO*2000", "-GO", "GO-GO", "FOO\"-GO", "GO,,GO", "FOO\",,FOO\"", "MOVE FOO\",GO"]
    {
        assert_eq!(refused(line), [""; 0], "{line}");
    }
}

#[test]
fn a_relocatable_program_does_not_run_before_it_is_linked() {
    let machine = pdp10::ARCHITECTURE;
    let dialect = &machine.dialects()[0];
    let setup = machine.set_up(dialect, &Choices::default()).expect("the default");
    let made = |text: &str| {
        let mut sources = Sources::new();
        let file = sources.add("t.mid", text.as_bytes());
        setup.assemble(&mut sources, &[file], &NoLibrary).expect("it assembles")
    };
    let linked = made("\tTITLE T\nGO:\tJRST GO\n\tEND GO\n");
    assert_eq!(linked.unlinked, None);
    let unlinked = made("\tTITLE T\n\tRELOCATABLE\nGO:\tJRST GO\n\tEND GO\n");
    assert!(unlinked.unlinked.is_some_and(|why| why.contains("STINK")));
    let file = setup.write(&unlinked, None, None).expect("a file");
    let opened = machine.open(Path::new("t.rel"), &file, &Choices::default());
    assert!(matches!(opened, Some(Err(why)) if why.contains("STINK")));
    let other = setup.write(&unlinked, Some("sav"), None);
    assert!(matches!(other, Err(why) if why.contains("sav")));
}
