//! Programs as files: finished ones, and what they can be written as.

use std::any::Any;
use std::sync::Arc;

use asmkit::{Assembly, Diagnostic};
use machine::Image;

use crate::Setup;

/// A program as an assembler makes it, or as it was read from a file.
#[derive(Debug, Clone, Default)]
pub struct Made {
    /// What goes into memory.
    pub image: Image,
    /// What the assembler has to say although it succeeded.
    pub warnings: Vec<Diagnostic>,
    /// The program's own name, where its source gives it one.
    pub title: Option<String>,
    /// What the assembler types on a console, where it has one.
    pub console: Option<String>,
    /// A listing of the assembler's own making.
    pub listing: Option<String>,
    /// What the machine's own files hold besides the image; only the machine knows it.
    pub own: Option<Arc<dyn Any + Send + Sync>>,
}

impl From<Assembly> for Made {
    fn from(assembly: Assembly) -> Self {
        Made { image: assembly.image, warnings: assembly.warnings, ..Made::default() }
    }
}

impl From<Image> for Made {
    fn from(image: Image) -> Self {
        Made { image, ..Made::default() }
    }
}

/// A program that needs no assembler, and the machine it is for.
#[derive(Debug)]
pub struct Finished {
    /// The machine.
    pub setup: Box<dyn Setup>,
    /// The program.
    pub made: Made,
}

/// A name that can be chosen, with its help.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// As a command line spells it.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
}

/// A page about a machine, as Markdown.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// As a command line spells it.
    pub name: &'static str,
    /// Writes it.
    pub text: fn() -> String,
}

/// How far apart the instructions of a program from a file may lie: 8 MiB.
const TEXT_LIMIT_BYTES: u64 = 8 << 20;

/// Where the kernel's part of an address space of 32 bits begins.
const KERNEL_FROM: u64 = 0x8000_0000;

/// What is wrong with a program from a file whose instructions lie too far apart.
///
/// Machines decode all between the first and the last instruction when they load, a program's own
/// and the kernel's apart, so a file must not claim gigabytes of it.
#[must_use]
pub fn far_apart(image: &Image) -> Option<String> {
    [false, true].into_iter().find_map(|kernel| {
        let texts = image.segments.iter().filter(|segment| segment.executable);
        let texts = texts.filter(|segment| (segment.base >= KERNEL_FROM) == kernel);
        let first = texts.clone().map(|segment| segment.base).min()?;
        let end = texts.map(|segment| segment.base.saturating_add(segment.size)).max()?;
        (end - first > TEXT_LIMIT_BYTES).then(|| {
            format!(
                "the instructions lie between {first:#x} and {end:#x}: {TEXT_LIMIT_BYTES} bytes \
                 from the first to the last are the limit"
            )
        })
    })
}
