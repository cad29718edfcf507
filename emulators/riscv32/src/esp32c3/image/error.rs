//! Errors in an image, or in a program for an image.

use std::fmt;

use machine::numbers::counted;

/// Reason why a file is not a runnable image, and its offset in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageError {
    /// Bytes from the start of the file.
    pub offset: u64,
    /// Problem at this offset.
    pub problem: Problem,
}

/// Problem with an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The magic byte is wrong.
    Magic {
        /// Its first byte.
        found: u8,
    },
    /// It has no segments, or more than the chip accepts.
    SegmentCount {
        /// Number of segments in the header.
        count: u8,
    },
    /// It is for another chip.
    Chip {
        /// Chip number in the header.
        found: u16,
    },
    /// The digest flag is invalid.
    DigestFlag {
        /// Value of the flag.
        found: u8,
    },
    /// The file is too short.
    Truncated {
        /// Missing part.
        what: &'static str,
        /// Number of missing bytes.
        missing: u64,
    },
    /// A segment is where the chip has no memory.
    NoMemory {
        /// First address.
        base: u32,
        /// Size in bytes.
        size: u32,
    },
    /// A segment in the flash window has different page offsets in memory and in the file.
    Incongruent {
        /// First address.
        base: u32,
        /// Offset of its content in the file.
        content: u64,
    },
    /// Two segments claim the same memory, or the same page of the flash windows.
    Overlap {
        /// First address of one segment.
        base: u32,
        /// First address of the other segment.
        other: u32,
    },
    /// The program starts where no segment has instructions.
    Entry {
        /// Start address.
        address: u32,
    },
    /// The checksum is wrong.
    Checksum {
        /// Checksum in the file.
        stored: u8,
        /// Checksum of the content.
        computed: u8,
    },
    /// The SHA-256 digest is wrong.
    Digest,
}

impl Problem {
    pub(super) fn at(self, offset: usize) -> ImageError {
        ImageError { offset: offset as u64, problem: self }
    }
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at offset {:#x} of the image: {}", self.offset, self.problem)
    }
}

impl std::error::Error for ImageError {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Problem::Magic { found } => {
                write!(f, "an image begins with the byte 0xe9, but this one with {found:#04x}")
            }
            Problem::SegmentCount { count } => {
                write!(f, "the header has {count} segments, but the chip takes 1 to 16")
            }
            Problem::Chip { found } => {
                write!(f, "the image is for chip number {found}, but the ESP32-C3 is number 5")
            }
            Problem::DigestFlag { found } => {
                write!(f, "the digest flag is {found}, but must be 0 or 1")
            }
            Problem::Truncated { what, missing } => {
                let missing = counted(missing, "byte");
                write!(f, "the file ends {missing} before the end of {what}")
            }
            Problem::NoMemory { base, size } => {
                let size = counted(size, "byte");
                write!(f, "a segment of {size} is for {base:#010x}, where the chip has no memory")
            }
            Problem::Incongruent { base, content } => write!(
                f,
                "a segment for {base:#010x} has its content at offset {content:#x}: \
                 flash is mapped in pages of 64 KiB, so both must be equal modulo 0x10000"
            ),
            Problem::Overlap { base, other } => {
                write!(f, "the segments for {other:#010x} and {base:#010x} claim the same memory")
            }
            Problem::Entry { address } => {
                write!(
                    f,
                    "the program starts at {address:#010x}, where no segment has instructions"
                )
            }
            Problem::Checksum { stored, computed } => {
                write!(
                    f,
                    "the checksum is {stored:#04x}, but that of the content is {computed:#04x}"
                )
            }
            Problem::Digest => write!(f, "the SHA-256 digest does not match the content"),
        }
    }
}

/// Reason why a program cannot be written as an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteError {
    /// The units of a segment are not bytes.
    NotBytes {
        /// Name of the segment.
        segment: String,
    },
    /// A segment is where the chip has no memory.
    NoMemory {
        /// Name of the segment.
        segment: String,
        /// First address.
        base: u64,
        /// Size in bytes.
        size: u64,
    },
    /// Two segments need the same byte of flash or, in an application, the same page.
    Overlap {
        /// Name of one segment.
        segment: String,
        /// Name of the other segment.
        other: String,
    },
    /// More segments than the chip accepts.
    TooManySegments {
        /// Number of segments, including padding.
        count: usize,
    },
    /// Direct boot starts at a fixed address, and no jump from there reaches the program's start.
    Entry {
        /// Start address of the program.
        found: u64,
    },
    /// Direct boot loads nothing into memory.
    NotInFlash {
        /// Name of a segment with content outside the flash.
        segment: String,
    },
    /// The program has other content at direct boot's magic bytes.
    NoMagic,
    /// A segment is beyond the area that direct boot maps.
    TooLarge {
        /// Name of the segment.
        segment: String,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::NotBytes { segment } => {
                write!(f, "segment {segment} does not consist of bytes")
            }
            WriteError::NoMemory { segment, base, size } => {
                let size = counted(*size, "byte");
                write!(
                    f,
                    "segment {segment} of {size} at {base:#010x} is where the ESP32-C3 has no \
                     memory"
                )
            }
            WriteError::Overlap { segment, other } => write!(
                f,
                "segments {other} and {segment} claim the same flash: an offset holds the same \
                 byte at 0x3c000000 and 0x42000000, and an application is mapped in pages of 64 KiB"
            ),
            WriteError::TooManySegments { count } => {
                write!(f, "the image would have {count} segments, but the chip takes at most 16")
            }
            WriteError::Entry { found } => {
                write!(
                    f,
                    "direct boot starts at 0x42000008, this program starts at {found:#010x}, and \
                     no jump from there can reach it: a jump needs 4 free bytes and reaches 1 MiB"
                )
            }
            WriteError::NotInFlash { segment } => write!(
                f,
                "direct boot loads nothing into memory, but segment {segment} has content there: \
                 let the program copy it from flash, or write an application image"
            ),
            WriteError::NoMagic => write!(
                f,
                "direct boot needs its magic words 0xaedb041d at 0x42000000 and 0x42000004, \
                 but this program has other content there"
            ),
            WriteError::TooLarge { segment } => {
                write!(f, "direct boot maps 4 MiB of flash, and segment {segment} is beyond that")
            }
        }
    }
}

impl std::error::Error for WriteError {}
