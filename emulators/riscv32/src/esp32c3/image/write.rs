//! Writes programs as images.

use machine::{Data, Image, Segment};
use sha2::{Digest, Sha256};

use super::super::flash::ERASED;
use super::super::map::{self, MemoryBlock};
use super::{
    CHECKSUM_SEED, CHIP_ID, DIRECT_BOOT_BYTES, DIRECT_BOOT_MAGIC, HEADER_BYTES, MAGIC,
    MOST_SEGMENTS, SEGMENT_HEADER_BYTES, WriteError,
};
use crate::isa;

/// Flash mode DIO, 4 MiB at 80 MHz: the boards have this, and all of them support it.
const FLASH: [u8; 2] = [0x02, 0x2f];
/// "No pin" for write protection.
const NO_PIN: u8 = 0xee;

/// Sequence of bytes for an address.
struct ImagePiece<'i> {
    name: &'i str,
    base: u32,
    bytes: Vec<u8>,
    place: MemoryBlock,
}

/// Writes an application image: for `esptool write-flash 0x10000` after a bootloader, or at 0 if
/// all of it is in RAM.
///
/// Zeros at the end of a segment are written out, because a bootloader clears nothing. All content
/// in one window of the flash becomes one segment, because a bootloader maps one per window;
/// padding before it aligns its content within a page.
///
/// # Errors
/// If a segment is where the chip has no memory, or two segments need the same page of flash.
pub fn write_app(image: &Image) -> Result<Vec<u8>, WriteError> {
    let (flash, ram) = pieces(image)?.into_iter().partition(|piece| piece.place.in_flash);
    let mut file = header(image.entry as u32);
    let mut checksum = CHECKSUM_SEED;
    let mut count = 0;
    let mut put = |file: &mut Vec<u8>, base: u32, bytes: &[u8]| {
        file.extend(base.to_le_bytes());
        file.extend((bytes.len() as u32).to_le_bytes());
        file.extend(bytes);
        checksum = bytes.iter().fold(checksum, |sum, byte| sum ^ byte);
        count += 1;
    };
    for piece in windows(flash)? {
        if let Some(filling) = filling(file.len(), piece.base) {
            put(&mut file, 0, &vec![0; filling]);
        }
        put(&mut file, piece.base, &piece.bytes);
    }
    for piece in ram {
        put(&mut file, piece.base, &piece.bytes);
    }
    if count > MOST_SEGMENTS {
        return Err(WriteError::TooManySegments { count });
    }
    file[1] = count as u8;
    file.resize(file.len() / 16 * 16 + 15, 0);
    file.push(checksum);
    let digest = Sha256::digest(&file);
    file.extend(digest);
    Ok(file)
}

/// Writes the flash content for direct boot: for `esptool write-flash 0`.
///
/// Content in either window goes to its offset. The magic bytes are added if the program omits
/// them, and so is a jump if the program does not start immediately after them. Gaps are filled
/// like erased flash.
///
/// # Errors
/// If the program has content outside flash, or leaves no space for the jump.
pub fn write_direct_boot(image: &Image) -> Result<Vec<u8>, WriteError> {
    let (flash, ram): (Vec<_>, Vec<_>) =
        pieces(image)?.into_iter().partition(|piece| piece.place.in_flash);
    if let Some(piece) = ram.iter().find(|piece| piece.bytes.iter().any(|&byte| byte != 0)) {
        return Err(WriteError::NotInFlash { segment: piece.name.to_owned() });
    }
    let mut file = vec![ERASED; DIRECT_BOOT_MAGIC.len()];
    for (index, piece) in flash.iter().enumerate() {
        let (start, end) = piece.offsets();
        if let Some(other) = flash[..index].iter().find(|other| other.overlaps(start, end)) {
            return Err(twice(piece, other));
        }
        if end > DIRECT_BOOT_BYTES {
            return Err(WriteError::TooLarge { segment: piece.name.to_owned() });
        }
        file.resize(file.len().max(end), ERASED);
        file[start..end].copy_from_slice(&piece.bytes);
    }
    let magic = 0..DIRECT_BOOT_MAGIC.len();
    let is_written = flash.iter().any(|piece| piece.overlaps(magic.start, magic.end));
    if is_written && file[magic.clone()] != DIRECT_BOOT_MAGIC {
        return Err(WriteError::NoMagic);
    }
    file[magic.clone()].copy_from_slice(&DIRECT_BOOT_MAGIC);
    let start = magic.end..magic.end + 4;
    if image.entry != u64::from(map::IROM) + start.start as u64 {
        let is_free = !flash.iter().any(|piece| piece.overlaps(start.start, start.end));
        let jump = jump_to(image.entry).filter(|_| is_free);
        let jump = jump.ok_or(WriteError::Entry { found: image.entry })?;
        file.resize(file.len().max(start.end), ERASED);
        file[start].copy_from_slice(&jump.to_le_bytes());
    }
    Ok(file)
}

/// Jump instruction from direct boot's start to an address in the same window.
fn jump_to(entry: u64) -> Option<u32> {
    map::place(entry, 2).filter(|place| place.in_flash && place.executable)?;
    let start = map::IROM + DIRECT_BOOT_MAGIC.len() as u32;
    isa::named("jal").next()?.encode(&[0, entry as i64], start).ok()
}

impl ImagePiece<'_> {
    /// Flash offset of the first byte, and of the byte after the last.
    fn offsets(&self) -> (usize, usize) {
        let start = map::flash_offset(self.place.home) as usize;
        (start, start + self.bytes.len())
    }

    fn overlaps(&self, start: usize, end: usize) -> bool {
        let (own_start, own_end) = self.offsets();
        own_start < end && start < own_end
    }
}

fn twice(piece: &ImagePiece<'_>, other: &ImagePiece<'_>) -> WriteError {
    WriteError::Overlap { segment: piece.name.to_owned(), other: other.name.to_owned() }
}

/// Content for memory, in whole words and in ascending order of address.
fn pieces(image: &Image) -> Result<Vec<ImagePiece<'_>>, WriteError> {
    let mut pieces = Vec::new();
    let is_content = |segment: &&Segment| segment.size > 0 && segment.base != map::FLASH_CHIP;
    for segment in image.segments.iter().filter(is_content) {
        let name = || segment.name.clone();
        let Data::Bytes(data) = &segment.data else {
            return Err(WriteError::NotBytes { segment: name() });
        };
        let (base, size) = (segment.base, segment.size);
        let Some(place) = map::place(base, size) else {
            return Err(WriteError::NoMemory { segment: name(), base, size });
        };
        if place.in_flash && data.is_empty() {
            // Space that a linker script leaves free, for pages of the other window.
            continue;
        }
        let mut bytes = data.clone();
        bytes.resize((size as usize).next_multiple_of(4), 0);
        pieces.push(ImagePiece { name: &segment.name, base: base as u32, bytes, place });
    }
    pieces.sort_by_key(|piece| piece.base);
    Ok(pieces)
}

/// Joins all content in one window into one piece, and checks that no page is needed twice.
fn windows(pieces: Vec<ImagePiece<'_>>) -> Result<Vec<ImagePiece<'_>>, WriteError> {
    let mut windows: Vec<ImagePiece<'_>> = Vec::new();
    for piece in pieces {
        match windows.last_mut() {
            Some(last) if last.place.name == piece.place.name => {
                last.bytes.resize((piece.base - last.base) as usize, 0);
                last.bytes.extend(piece.bytes);
            }
            _ => windows.push(piece),
        }
    }
    let page = map::PAGE_BYTES as usize;
    if let [one, other] = &windows[..] {
        let ((start, end), (other_start, other_end)) = (one.offsets(), other.offsets());
        if start / page <= (other_end - 1) / page && other_start / page <= (end - 1) / page {
            return Err(twice(other, one));
        }
    }
    Ok(windows)
}

/// Header of an image, without the number of segments.
fn header(entry: u32) -> Vec<u8> {
    let mut header = vec![MAGIC, 0, FLASH[0], FLASH[1]];
    header.extend(entry.to_le_bytes());
    header.extend([NO_PIN, 0, 0, 0]);
    header.extend(CHIP_ID.to_le_bytes());
    header.extend([0, 0, 0]); // minimum chip revision, in two forms
    header.extend(u16::MAX.to_le_bytes()); // maximum chip revision
    header.resize(HEADER_BYTES - 1, 0);
    header.push(1); // a digest follows
    header
}

/// Size in bytes of a padding segment that makes the content of the next segment congruent.
fn filling(at: usize, base: u32) -> Option<usize> {
    let page = map::PAGE_BYTES as usize;
    let content = at + SEGMENT_HEADER_BYTES;
    let missing = (base as usize + page - content % page) % page;
    match missing {
        0 => None,
        _ => Some((missing + page - SEGMENT_HEADER_BYTES) % page),
    }
}
