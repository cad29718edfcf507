//! The setup of a machine: files, lengths of instructions, switches.

use architecture::{ProgramFile, Row, Setup, apply};
use asmkit::{NoLibrary, Sources, elf};

use crate::probe::{Probe, setup};

#[test]
fn a_setup_has_what_its_row_says() {
    let setup = setup(Probe);
    assert_eq!(setup.architecture().title(), "Probe");
    assert_eq!((setup.dialect().name, setup.note().as_str()), ("probe", "dialect = probe\n"));
    let target = elf::Target { isa: "probe".into(), machine: 0x5050, flags: 0, big_endian: true };
    assert_eq!(setup.elf(), Some(target));
    assert!(setup.is_big_endian() && setup.polls_input());
    assert_eq!(setup.how_to_end(), "return from the first procedure");
    assert!(!setup.has_files() && !setup.takes_arguments(), "a simple machine has no system");
    assert_eq!(format!("{setup:?}"), "probe { design: Probe, .. }");
    let refused = setup.write(&ProgramFile::default(), Some("bin"), None);
    assert_eq!(refused, Err("programs of this machine are written as elf".to_owned()));
    let mut sources = Sources::new();
    let file = sources.add("x.s", b".org 0x100\nret\n");
    let made = setup.assemble(&mut sources, &[file], &NoLibrary).expect("right");
    assert_eq!((made.image.entry, made.image.isa.as_str()), (0x100, "probe"));
}

#[test]
fn the_first_byte_decides_the_length() {
    let setup = setup(Probe);
    assert_eq!(setup.instruction_units(0xd0), 2);
    assert_eq!(setup.instruction_units(0xe0), 3);
    assert_eq!(setup.instruction_units(0x00), 1, "not an instruction");
}

#[test]
fn a_seed_is_a_number() {
    let row: Row<String> = kit::randomize(|options, seed| seed.clone_into(options));
    assert_eq!(row.switch.refused(Some("18446744073709551615")), None);
    for seed in ["-1", "18446744073709551616", "x"] {
        let message = row.switch.refused(Some(seed)).expect("a message");
        assert!(message.contains(seed), "{message}");
    }
    let mut options = String::new();
    let given = architecture::Choices::with(&[("randomize", "7")]);
    apply(&[row], &mut options, &given);
    assert_eq!(options, "7");
}
