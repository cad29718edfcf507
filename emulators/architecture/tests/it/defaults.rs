//! Optional features: a machine that says nothing about them has none.

use std::path::Path;

use architecture::{Architecture, Choices, ProgramFile, Setup, World, messages};
use asmkit::{Sources, elf};
use machine::calls::CallPurpose;
use machine::{Cause, Fault, Image};

use crate::plain::{DIALECTS, Plain};

#[test]
fn a_machine_has_no_switches_words_samples_or_calls() {
    let machine: &dyn Architecture = &Plain;
    assert!(machine.switches().is_empty());
    assert!(machine.words(&DIALECTS[0]).is_empty());
    assert_eq!(machine.samples(3), None);
    assert!(machine.gdb(&["r0"]).is_none());
    assert_eq!(machine.convention(), None);
    assert!(machine.calls(&DIALECTS[0], CallPurpose::Print).is_empty());
    assert_eq!(machine.exits(&DIALECTS[0]), ("", &[][..]));
}

#[test]
fn a_machine_has_no_files_of_its_own() {
    let machine: &dyn Architecture = &Plain;
    assert!(machine.open(Path::new("a.bin"), b"\x01", &Choices::default()).is_none());
    assert_eq!(machine.kinds(), "");
    assert!(machine.formats().is_empty() && machine.packings().is_empty());
    let written = Plain.write(&ProgramFile::default(), Some("bin"), None);
    assert_eq!(written, Err("Plain programs are written as elf".to_owned()));
}

#[test]
fn a_machine_without_elf_files_opens_none() {
    let target = elf::Target { isa: String::new(), machine: 1, flags: 0, big_endian: false };
    let read = elf::ElfProgram {
        image: Image::default(),
        target,
        note: None,
        writable_text: false,
        loads: Vec::new(),
        starts: Vec::new(),
    };
    let machine: &dyn Architecture = &Plain;
    assert_eq!(machine.elf_machine(), None);
    assert_eq!(Plain.elf(), None);
    let opened = machine.open_elf(read, &Choices::default());
    assert_eq!(opened.err(), Some("Plain programs are not stored in ELF files".to_owned()));
}

#[test]
fn a_machine_is_no_grid() {
    let machine: &dyn Architecture = &Plain;
    assert!(machine.places(&Image::default()).is_empty());
    let fault = Fault { pc: 0, cause: Cause::NoStart };
    assert_eq!(machine.describe_fault(&fault, &Image::default(), &Sources::new()), None);
}

#[test]
fn a_setup_is_a_32_bit_machine_that_starts_with_what_it_is_given() {
    let setup: &dyn Setup = &Plain;
    assert!(!setup.is_big_endian());
    assert_eq!((setup.instruction_units(0), setup.delay_slots()), (4, 0));
    assert!(setup.has_instruction(0));
    assert_eq!((setup.note().as_str(), setup.how_to_end()), ("", ""));
    assert_eq!((setup.world(), setup.has_files()), (World::Asked, true));
    assert!(setup.takes_arguments() && !setup.polls_input() && !setup.stops_at_polls());
    assert_eq!(setup.heap(&Image::default()), None);
    assert_eq!(setup.convention(), None);
}

#[test]
fn a_setup_is_no_board() {
    let mut image = Image::default();
    assert_eq!(Plain.pins(), None);
    assert_eq!(Plain.keep_flash(&mut image, &[1, 2]), None);
    assert_eq!(Plain.add_rom(&mut image, b"\x7fELF"), Ok(false));
    assert_eq!(image, Image::default());
}

#[test]
fn a_setup_is_shown_by_its_dialect() {
    let setup: &dyn Setup = &Plain;
    assert_eq!(format!("{setup:?}"), "plain { .. }");
    assert_eq!((setup.isa(), setup.spec().word_bits), ("plain32", 32));
}

#[test]
fn the_comments_of_a_machine_are_those_of_all_dialects() {
    let machine: &dyn Architecture = &Plain;
    assert_eq!(machine.languages().comments(), ["#", "//", ";"]);
    assert_eq!(machine.dialects().len(), 2);
}

#[test]
fn messages_are_those_of_the_assembler() {
    let of = |text| messages(&Plain, &DIALECTS[0], text).expect("a machine");
    assert!(of("").is_empty());
    let messages = of("this");
    assert_eq!((messages.len(), messages[0].message.as_str()), (1, "what is this"));
}
