//! Instructions in images: byte orders, lengths, and the ends of segments.

use architecture::{Architecture, Dialect, Instruction, ProgramFile, Setup};
use asmkit::{Diagnostic, FileId, Library, Sources};
use machine::{AnyMachine, Data, Image, Segment};

use crate::plain::Plain;

/// The plain machine with its bytes in the other order, and instructions of a length.
struct Big {
    units: u64,
}

impl Setup for Big {
    fn architecture(&self) -> &'static dyn Architecture {
        Plain.architecture()
    }

    fn dialect(&self) -> &'static Dialect {
        Plain.dialect()
    }

    fn assemble(
        &self,
        sources: &mut Sources,
        files: &[FileId],
        library: &dyn Library,
    ) -> Result<ProgramFile, Vec<Diagnostic>> {
        Plain.assemble(sources, files, library)
    }

    fn machine(&self) -> AnyMachine {
        Plain.machine()
    }

    fn is_big_endian(&self) -> bool {
        true
    }

    fn instruction_units(&self, _: u16) -> u64 {
        self.units
    }
}

fn image(data: Data, size: u64) -> Image {
    let (name, base) = (String::new(), 0x100);
    let segment = Segment { name, base, size, data, executable: true, writable: false };
    Image { segments: vec![segment], ..Image::default() }
}

#[test]
fn bytes_are_in_the_order_of_the_machine() {
    let image = image(Data::Bytes(vec![0x13, 0x05, 0x10, 0x00, 0x73, 0x00]), 6);
    let plain: &dyn Setup = &Plain;
    let first = Instruction { word: 0x0010_0513, units: 4 };
    assert_eq!(plain.instruction(&image, 0x100), Some(first));
    assert_eq!(plain.instruction(&image, 0x104), None, "two of four bytes");
    assert_eq!(plain.instruction(&image, 0x106), None, "after the segment");
    assert_eq!(plain.instruction(&image, 0xff), None, "before the segment");
    let big: &dyn Setup = &Big { units: 2 };
    assert_eq!(big.instruction(&image, 0x104), Some(Instruction { word: 0x7300, units: 2 }));
}

#[test]
fn the_last_byte_may_be_an_instruction() {
    let image = image(Data::Bytes(vec![0xa9, 0x60]), 3);
    let short: &dyn Setup = &Big { units: 1 };
    assert_eq!(short.instruction(&image, 0x101), Some(Instruction { word: 0x60, units: 1 }));
    assert_eq!(short.instruction(&image, 0x102), None, "a byte that is not in the file");
    let none: &dyn Setup = &Big { units: 0 };
    assert_eq!(none.instruction(&image, 0x100), None, "instructions are not words");
}

#[test]
fn words_are_instructions() {
    let image = image(Data::Words(vec![0, 0o254000_000100]), 3);
    let plain: &dyn Setup = &Plain;
    let jump = Instruction { word: 0o254000_000100, units: 1 };
    assert_eq!(plain.instruction(&image, 0x101), Some(jump));
    assert_eq!(plain.instruction(&image, 0x102), None);
}

#[test]
fn bits_are_shown_as_the_manual_prints_them() {
    let spec = Plain.architecture().spec();
    assert_eq!(Instruction { word: 0x513, units: 4 }.show(spec), "0x00000513");
    assert_eq!(Instruction { word: 0x13, units: 2 }.show(spec), "0x0013");
}
