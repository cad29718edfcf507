//! Boot ROM from a file of the user: the functions and constants that are not simulated.
//!
//! A function that is simulated stays so: its entry has no instruction, and is found by its address.
//! The ROM does not start the program; only its data are as it leaves them.

use asmkit::elf::FileSection;
use machine::{Data, Image, Segment};

use super::super::map;
use super::data::RESERVED;
use super::rows;

/// Adds the sections of the ROM's ELF file to a program.
///
/// # Errors
/// If the file has no functions where the chip has its ROM.
pub(crate) fn add_rom(image: &mut Image, sections: Vec<FileSection>) -> Result<(), String> {
    let mut added: Vec<Segment> = sections.into_iter().filter_map(segment).collect();
    if !added.iter().any(|segment| map::is_rom(segment.base as u32)) {
        let (first, last) = map::ROM;
        return Err(format!("no section is between {first:#x} and {last:#x}, where the ROM is"));
    }
    for segment in &mut added {
        omit_simulated(segment);
    }
    image.segments.extend(added);
    image.segments.sort_by_key(|segment| segment.base);
    Ok(())
}

/// Segment for a section, if it is in the ROM or in the memory that belongs to the ROM.
fn segment(section: FileSection) -> Option<Segment> {
    let FileSection { name, address, bytes, executable } = section;
    let (first, last) = (u32::try_from(address).ok()?, address + bytes.len() as u64);
    let is_data = map::ROM_DATA_AREA.contains(&first) || RESERVED <= first && last <= map::DRAM_END;
    let size = bytes.len() as u64;
    (size > 0 && (map::is_rom(first) || is_data)).then(|| Segment {
        name: format!("ROM{name}"),
        base: address,
        size,
        data: Data::Bytes(bytes),
        executable,
        writable: true,
    })
}

/// Clears the entries of functions that are simulated.
fn omit_simulated(segment: &mut Segment) {
    let Data::Bytes(bytes) = &mut segment.data else { return };
    for (address, ..) in rows() {
        let at = u64::from(*address).checked_sub(segment.base);
        let entry = at.and_then(|at| bytes.get_mut(at as usize..)?.first_chunk_mut::<4>());
        if let Some(entry) = entry {
            *entry = [0; 4];
        }
    }
}
