//! Files for the flash chip: application images as esptool writes them, and direct-boot images.
//!
//! An application image has a header, segments with their addresses, a checksum and a digest. A
//! direct-boot image is the flash content itself, which the ROM maps to both windows before it
//! jumps to the instruction after eight magic bytes.
//!
//! Source: esptool documentation, "Firmware Image Format"; Espressif's esp32c3-direct-boot-example.

mod chip;
mod error;
mod write;

pub(crate) use chip::{add_chip, keep, mappings};
pub use error::{ImageError, Problem, WriteError};
pub use write::{write_app, write_direct_boot};

use machine::{Data, Image, Segment};
use sha2::{Digest, Sha256};

use super::flash::ERASED;
use super::map::{self, MemoryBlock};

/// First byte of an application image.
const MAGIC: u8 = 0xe9;
/// Chip number in the header.
const CHIP_ID: u16 = 5;
/// Bytes of the header with its extension.
const HEADER_BYTES: usize = 24;
/// Bytes before the content of a segment: its address and length.
const SEGMENT_HEADER_BYTES: usize = 8;
/// Maximum number of segments that the ROM accepts.
const MOST_SEGMENTS: usize = 16;
/// Initial value of the checksum.
const CHECKSUM_SEED: u8 = 0xef;
/// Segments below this address are padding.
const LOADED_FROM: u32 = 0x1000_0000;

/// First eight bytes of a direct-boot image.
const DIRECT_BOOT_MAGIC: [u8; 8] = [0x1d, 0x04, 0xdb, 0xae, 0x1d, 0x04, 0xdb, 0xae];
/// Bytes of flash that the ROM maps for direct boot.
const DIRECT_BOOT_BYTES: usize = 4 << 20;

/// Offset of the partition table in the flash, and magic number of its entries.
const PARTITIONS_AT: usize = 0x8000;
const PARTITION_BYTES: usize = 32;
const PARTITION_MAGIC: [u8; 2] = [0xaa, 0x50];

/// Whether the bytes begin like one of the images.
///
/// ```
/// use riscv32::esp32c3::image::is_image;
/// assert!(is_image(&[0x1d, 0x04, 0xdb, 0xae, 0x1d, 0x04, 0xdb, 0xae]));
/// assert!(!is_image(b"\x7fELF"));
/// ```
#[must_use]
pub fn is_image(bytes: &[u8]) -> bool {
    let has_partitions =
        || bytes.get(PARTITIONS_AT..).is_some_and(|it| it.starts_with(&PARTITION_MAGIC));
    bytes.starts_with(&DIRECT_BOOT_MAGIC)
        || match bytes.first() {
            Some(&MAGIC) => true,
            // A whole flash without a boot loader.
            Some(&ERASED) => has_partitions(),
            _ => false,
        }
}

/// Whether the whole program is where the chip has memory; never true of a program for Linux.
#[must_use]
pub fn fits(image: &Image) -> bool {
    let mut segments = image.segments.iter().filter(|segment| segment.size > 0);
    !image.segments.is_empty()
        && segments.all(|segment| map::place(segment.base, segment.size).is_some())
}

/// Reads an application image, a whole flash with a partition table, or a direct-boot image.
///
/// Segments are named like esptool names their memory; there are no symbols. From a whole flash,
/// the factory application is read, or else the first one. The last segment is the content of the
/// flash chip, outside of the address space.
///
/// # Errors
/// If the file is not an image, is damaged, or cannot run on this chip; see [`Problem`].
pub fn read(bytes: &[u8]) -> Result<Image, ImageError> {
    if bytes.starts_with(&DIRECT_BOOT_MAGIC) {
        return Ok(direct_boot(bytes));
    }
    let start = application(bytes);
    let mut reader = ImageReader { bytes, at: start, checksum: CHECKSUM_SEED };
    let (count, entry, has_digest) = reader.header()?;
    let mut segments = Vec::new();
    for _ in 0..count {
        segments.extend(reader.segment()?);
    }
    reader.checksum(start)?;
    if has_digest {
        reader.digest(start)?;
    }
    segments.sort_by_key(|(segment, _)| segment.base);
    check_apart(&segments)?;
    let mut segments: Vec<Segment> = segments.into_iter().map(|(segment, _)| segment).collect();
    let inside = |segment: &Segment| {
        segment.executable && (segment.base..segment.base + segment.size).contains(&entry.into())
    };
    if !segments.iter().any(inside) {
        return Err(Problem::Entry { address: entry }.at(start + 4));
    }
    segments.push(chip::chip(bytes));
    Ok(Image { isa: super::ISA.to_owned(), entry: entry.into(), segments, ..Image::default() })
}

/// Flash as the ROM maps it: one segment, visible in both windows.
fn direct_boot(bytes: &[u8]) -> Image {
    let data = bytes[..bytes.len().min(DIRECT_BOOT_BYTES)].to_vec();
    let segment = Segment {
        name: "IROM".to_owned(),
        base: map::IROM.into(),
        size: data.len() as u64,
        data: Data::Bytes(data),
        executable: true,
        writable: true,
    };
    let entry = u64::from(map::IROM) + DIRECT_BOOT_MAGIC.len() as u64;
    let segments = vec![segment, chip::chip(bytes)];
    Image { isa: super::ISA.to_owned(), entry, segments, ..Image::default() }
}

/// Offset of the application image: that of a partition in a whole flash, otherwise 0.
///
/// A partition without an image is only taken if there is no other.
///
/// Source: ESP-IDF Programming Guide, "Partition Tables": type 0 is an application, and its subtype
/// 0 the factory application.
fn application(bytes: &[u8]) -> usize {
    let table = bytes.get(PARTITIONS_AT..).unwrap_or_default();
    let entries = table
        .chunks_exact(PARTITION_BYTES)
        .take_while(|entry| entry.starts_with(&PARTITION_MAGIC))
        .filter(|entry| entry[2] == 0);
    let is_empty = |entry: &[u8]| bytes.get(word(entry, 4) as usize) != Some(&MAGIC);
    let first = entries.min_by_key(|entry| (is_empty(entry), entry[3]));
    first.map_or(0, |entry| word(entry, 4) as usize)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    (0..4).rev().fold(0, |value, index| value << 8 | u32::from(bytes[at + index]))
}

/// Checks that no byte of memory (under any address) and no flash page is claimed twice.
fn check_apart(segments: &[(Segment, usize)]) -> Result<(), ImageError> {
    let range = |segment: &Segment| {
        let place = map::place(segment.base, segment.size)?;
        let unit = if place.in_flash { map::PAGE_BYTES } else { 1 };
        Some((place.home / unit * unit, place.home + (segment.size - 1) as u32))
    };
    for (index, (segment, offset)) in segments.iter().enumerate() {
        let Some((first, last)) = range(segment) else { continue };
        let claims = |other: &Segment| range(other).is_some_and(|(f, l)| f <= last && first <= l);
        if let Some((other, _)) = segments[..index].iter().find(|(other, _)| claims(other)) {
            let problem = Problem::Overlap { base: segment.base as u32, other: other.base as u32 };
            return Err(problem.at(*offset));
        }
    }
    Ok(())
}

/// Reader of an application image.
struct ImageReader<'b> {
    bytes: &'b [u8],
    at: usize,
    checksum: u8,
}

impl<'b> ImageReader<'b> {
    fn take(&mut self, count: usize, what: &'static str) -> Result<&'b [u8], ImageError> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let Some(end) = end else {
            let missing = (self.at.saturating_add(count) - self.bytes.len()) as u64;
            return Err(Problem::Truncated { what, missing }.at(self.bytes.len()));
        };
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    /// Number of segments, start address, and whether a digest ends the file.
    fn header(&mut self) -> Result<(usize, u32, bool), ImageError> {
        let start = self.at;
        match self.bytes.get(start) {
            Some(&MAGIC) => {}
            Some(&found) => return Err(Problem::Magic { found }.at(start)),
            None => return Err(Problem::Truncated { what: "the header", missing: 24 }.at(start)),
        }
        let header = self.take(HEADER_BYTES, "the header")?;
        let count = usize::from(header[1]);
        if !(1..=MOST_SEGMENTS).contains(&count) {
            return Err(Problem::SegmentCount { count: header[1] }.at(start + 1));
        }
        let chip = u16::from_le_bytes([header[12], header[13]]);
        if chip != CHIP_ID {
            return Err(Problem::Chip { found: chip }.at(start + 12));
        }
        match header[23] {
            digest @ (0 | 1) => Ok((count, word(header, 4), digest == 1)),
            found => Err(Problem::DigestFlag { found }.at(start + 23)),
        }
    }

    /// Next segment and its offset, unless it is padding.
    fn segment(&mut self) -> Result<Option<(Segment, usize)>, ImageError> {
        let offset = self.at;
        let header = self.take(SEGMENT_HEADER_BYTES, "the header of a segment")?;
        let (base, size) = (word(header, 0), word(header, 4));
        let content = self.at;
        let data = self.take(size as usize, "the content of a segment")?;
        self.checksum = data.iter().fold(self.checksum, |sum, byte| sum ^ byte);
        if base < LOADED_FROM || size == 0 {
            return Ok(None);
        }
        let Some(place) = map::place(base.into(), size.into()) else {
            return Err(Problem::NoMemory { base, size }.at(offset));
        };
        let page = u64::from(map::PAGE_BYTES);
        if place.in_flash && content as u64 % page != u64::from(base) % page {
            return Err(Problem::Incongruent { base, content: content as u64 }.at(offset));
        }
        Ok(Some((segment(&place, base, data), offset)))
    }

    /// Checks the checksum, the last byte of a block of 16.
    fn checksum(&mut self, start: usize) -> Result<(), ImageError> {
        let filling = 15 - (self.at - start) % 16;
        let last = self.take(filling + 1, "the checksum")?;
        match last[filling] {
            stored if stored == self.checksum => Ok(()),
            stored => Err(Problem::Checksum { stored, computed: self.checksum }.at(self.at - 1)),
        }
    }

    fn digest(&mut self, start: usize) -> Result<(), ImageError> {
        let at = self.at;
        let computed = Sha256::digest(&self.bytes[start..at]);
        let stored = self.take(computed.len(), "the digest")?;
        if stored == computed.as_slice() { Ok(()) } else { Err(Problem::Digest.at(at)) }
    }
}

fn segment(place: &MemoryBlock, base: u32, data: &[u8]) -> Segment {
    Segment {
        name: place.name.to_owned(),
        base: base.into(),
        size: data.len() as u64,
        data: Data::Bytes(data.to_vec()),
        executable: place.executable,
        writable: true,
    }
}

#[cfg(test)]
mod tests;
