//! Programs in files: limits on their instructions.

use architecture::{ProgramFile, far_apart, too_much_text};
use asmkit::Assembly;
use machine::{Data, Image, Segment};

/// 8 MiB, the most that instructions may take.
const MOST: u64 = 8 << 20;

fn image(segments: &[(u64, u64, bool)]) -> Image {
    let segment = |&(base, size, executable): &(u64, u64, bool)| Segment {
        name: String::new(),
        base,
        size,
        data: Data::Bytes(Vec::new()),
        executable,
        writable: false,
    };
    Image { segments: segments.iter().map(segment).collect(), ..Image::default() }
}

#[test]
fn instructions_take_eight_mebibytes_at_most() {
    let halves = [(0, MOST / 2, true), (MOST, MOST / 2, true), (1 << 30, MOST, false)];
    assert_eq!(too_much_text(&image(&halves)), None);
    let message = too_much_text(&image(&[(0, MOST, true), (MOST, 1, true)]));
    let expected = "the instructions take 8388609 bytes, more than 8388608 bytes";
    assert_eq!(message.as_deref(), Some(expected));
    let message = too_much_text(&image(&[(0, u64::MAX, true), (0, u64::MAX, true)]));
    assert!(message.expect("a message").contains(&u64::MAX.to_string()));
}

#[test]
fn instructions_of_program_and_kernel_are_near_each_other() {
    let kernel = 0x8000_0000;
    let apart = [(0, 4, true), (kernel, 4, true), (MOST - 4, 4, true), (MOST * 2, 4, false)];
    assert_eq!(far_apart(&image(&apart)), None);
    let expected = "the instructions are between 0x4 and 0x800005, more than 8388608 bytes apart";
    let message = far_apart(&image(&[(MOST, 5, true), (4, 4, true)]));
    assert_eq!(message.as_deref(), Some(expected));
    let message = far_apart(&image(&[(kernel, 4, true), (kernel + MOST, 4, true), (0, 4, true)]));
    assert!(message.expect("a message").contains("between 0x80000000 and 0x80800004"));
    assert_eq!(far_apart(&Image::default()), None);
}

#[test]
fn a_program_keeps_its_image() {
    let image = image(&[(0, 4, true)]);
    let assembly = Assembly { image: image.clone(), warnings: Vec::new() };
    assert_eq!(ProgramFile::from(assembly).image, image);
    assert_eq!(ProgramFile::from(image.clone()).image, image);
}
