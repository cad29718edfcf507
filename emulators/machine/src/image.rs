//! An assembled program, ready to be put in memory.

use std::fmt;

/// An assembled program: what goes into memory, where it starts and what its addresses are called.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Image {
    /// The instruction set it is for, as [`Spec::name`](crate::Spec::name) spells it.
    pub isa: String,
    /// Address of the first instruction.
    pub entry: u64,
    /// What goes into memory, in rising order of address, without overlaps.
    pub segments: Vec<Segment>,
    /// Names of addresses and constants.
    pub symbols: Vec<Symbol>,
    /// Where instructions come from, in rising order of address.
    pub lines: Vec<Line>,
    /// Source files that `lines` point into.
    pub files: Vec<String>,
}

/// A run of memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// What its source called it, such as `.text`.
    pub name: String,
    /// Address of its first unit.
    pub base: u64,
    /// Units it takes in memory; those after `data` are zero.
    pub size: u64,
    /// Its first units.
    pub data: Data,
    /// Whether it holds instructions.
    pub executable: bool,
    /// Whether the program may write it; only a machine whose files say so for each page asks.
    pub writable: bool,
}

/// Units of memory, as wide as the machine's address steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Data {
    /// 8-bit units.
    Bytes(Vec<u8>),
    /// Wider units, each in the low bits.
    Words(Vec<u64>),
}

impl Data {
    /// How many units there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Data::Bytes(bytes) => bytes.len(),
            Data::Words(words) => words.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A name for an address or a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// As the source spells it.
    pub name: String,
    /// The address or the number.
    pub value: u64,
    /// Whether other files see it.
    pub global: bool,
    /// Whether it is an address in a segment, not a constant.
    pub address: bool,
}

/// Where the instruction at an address comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Address of the instruction.
    pub address: u64,
    /// Index into [`Image::files`].
    pub file: u32,
    /// Line number, from 1.
    pub line: u32,
    /// For an instruction out of a macro: file and line of the use, outermost.
    pub used_at: Option<(u32, u32)>,
}

impl Image {
    /// The value of a symbol.
    #[must_use]
    pub fn symbol(&self, name: &str) -> Option<u64> {
        self.symbols.iter().find(|symbol| symbol.name == name).map(|symbol| symbol.value)
    }

    /// The same with none of the units that go into memory: sizes and names.
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
            symbols: self.symbols.clone(),
            lines: self.lines.clone(),
            files: self.files.clone(),
            ..*self
        }
    }

    /// Whether two have the same outline.
    #[must_use]
    pub fn is_like(&self, other: &Image) -> bool {
        let outline = |it: &Segment| (it.base, it.size, it.executable, it.writable);
        let alike = |(a, b): (&Segment, &Segment)| a.name == b.name && outline(a) == outline(b);
        let Image { isa, entry, segments, symbols, lines, files } = self;
        (isa, entry, symbols, lines, files)
            == (&other.isa, &other.entry, &other.symbols, &other.lines, &other.files)
            && segments.len() == other.segments.len()
            && segments.iter().zip(&other.segments).all(alike)
    }

    /// Where the instruction at this address comes from.
    #[must_use]
    pub fn line(&self, address: u64) -> Option<&Line> {
        let at = self.lines.binary_search_by_key(&address, |line| line.address).ok()?;
        self.lines.get(at)
    }

    /// The nearest address symbol at or below an address, and the distance from it.
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

/// Why an image cannot be put in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadError {
    /// The image is for another instruction set.
    WrongMachine {
        /// What the image is for.
        found: String,
        /// What this machine is.
        expected: &'static str,
    },
    /// A segment lies where the machine has no memory.
    OutOfMemory {
        /// The segment's name.
        segment: String,
        /// Its first address.
        base: u64,
        /// Its units.
        size: u64,
    },
    /// First and last instruction lie further apart than the machine decodes.
    TooFarApart {
        /// How far they may.
        bytes: u64,
    },
    /// The program's segments hold more than the machine keeps.
    TooLarge {
        /// Units that it keeps.
        bytes: u64,
    },
    /// A segment's units are not the machine's.
    WrongUnits {
        /// The segment's name.
        segment: String,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::WrongMachine { found, expected } => {
                write!(f, "the program is for {found}, and this machine is a {expected}")
            }
            LoadError::OutOfMemory { segment, base, size } => write!(
                f,
                "segment {segment} of {size} units at {base:#x} lies outside the machine's memory"
            ),
            LoadError::TooFarApart { bytes } => {
                write!(f, "the program's instructions lie more than {bytes} units apart")
            }
            LoadError::TooLarge { bytes } => {
                write!(f, "the program holds more than the {bytes} units a machine keeps")
            }
            LoadError::WrongUnits { segment } => {
                write!(f, "segment {segment} holds units of another width than the machine's")
            }
        }
    }
}

impl std::error::Error for LoadError {}
