//! Programs from sources to files of words and back, and what options change.

use std::path::Path;

use architecture::{Choices, ProgramFile, Setup};
use asmkit::{NoLibrary, Sources};
use machine::{Host, Machine as _, Stop};
use pdp10::{ARCHITECTURE, PAGE_WORDS, Word36, files};

/// A program that ends with status 0, with one word of data, at 140.
const PROGRAM: &str = "\tTITLE SMALL\nLOC 140\nGO:\tMOVE 1,NUMBER\n\tCAIN 1,42\n\t.LOGOUT 1,\n\t.VALUE\nNUMBER:\t42\n\tEND GO\n";

fn set_up(switches: &[(&'static str, &str)]) -> Box<dyn Setup> {
    let dialect = &ARCHITECTURE.dialects()[0];
    ARCHITECTURE.set_up(dialect, &Choices::with(switches)).expect("a machine")
}

fn assembled(setup: &dyn Setup, source: &str) -> ProgramFile {
    let mut sources = Sources::new();
    let file = sources.add("test.mid", source.as_bytes());
    setup.assemble(&mut sources, &[file], &NoLibrary).expect("it assembles")
}

/// The words of a program where it has any.
fn words(made: &ProgramFile) -> Vec<(u64, u64)> {
    let segments = made.image.segments.iter();
    let all = segments.flat_map(|segment| match &segment.data {
        machine::Data::Words(words) => (segment.base..).zip(words.iter().copied()).collect(),
        machine::Data::Bytes(_) => Vec::new(),
    });
    // Pages are filled with zeros.
    all.filter(|&(_, word)| word != 0).collect()
}

fn stop_of(setup: &dyn Setup, made: &ProgramFile) -> Stop {
    let mut machine = setup.machine();
    machine.load(&made.image).expect("it fits");
    machine.run(&mut Host::default(), 1000, &mut ())
}

#[test]
fn each_format_keeps_the_words_and_the_start() {
    let setup = set_up(&[]);
    let made = assembled(&*setup, PROGRAM);
    let expected = (0o140, words(&made));
    assert_eq!(expected.1.len(), 5);
    for format in ARCHITECTURE.formats() {
        for packing in ARCHITECTURE.packings() {
            let name = format!("{} as {}", format.name, packing.name);
            let file = setup.write(&made, Some(format.name), Some(packing.name)).expect(&name);
            let opened = ARCHITECTURE.open(Path::new("file"), &file, &Choices::default());
            let read = opened.expect(&name).expect(&name).made;
            let found: Vec<_> =
                words(&read).into_iter().filter(|(at, _)| (0o140..0o145).contains(at)).collect();
            assert_eq!((read.image.entry, found), expected, "{name}");
            assert_eq!(stop_of(&*setup, &read), Stop::Exit { status: 0 }, "{name}");
        }
    }
    // Without a format it is the one of the source, which here is SBLK.
    let file = setup.write(&made, None, None).expect("a file");
    assert_eq!(files::read(&file).expect("a program").kind, files::FileKind::Sblk);
}

#[test]
fn formats_refuse_what_they_cannot_hold() {
    let setup = set_up(&[]);
    let made = assembled(&*setup, PROGRAM);
    assert!(setup.write(&made, Some("elf"), None).unwrap_err().contains("sblk, pdump, rim10"));
    // The words of a save file about its job.
    let low = assembled(&*setup, &PROGRAM.replace("LOC 140", "LOC 115"));
    let error = setup.write(&low, Some("sav"), None).unwrap_err();
    assert!(error.contains("at 116") && error.contains(".JBSYM"), "{error}");
    let low = assembled(&*setup, &PROGRAM.replace("LOC 140", "LOC 120"));
    assert!(setup.write(&low, Some("sav"), None).unwrap_err().contains(".JBSA"));
    // A program without its addresses.
    let free = assembled(&*setup, "\tTITLE FREE\nRELOCATABLE\nGO:\tJRST GO\n\tEND GO\n");
    assert!(free.unlinked.is_some_and(|reason| reason.contains("STINK")));
    assert!(setup.write(&free, Some("sblk"), None).unwrap_err().contains("no addresses"));
    let file = setup.write(&free, None, None).expect("a file for STINK");
    let opened = ARCHITECTURE.open(Path::new("file"), &file, &Choices::default());
    assert!(opened.expect("a file").unwrap_err().contains("STINK"));
    let other = ProgramFile { own: None, ..made };
    assert_eq!(setup.write(&other, None, None).unwrap_err(), "this is not a PDP-10 program");
}

#[test]
fn files_that_are_no_programs_are_distinguished_from_damaged_ones() {
    let open = |bytes: &[u8], choices: &Choices| {
        let opened = ARCHITECTURE.open(Path::new("file"), bytes, choices);
        opened.map(|program| program.map(|_| ()))
    };
    let none = Choices::default();
    assert_eq!(open(PROGRAM.as_bytes(), &none), None, "a source");
    assert_eq!(open(&[0xff; 40], &none), None, "no words");
    let setup = set_up(&[]);
    let made = assembled(&*setup, PROGRAM);
    let file = setup.write(&made, Some("sblk"), Some("core-dump")).expect("a file");
    let cut = open(&file[..file.len() - 20], &none).expect("a program").unwrap_err();
    assert!(cut.contains("is damaged") && cut.contains("ends before"), "{cut}");
    let mut other = Choices::default();
    other.dialect = Some("mars");
    let refused = open(&file, &other).expect("a program").unwrap_err();
    assert_eq!(refused, "this is a PDP-10 program (SBLK), not a mars program");
    other.dialect = Some("midas");
    assert_eq!(open(&file, &other), Some(Ok(())));
}

/// A page of the system in the map of a PDUMP file, which no other machine can have.
#[test]
fn programs_with_pages_of_the_system_are_refused() {
    let mut words = vec![Word36::default(); PAGE_WORDS as usize];
    // Page 3 is absolute, and readable.
    words[4] = Word36::halves(0o400000, 0o200000);
    words.push(Word36::halves(0o254000, 0o100));
    let file = files::Packing::Evacuated.pack(&words);
    let opened = ARCHITECTURE.open(Path::new("file"), &file, &Choices::default());
    let error = opened.expect("a program").map(|_| ()).unwrap_err();
    assert!(error.contains("cannot be loaded") && error.contains("page 3"), "{error}");
}

#[test]
fn values_of_options_are_checked() {
    let refused = |name: &str, value: &str| {
        let switches = ARCHITECTURE.switches();
        let switch = switches.iter().find(|switch| switch.name == name).expect("a switch");
        switch.refused(Some(value))
    };
    for good in ["0", "777777777777", "000000000012"] {
        assert_eq!(refused("switches", good), None, "{good}");
    }
    for bad in ["", "8", "-1", "1000000000000", "+1"] {
        assert!(refused("switches", bad).is_some_and(|error| error.contains("octal")), "{bad}");
    }
    for good in ["A", "AI", "SIXSIX", "ml1"] {
        assert_eq!(refused("machine", good), None, "{good}");
    }
    for bad in ["", "SEVENTH", "A-B"] {
        assert!(refused("machine", bad).is_some_and(|error| error.contains("1 to 6")), "{bad}");
    }
    assert_eq!(refused("answer", "anything; at all"), None);
}

/// The switches of the console, which `.RDSW` reads, and the name of the machine.
#[test]
fn options_reach_the_machine() {
    let reads = "\tTITLE T\nGO:\t.RDSW 1,\n\tCAME 1,[12,,345]\n\t.VALUE\n\t.LOGOUT 1,\n\tEND GO\n";
    let setup = set_up(&[("switches", "12000345")]);
    let made = assembled(&*setup, reads);
    assert_eq!(stop_of(&*setup, &made), Stop::Exit { status: 0 });
    assert!(matches!(stop_of(&*set_up(&[]), &made), Stop::Fault(_)));
    assert!(set_up(&[]).has_files());
    // Without a system, HALT ends a program.
    let bare = set_up(&[("bare", "true")]);
    assert!(!bare.has_files());
    let halts = assembled(&*bare, "\tTITLE T\nGO:\tHALT\n\tEND GO\n");
    assert_eq!(stop_of(&*bare, &halts), Stop::Exit { status: 0 });
    // Answers to questions of the source, in order.
    let asks = "\tTITLE T\n.TTYMAC A\nFIRST==A\nTERMIN\n.TTYMAC A\nSECOND==A\nTERMIN\n\
                GO:\tMOVEI 1,FIRST\n\tCAIN 1,7\n\tCAIE 1,SECOND\n\t.VALUE\n\t.LOGOUT 1,\n\tEND GO\n";
    let setup = set_up(&[("answer", "7;7")]);
    let made = assembled(&*setup, asks);
    assert_eq!(stop_of(&*setup, &made), Stop::Exit { status: 0 });
    assert_eq!(made.title.as_deref(), Some("T"));
}

#[test]
fn the_pages_name_instructions_and_calls() {
    let texts: Vec<String> = ARCHITECTURE.pages().iter().map(|page| (page.text)()).collect();
    assert!(texts[0].contains("MOVEI") && texts[1].contains("SIOT"));
    let (dialect, source) = ARCHITECTURE.benchmark();
    let setup = ARCHITECTURE.set_up(dialect, &Choices::default()).expect("a machine");
    assert!(!assembled(&*setup, source).image.segments.is_empty());
}
