//! ELF files: written for other tools, read from other compilers.
//!
//! Only static 32-bit executables are supported. A [`Target`] holds everything that depends on
//! the instruction set.

mod frames;
mod lines;
mod read;
mod write;

use std::fmt;

use machine::{Data, Image, Segment};

pub use frames::{Frame, Hints};
pub use read::{machine, read, sections};
pub use write::{WriteError, write, write_hinted};

/// Machine fields of an ELF header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Instruction set, spelled as in [`Image::isa`].
    pub isa: String,
    /// `e_machine`: 8 for MIPS, 243 for RISC-V.
    pub machine: u16,
    /// `e_flags`; a reader does not check them.
    pub flags: u32,
    /// Whether the byte order is big endian.
    pub big_endian: bool,
}

/// Content of an ELF file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElfProgram {
    /// Segments, entry and symbols, without source lines.
    pub image: Image,
    /// Target of the file.
    pub target: Target,
    /// Text of the section [`NOTE_SECTION`], which only Isagrid writes.
    pub note: Option<String>,
    /// Whether a segment with instructions is also writable, as in small programs of GNU ld.
    pub writable_text: bool,
    /// Load address of each segment (`p_paddr`).
    pub loads: Vec<u64>,
    /// Where the program's own part of each segment starts: the name and address of its first section
    /// that is no note.
    ///
    /// Before it are the file's headers, if the linker put them into the segment. `None` if there is no
    /// such section.
    pub starts: Vec<Option<(String, u64)>>,
}

/// Section of an ELF file with an address and content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSection {
    /// Name.
    pub name: String,
    /// Address of its first byte.
    pub address: u64,
    /// Content.
    pub bytes: Vec<u8>,
    /// Whether it contains instructions.
    pub executable: bool,
}

impl ElfProgram {
    /// Leaves out the file's headers and notes at the start of each segment that has no memory there.
    ///
    /// GNU ld puts the headers below the first section; a program that starts at the first address of
    /// a memory needs none there. A file without sections stays as it is.
    pub fn without_headers(&mut self, is_memory: impl Fn(u64) -> bool) {
        let are_loads_set = self.loads.iter().any(|&load| load != 0);
        let parts = self.image.segments.drain(..).zip(self.loads.drain(..));
        let mut kept = Vec::new();
        for ((mut segment, mut load), start) in parts.zip(&self.starts) {
            let at = if are_loads_set { load } else { segment.base };
            if is_memory(segment.base) && is_memory(at) {
                kept.push((segment, load));
                continue;
            }
            let Some((name, start)) = start else { continue };
            let before = start - segment.base;
            if let Data::Bytes(bytes) = &mut segment.data {
                bytes.drain(..bytes.len().min(before as usize));
            }
            (segment.name, segment.base) = (name.clone(), *start);
            segment.size -= before;
            load += if are_loads_set { before } else { 0 };
            kept.push((segment, load));
        }
        (self.image.segments, self.loads) = kept.into_iter().unzip();
    }

    /// Image for a machine without a system: content is at its load addresses.
    ///
    /// If a segment runs at another address, the image has empty memory there. If all load
    /// addresses are zero, the linker did not set them, and they are ignored.
    ///
    /// # Errors
    /// If segments then overlap or end after the last address.
    pub fn loaded(self) -> Result<Image, ReadError> {
        let ElfProgram { mut image, loads, .. } = self;
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

/// Name of the section that records how a program was assembled, as text.
pub const NOTE_SECTION: &str = ".isagrid";

/// Whether bytes start like an ELF file.
///
/// ```
/// assert!(asmkit::elf::is_elf(b"\x7fELF\x01"));
/// assert!(!asmkit::elf::is_elf(b"main: jr $ra\n"));
/// ```
#[must_use]
pub fn is_elf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF")
}

/// Reason that a file is not a program for this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    /// Not an ELF file.
    NotElf,
    /// For a 64-bit machine.
    WrongClass,
    /// For another instruction set.
    WrongMachine {
        /// `e_machine` of the file.
        found: u16,
        /// Expected `e_machine`.
        expected: u16,
    },
    /// An object file that is not linked.
    NotLinked,
    /// A shared library, or a program that needs one.
    Dynamic,
    /// A file that cannot be run, such as a core file.
    NotExecutable {
        /// `e_type` of the file.
        kind: u16,
    },
    /// The file is too short.
    Truncated {
        /// Name of the missing part.
        what: &'static str,
    },
    /// The file is inconsistent.
    Malformed {
        /// Description of the problem.
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
