//! What can be wrong with an image, or with a program for one.

use std::fmt;

use machine::numbers::counted;

/// Why a file is no image that can run, and where in the file that shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageError {
    /// Bytes from the start of the file.
    pub offset: u64,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// It begins as no image does.
    Magic {
        /// Its first byte.
        found: u8,
    },
    /// It has no segments, or more than the chip takes.
    SegmentCount {
        /// How many it says.
        count: u8,
    },
    /// It is for another chip.
    Chip {
        /// Its chip's number.
        found: u16,
    },
    /// The byte that says whether there is a digest says neither.
    DigestMark {
        /// The byte.
        found: u8,
    },
    /// The file ends too early.
    Truncated {
        /// What is missing.
        what: &'static str,
        /// Bytes that are missing of it.
        missing: u64,
    },
    /// A segment lies where the chip has no memory.
    NoMemory {
        /// Its first address.
        base: u32,
        /// Its bytes.
        size: u32,
    },
    /// A segment in the flash window lies at another place in its page than in the file.
    Incongruent {
        /// Its first address.
        base: u32,
        /// Where its content begins in the file.
        content: u64,
    },
    /// Two segments claim the same memory, or the same page of the flash windows.
    Twice {
        /// First address of the one.
        base: u32,
        /// First address of the other.
        other: u32,
    },
    /// The program starts where no segment holds instructions.
    Entry {
        /// The address.
        address: u32,
    },
    /// The checksum is wrong.
    Checksum {
        /// The one in the file.
        stored: u8,
        /// The one of the content.
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
            Problem::DigestMark { found } => {
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
            Problem::Twice { base, other } => {
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

/// Why a program cannot be written as an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteError {
    /// A segment's units are no bytes.
    NotBytes {
        /// Its name.
        segment: String,
    },
    /// A segment lies where the chip has no memory.
    NoMemory {
        /// Its name.
        segment: String,
        /// Its first address.
        base: u64,
        /// Its bytes.
        size: u64,
    },
    /// Two segments need the same byte of flash, or for an application the same page.
    Twice {
        /// The name of the one.
        segment: String,
        /// The name of the other.
        other: String,
    },
    /// More segments than the chip takes.
    TooManySegments {
        /// How many there are, filling counted.
        count: usize,
    },
    /// Direct boot starts at one address only, and there can be no jump from there.
    Entry {
        /// Where the program starts.
        found: u64,
    },
    /// Direct boot puts nothing into memory.
    NotInFlash {
        /// The name of a segment with content outside the flash.
        segment: String,
    },
    /// The program has something else where direct boot has its magic bytes.
    NoMagic,
    /// A segment lies behind what direct boot maps.
    TooLarge {
        /// Its name.
        segment: String,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::NotBytes { segment } => write!(f, "segment {segment} does not consist of bytes"),
            WriteError::NoMemory { segment, base, size } => {
                let size = counted(*size, "byte");
                write!(
                    f,
                    "segment {segment} of {size} at {base:#010x} is where the ESP32-C3 has no \
                     memory"
                )
            }
            WriteError::Twice { segment, other } => write!(
                f,
                "segments {other} and {segment} claim the same flash: an offset holds the same byte \
                 at 0x3c000000 and 0x42000000, and an application is mapped in pages of 64 KiB"
            ),
            WriteError::TooManySegments { count } => {
                write!(f, "the image would have {count} segments, but the chip takes at most 16")
            }
            WriteError::Entry { found } => {
                write!(
                    f,
                    "direct boot starts at 0x42000008, this program starts at {found:#010x}, and no \
                     jump from there can reach it: a jump needs 4 free bytes and reaches 1 MiB"
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
