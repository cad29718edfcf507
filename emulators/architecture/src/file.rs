//! Programs in files: executables and their formats.

use std::any::Any;
use std::sync::Arc;

use asmkit::{Assembly, Diagnostic};
use machine::Image;

use crate::Setup;

/// A program from an assembler or from a file.
#[derive(Debug, Clone, Default)]
pub struct ProgramFile {
    /// Memory contents.
    pub image: Image,
    /// Warnings of the assembler.
    pub warnings: Vec<Diagnostic>,
    /// Name of the program, if its source has one.
    pub title: Option<String>,
    /// Console output of the assembler, if any.
    pub console: Option<String>,
    /// Listing in the assembler's own format, if any.
    pub listing: Option<String>,
    /// Reason that the program does not run, because it must be linked first.
    pub unlinked: Option<&'static str>,
    /// Further contents of the machine's own file formats, in a type that only the machine knows.
    pub own: Option<Arc<dyn Any + Send + Sync>>,
}

impl From<Assembly> for ProgramFile {
    fn from(assembly: Assembly) -> Self {
        ProgramFile { image: assembly.image, warnings: assembly.warnings, ..ProgramFile::default() }
    }
}

impl From<Image> for ProgramFile {
    fn from(image: Image) -> Self {
        ProgramFile { image, ..ProgramFile::default() }
    }
}

/// An executable program with its machine.
#[derive(Debug)]
pub struct Executable {
    /// The machine.
    pub setup: Box<dyn Setup>,
    /// The program.
    pub made: ProgramFile,
}

/// A choice with its help text.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Name on the command line.
    pub name: &'static str,
    /// Description.
    pub about: &'static str,
}

/// A page about a machine, as Markdown.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// Name on the command line.
    pub name: &'static str,
    /// Writes the page.
    pub text: fn() -> String,
}

/// Maximum size of the instructions of a program from a file: 8 MiB.
const TEXT_LIMIT_BYTES: u64 = 8 << 20;

/// Start of the kernel's part of a 32-bit address space.
const KERNEL_FROM: u64 = 0x8000_0000;

/// Error message if a program has too many bytes of instructions.
///
/// Listings and tables have an entry for each of them, so a file must not claim gigabytes.
#[must_use]
pub fn too_much_text(image: &Image) -> Option<String> {
    let texts = image.segments.iter().filter(|segment| segment.executable);
    let bytes = texts.fold(0u64, |bytes, segment| bytes.saturating_add(segment.size));
    (bytes > TEXT_LIMIT_BYTES)
        .then(|| format!("the instructions take {bytes} bytes, more than {TEXT_LIMIT_BYTES} bytes"))
}

/// Error message if a program's instructions are too far apart.
///
/// For machines that decode everything between the first and the last instruction when they load a
/// program, separately for the program and the kernel.
#[must_use]
pub fn far_apart(image: &Image) -> Option<String> {
    [false, true].into_iter().find_map(|kernel| {
        let texts = image.segments.iter().filter(|segment| segment.executable);
        let texts = texts.filter(|segment| (segment.base >= KERNEL_FROM) == kernel);
        let first = texts.clone().map(|segment| segment.base).min()?;
        let end = texts.map(|segment| segment.base.saturating_add(segment.size)).max()?;
        (end - first > TEXT_LIMIT_BYTES).then(|| {
            format!(
                "the instructions are between {first:#x} and {end:#x}, more than \
                 {TEXT_LIMIT_BYTES} bytes apart"
            )
        })
    })
}
