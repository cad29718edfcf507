//! Assembled programs, ready to be loaded into memory.

use std::fmt;
use std::sync::Arc;

/// An assembled program: memory contents, entry point and symbols.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Image {
    /// Its instruction set, as [`Spec::name`](crate::Spec::name) spells it.
    pub isa: String,
    /// Address of the first instruction.
    pub entry: u64,
    /// Memory contents, in ascending order of address, without overlaps.
    pub segments: Vec<Segment>,
    /// The program's own parts of the segments, if these also hold anything else: the tables of an ELF
    /// file, or what the system adds to every program. Empty if executable segments have only its
    /// instructions.
    pub sections: Vec<Section>,
    /// Names of addresses and constants.
    pub symbols: Vec<Symbol>,
    /// Source lines of instructions, in ascending order of address.
    pub lines: Vec<Line>,
    /// Source files that `lines` point into.
    pub files: Vec<String>,
    /// Source lines and functions of a program that another compiler made.
    pub compiled: CompiledLines,
}

/// Source lines and functions that another compiler has written into its file.
///
/// They are for messages only: the sources are not part of the program, and the instructions of one
/// line may be in several places. So two programs that differ only in them are equal.
#[derive(Clone, Default)]
pub struct CompiledLines {
    table: Option<Arc<dyn LineTable>>,
    functions: Arc<[u64]>,
}

/// Table of source lines that another compiler has written.
pub trait LineTable: Send + Sync {
    /// Source file and line of an address, as `FILE:LINE`, if known.
    fn find(&self, address: u64) -> Option<String>;

    /// First address of a line, or of the next one with instructions, in a file whose path ends with this
    /// name.
    fn address(&self, file: &str, line: u32) -> Option<u64>;
}

impl CompiledLines {
    /// Lines of a table.
    pub fn new(table: impl LineTable + 'static) -> Self {
        CompiledLines { table: Some(Arc::new(table)), ..CompiledLines::default() }
    }

    /// The same lines with the first addresses of functions.
    #[must_use]
    pub fn with_functions(self, functions: impl Into<Arc<[u64]>>) -> Self {
        CompiledLines { functions: functions.into(), ..self }
    }

    /// First addresses of the functions, in any order.
    #[must_use]
    pub fn functions(&self) -> &[u64] {
        &self.functions
    }

    /// Source file and line of an address, as `FILE:LINE`, if known.
    #[must_use]
    pub fn find(&self, address: u64) -> Option<String> {
        self.table.as_ref()?.find(address)
    }

    /// First address of a line, or of the next one with instructions, in a file whose path ends with this
    /// name.
    #[must_use]
    pub fn address(&self, file: &str, line: u32) -> Option<u64> {
        self.table.as_ref()?.address(file, line)
    }
}

impl fmt::Debug for CompiledLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CompiledLines").field(&self.table.is_some()).finish()
    }
}

impl PartialEq for CompiledLines {
    fn eq(&self, _: &CompiledLines) -> bool {
        true
    }
}

impl Eq for CompiledLines {}

/// A contiguous range of memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// Name in the source, such as `.text`.
    pub name: String,
    /// Address of its first unit.
    pub base: u64,
    /// Size in units; units after `data` are zero.
    pub size: u64,
    /// Initial contents.
    pub data: Data,
    /// Whether it contains instructions.
    pub executable: bool,
    /// Whether the program may write it; used only by machines whose files specify it per page.
    pub writable: bool,
}

/// A part of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// Address of its first unit.
    pub base: u64,
    /// Size in units.
    pub size: u64,
    /// Whether it contains instructions.
    pub executable: bool,
}

/// Units of memory, as wide as an addressable unit of the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Data {
    /// 8-bit units.
    Bytes(Vec<u8>),
    /// Wider units, each in the low bits.
    Words(Vec<u64>),
}

impl Data {
    /// Number of units.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Data::Bytes(bytes) => bytes.len(),
            Data::Words(words) => words.len(),
        }
    }

    /// Whether there are no units.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A name for an address or a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Name in the source.
    pub name: String,
    /// Address or number.
    pub value: u64,
    /// Whether it is visible in other files.
    pub global: bool,
    /// Whether it is an address in a segment, not a constant.
    pub address: bool,
}

/// Source line of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Address of the instruction.
    pub address: u64,
    /// Index into [`Image::files`].
    pub file: u32,
    /// Line number, from 1.
    pub line: u32,
    /// For an instruction from a macro: file and line of the outermost use.
    pub used_at: Option<(u32, u32)>,
}

impl Image {
    /// Value of a symbol.
    #[must_use]
    pub fn symbol(&self, name: &str) -> Option<u64> {
        self.symbols.iter().find(|symbol| symbol.name == name).map(|symbol| symbol.value)
    }

    /// Copy without memory contents: only sizes and names.
    #[must_use]
    pub fn outline(&self) -> Image {
        let bare = |segment: &Segment| Segment {
            name: segment.name.clone(),
            data: Data::Bytes(Vec::new()),
            ..*segment
        };
        Image {
            isa: self.isa.clone(),
            segments: self.segments.iter().map(bare).collect(),
            sections: self.sections.clone(),
            symbols: self.symbols.clone(),
            lines: self.lines.clone(),
            files: self.files.clone(),
            compiled: self.compiled.clone(),
            ..*self
        }
    }

    /// Whether two have the same outline.
    #[must_use]
    pub fn is_like(&self, other: &Image) -> bool {
        let outline = |it: &Segment| (it.base, it.size, it.executable, it.writable);
        let alike = |(a, b): (&Segment, &Segment)| a.name == b.name && outline(a) == outline(b);
        let Image { isa, entry, segments, sections, symbols, lines, files, compiled: _ } = self;
        (isa, entry, sections, symbols, lines, files)
            == (
                &other.isa,
                &other.entry,
                &other.sections,
                &other.symbols,
                &other.lines,
                &other.files,
            )
            && segments.len() == other.segments.len()
            && segments.iter().zip(&other.segments).all(alike)
    }

    /// Source line of the instruction at an address.
    #[must_use]
    pub fn line(&self, address: u64) -> Option<&Line> {
        let at = self.lines.binary_search_by_key(&address, |line| line.address).ok()?;
        self.lines.get(at)
    }

    /// The nearest address symbol at or below an address, and its distance.
    #[must_use]
    pub fn nearest_symbol(&self, address: u64) -> Option<(&Symbol, u64)> {
        let below = self.symbols.iter().filter(|s| s.address && s.value <= address);
        let nearest = below.max_by_key(|symbol| symbol.value)?;
        let inside = self.segments.iter().any(|segment| {
            let range = segment.base..segment.base + segment.size;
            range.contains(&address) && range.contains(&nearest.value)
        });
        inside.then(|| (nearest, address - nearest.value))
    }
}

/// Reason why an image cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadError {
    /// The image is for another instruction set.
    WrongMachine {
        /// Instruction set of the image.
        found: String,
        /// Instruction set of this machine.
        expected: &'static str,
    },
    /// A segment is outside the machine's memory.
    OutOfMemory {
        /// The segment's name.
        segment: String,
        /// Its first address.
        base: u64,
        /// Its size in units.
        size: u64,
    },
    /// First and last instruction are further apart than the machine supports.
    TooFarApart {
        /// Maximum distance.
        bytes: u64,
    },
    /// The program's segments are larger than the machine supports.
    TooLarge {
        /// Maximum number of bytes.
        bytes: u64,
    },
    /// A segment's units do not match the machine's.
    WrongUnits {
        /// The segment's name.
        segment: String,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::WrongMachine { found, expected } => {
                write!(f, "the program is for {found}, but this machine is a {expected}")
            }
            LoadError::OutOfMemory { segment, base, size } => {
                let last = base.saturating_add(size.saturating_sub(1));
                write!(
                    f,
                    "segment {segment} ({base:#x} to {last:#x}) is not in the machine's memory"
                )
            }
            LoadError::TooFarApart { bytes } => {
                write!(f, "the program's instructions are more than {bytes} bytes apart")
            }
            LoadError::TooLarge { bytes } => {
                write!(f, "the program is larger than {bytes} bytes, the maximum for this machine")
            }
            LoadError::WrongUnits { segment } => {
                write!(f, "segment {segment} has bytes where the machine has words, or the reverse")
            }
        }
    }
}

impl std::error::Error for LoadError {}
