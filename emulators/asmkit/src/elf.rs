//! Programs as ELF files: written for other tools, read from other compilers.
//!
//! Only 32-bit executables that need nothing else are read and written. A [`Target`] says what
//! distinguishes one instruction set from another; nothing else here knows one.

mod frames;
mod lines;
mod read;
mod write;

use std::fmt;

use machine::{Data, Image, Segment};

pub use frames::{Frame, Hints};
pub use read::{machine, read};
pub use write::{WriteError, write, write_hinted};

/// What the header of an ELF file says about the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The instruction set, as [`Image::isa`] spells it.
    pub isa: String,
    /// `e_machine`: 8 for MIPS, 243 for RISC-V.
    pub machine: u16,
    /// `e_flags`, which a reader passes on and does not judge.
    pub flags: u32,
    /// Bytes of a word from the highest down.
    pub big_endian: bool,
}

/// What an ELF file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The segments, the entry and the symbols; there are no source lines.
    pub image: Image,
    /// The order of bytes and the flags the file was made for.
    pub target: Target,
    /// The text of the section [`NOTE_SECTION`], which only files of ours have.
    pub note: Option<String>,
    /// A segment with instructions may be written too, as GNU ld makes small programs.
    pub writable_text: bool,
    /// Where a loader puts the content of each segment of the image (`p_paddr`).
    pub loads: Vec<u64>,
}

impl Program {
    /// The image as a machine without a system finds it: content lies where a loader puts it, and
    /// the place that the program has it at, where that is another, is memory to be filled.
    ///
    /// Where all load addresses are zero the linker knew none.
    ///
    /// # Errors
    /// When segments then lie in each other or behind the last address.
    pub fn loaded(self) -> Result<Image, ReadError> {
        let Program { mut image, loads, .. } = self;
        if loads.iter().all(|&load| load == 0) {
            return Ok(image);
        }
        let mut moved = Vec::new();
        for (segment, load) in image.segments.iter_mut().zip(loads) {
            let size = segment.data.len() as u64;
            if load == segment.base || size == 0 {
                continue;
            }
            if load + size > 1 << 32 {
                let what = format!("the segment to load at {load:#x} ends beyond 32 bits");
                return Err(ReadError::Malformed { what });
            }
            let data = std::mem::replace(&mut segment.data, Data::Bytes(Vec::new()));
            moved.push(Segment { name: segment.name.clone(), base: load, size, data, ..*segment });
        }
        image.segments.extend(moved);
        image.segments.sort_by_key(|segment| segment.base);
        read::check_apart(&image.segments)?;
        Ok(image)
    }
}

/// The section that keeps how a program was assembled, as text.
pub const NOTE_SECTION: &str = ".isagrid";

/// Whether bytes begin as every ELF file does.
///
/// ```
/// assert!(asmkit::elf::is_elf(b"\x7fELF\x01"));
/// assert!(!asmkit::elf::is_elf(b"main: jr $ra\n"));
/// ```
#[must_use]
pub fn is_elf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF")
}

/// Why a file is no program for this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    /// It does not begin as an ELF file does.
    NotElf,
    /// It is for a 64-bit machine.
    WrongClass,
    /// It is for another instruction set.
    WrongMachine {
        /// Its `e_machine`.
        found: u16,
        /// The `e_machine` that was asked for.
        expected: u16,
    },
    /// It is an object file that no linker has finished.
    NotLinked,
    /// It is a library or needs one.
    Dynamic,
    /// It is of a kind that nobody can run, such as a core file.
    NotExecutable {
        /// Its `e_type`.
        kind: u16,
    },
    /// It ends before something it promises.
    Truncated {
        /// What is missing.
        what: &'static str,
    },
    /// It contradicts itself.
    Malformed {
        /// What is wrong.
        what: String,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NotElf => write!(f, "this is not an ELF file"),
            ReadError::WrongClass => write!(f, "this program is for a 64-bit machine"),
            ReadError::WrongMachine { found, expected } => {
                write!(f, "this program is for ELF machine {found}, not {expected}")
            }
            ReadError::NotLinked => write!(f, "this is an object file that is not linked yet"),
            ReadError::Dynamic => {
                write!(f, "this program needs shared libraries: link it with -static")
            }
            ReadError::NotExecutable { kind } => {
                write!(f, "this ELF file is not a program: its type is {kind}")
            }
            ReadError::Truncated { what } => write!(f, "the file ends before {what}"),
            ReadError::Malformed { what } => write!(f, "malformed ELF file: {what}"),
        }
    }
}

impl std::error::Error for ReadError {}
