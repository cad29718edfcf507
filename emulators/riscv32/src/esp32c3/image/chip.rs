//! Content of the flash chip: that of the program's file, or an application at its usual offset.

use std::ops::Range;

use machine::{Data, Image, Segment};
use md5::{Digest, Md5};

use super::super::flash::{ERASED, LEAST_BYTES, SECTOR_BYTES};
use super::super::mmu::Mapping;
use super::{
    CHECKSUM_SEED, DIRECT_BOOT_MAGIC, ImageReader, PARTITIONS_AT, SEGMENT_HEADER_BYTES,
    application, map, write_app,
};

/// Name of the segment that has the content of the chip.
const NAME: &str = "FLASH";
/// Offset of an application that is not in a whole flash.
const APPLICATION_AT: usize = 0x1_0000;
/// Largest chip, in bytes; a power of two.
const MOST_BYTES: usize = 16 << 20;
/// Bytes of the smallest chip that the header of an application can name.
const LEAST_NAMED_BYTES: usize = 1 << 20;

/// Partitions of a chip that only gets an application: type, subtype, offset, size and name.
///
/// Source: ESP-IDF Programming Guide, "Partition Tables", "Single factory app, no OTA".
const PARTITIONS: &[(u8, u8, u32, u32, &str)] = &[
    (1, 2, 0x9000, 0x6000, "nvs"),
    (1, 1, 0xf000, 0x1000, "phy_init"),
    (0, 0, APPLICATION_AT as u32, 0x10_0000, "factory"),
];

/// Segment with the content of the chip for a file that [`read`](super::read) reads.
pub(super) fn chip(bytes: &[u8]) -> Segment {
    let is_whole = bytes.starts_with(&DIRECT_BOOT_MAGIC) || application(bytes) != 0;
    let mut content = if is_whole {
        bytes[..bytes.len().min(MOST_BYTES)].to_vec()
    } else if mappings_of(bytes, 0).is_empty() {
        // A program in internal memory alone is what the ROM starts: it is the boot loader.
        bytes.to_vec()
    } else {
        with_partitions(bytes)
    };
    let header = bytes.get(application(bytes)..).unwrap_or_default();
    let named = header.get(3).map_or(0, |sizes| sizes >> 4);
    let named = LEAST_NAMED_BYTES << named.min(4);
    let size = content.len().next_power_of_two().max(named).max(LEAST_BYTES as usize);
    content.resize(size, ERASED);
    segment(content)
}

fn segment(content: Vec<u8>) -> Segment {
    Segment {
        name: NAME.to_owned(),
        base: map::FLASH_CHIP,
        size: content.len() as u64,
        data: Data::Bytes(content),
        executable: false,
        writable: true,
    }
}

/// Gives sectors that a program leaves erased their earlier content; returns the chip's addresses.
pub(crate) fn keep(image: &mut Image, earlier: &[u8]) -> Range<u64> {
    let is_chip = |segment: &Segment| segment.base == map::FLASH_CHIP;
    let index = image.segments.iter().position(is_chip);
    let mut content = match index.map(|index| image.segments.remove(index).data) {
        Some(Data::Bytes(content)) => content,
        _ => vec![ERASED; LEAST_BYTES as usize],
    };
    let size = earlier.len().min(MOST_BYTES).next_power_of_two();
    content.resize(content.len().max(size), ERASED);
    let (sectors, _) = content.as_chunks_mut::<{ SECTOR_BYTES as usize }>();
    for (sector, earlier) in sectors.iter_mut().zip(earlier.as_chunks().0) {
        if sector.iter().all(|&byte| byte == ERASED) {
            *sector = *earlier;
        }
    }
    let range = map::FLASH_CHIP..map::FLASH_CHIP + content.len() as u64;
    image.segments.push(segment(content));
    range
}

/// Adds the content of the chip to a program that is not a file for it, if it uses the flash.
///
/// It is that of the image that a programmer would write to the chip.
pub(crate) fn add_chip(image: &mut Image) {
    let is_in_flash =
        |segment: &Segment| map::place(segment.base, 1).is_some_and(|place| place.in_flash);
    if !image.segments.iter().any(is_in_flash) {
        return;
    }
    let mut written = image.clone();
    written.segments.iter_mut().filter(|segment| is_in_flash(segment)).for_each(skip_free_pages);
    if let Ok(file) = write_app(&written) {
        image.segments.push(chip(&file));
    }
}

/// Removes whole pages of zeros at the start of a segment.
///
/// Linker scripts leave pages free in one window for the content of the other one, and a segment of
/// an ELF file has zeros there if more content follows.
fn skip_free_pages(segment: &mut Segment) {
    let Data::Bytes(bytes) = &mut segment.data else { return };
    let zeros = bytes.iter().position(|&byte| byte != 0).unwrap_or(bytes.len());
    let page = map::PAGE_BYTES as usize;
    let free = zeros / page * page;
    bytes.drain(..free);
    segment.base += free as u64;
    segment.size -= free as u64;
}

/// Pages that the boot loader maps for the application of a chip; none for direct boot.
pub(crate) fn mappings(content: &[u8]) -> Vec<Mapping> {
    if content.starts_with(&DIRECT_BOOT_MAGIC) {
        return Vec::new();
    }
    mappings_of(content, application(content))
}

/// Pages of the application at an offset.
fn mappings_of(bytes: &[u8], start: usize) -> Vec<Mapping> {
    let mut reader = ImageReader { bytes, at: start, checksum: CHECKSUM_SEED };
    let Ok((count, ..)) = reader.header() else { return Vec::new() };
    let mut mappings = Vec::new();
    for _ in 0..count {
        let content = reader.at + SEGMENT_HEADER_BYTES;
        let Ok(segment) = reader.segment() else { break };
        let Some((segment, _)) = segment else { continue };
        let place = map::place(segment.base, segment.size).filter(|place| place.in_flash);
        let Some(place) = place else { continue };
        let first = map::flash_offset(place.home) / map::PAGE_BYTES;
        let last = map::flash_offset(place.home + (segment.size - 1) as u32) / map::PAGE_BYTES;
        let pages = (content as u32 / map::PAGE_BYTES)..;
        mappings.extend((first..=last).zip(pages).map(|(entry, page)| Mapping { entry, page }));
    }
    mappings
}

/// Flash with an application and the table of ESP-IDF's default partitions.
fn with_partitions(application: &[u8]) -> Vec<u8> {
    let room = MOST_BYTES - APPLICATION_AT;
    let application = &application[..application.len().min(room)];
    let mut content = vec![ERASED; APPLICATION_AT];
    let mut table = Vec::new();
    for (kind, subtype, offset, size, name) in PARTITIONS {
        let used = if *kind == 0 { application.len() } else { 0 };
        let size = used.next_multiple_of(map::PAGE_BYTES as usize).max(*size as usize) as u32;
        table.extend([0xaa, 0x50, *kind, *subtype]);
        table.extend(offset.to_le_bytes());
        table.extend(size.to_le_bytes());
        let mut label = [0; 16];
        label[..name.len()].copy_from_slice(name.as_bytes());
        table.extend(label);
        table.extend([0; 4]);
    }
    let digest = Md5::digest(&table);
    table.extend([0xeb, 0xeb]);
    table.extend([0xff; 14]);
    table.extend(digest);
    content[PARTITIONS_AT..PARTITIONS_AT + table.len()].copy_from_slice(&table);
    content.extend(application);
    content
}
