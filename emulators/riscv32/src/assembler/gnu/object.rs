//! An assembled file before linking: sections of pieces, and symbols.

use asmkit::Span;

use super::expression::Expr;
use super::symbols::Symbols;

/// Source place of something in a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SourcePlace {
    pub(super) span: Span,
    /// Outermost macro use from which it was expanded.
    pub(super) used_at: Option<Span>,
}

/// Location in a section: a piece, and an offset in bytes from its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) section: usize,
    pub(super) piece: usize,
    pub(super) offset: u64,
}

/// Kind of a section, from its flags and type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SectionKind {
    /// It is loaded into memory (`a`).
    pub(super) loaded: bool,
    /// It is writable (`w`).
    pub(super) writable: bool,
    /// It contains instructions (`x`).
    pub(super) executable: bool,
    /// It contains only zeros (`@nobits`).
    pub(super) empty: bool,
    /// Equal entries may be merged by a linker (`M`); this one does not, and relaxes accordingly.
    pub(super) mergeable: bool,
}

/// Section of one file.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) name: String,
    pub(super) kind: SectionKind,
    /// Alignment, as a power of 2.
    pub(super) align: u32,
    pub(super) pieces: Vec<SectionPiece>,
    pub(super) fixes: Vec<Fix>,
    /// Locations of instructions and their source places.
    pub(super) lines: Vec<(Location, SourcePlace)>,
}

/// Bytes, followed by an item whose size is known only later.
#[derive(Debug, Default)]
pub(super) struct SectionPiece {
    pub(super) bytes: Vec<u8>,
    pub(super) tail: Tail,
    /// The linker may shorten this piece, so that distances across it are not known yet.
    pub(super) elastic: bool,
}

/// Item at the end of a piece.
#[derive(Debug, Default)]
pub(super) enum Tail {
    /// None.
    #[default]
    Nothing,
    /// Branch or jump whose form depends on the distance.
    Branch(Box<Branch>),
    /// Padding up to a multiple.
    Align(Align),
    /// `count` copies of `unit`.
    Skip { count: Expr, unit: Vec<u8>, place: SourcePlace },
    /// Padding up to an offset in the section.
    Org { to: Expr, fill: u8, place: SourcePlace },
    /// LEB128 number.
    Leb { value: Expr, signed: bool, place: SourcePlace },
}

impl Tail {
    /// Source place; an alignment has none.
    pub(super) fn place(&self) -> Option<SourcePlace> {
        match self {
            Tail::Branch(branch) => Some(branch.place),
            Tail::Skip { place, .. } | Tail::Org { place, .. } | Tail::Leb { place, .. } => {
                Some(*place)
            }
            Tail::Nothing | Tail::Align(_) => None,
        }
    }
}

/// Branch or jump to a label.
#[derive(Debug)]
pub(super) struct Branch {
    /// Four-byte instruction, without its target.
    pub(super) word: u32,
    /// Two-byte instruction, if there is one and it is allowed.
    pub(super) half: Option<u16>,
    /// Whether it is a jump; a branch out of reach becomes a branch around a jump.
    pub(super) jump: bool,
    pub(super) target: Expr,
    pub(super) place: SourcePlace,
}

impl Branch {
    /// Bytes of the longest form: a jump, or a branch around one.
    pub(super) fn longest(&self) -> u64 {
        if self.jump { 4 } else { 8 }
    }
}

/// Alignment.
#[derive(Debug)]
pub(super) struct Align {
    pub(super) power: u32,
    /// Maximum number of padding bytes; otherwise there is no padding.
    pub(super) most: u64,
    pub(super) fill: Fill,
}

/// Content of a gap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fill {
    /// Nops.
    Nops,
    /// Low bytes of a number, in little-endian order.
    Bytes(Vec<u8>),
}

/// Bytes that depend on an address.
#[derive(Debug, Clone)]
pub(super) struct Fix {
    pub(super) at: Location,
    pub(super) what: Relocation,
    pub(super) value: Expr,
    /// Whether the linker may shorten the instruction (`.option relax`).
    pub(super) relax: bool,
    pub(super) place: SourcePlace,
}

/// Relocation types. Source: RISC-V ELF psABI, "Relocations".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relocation {
    /// Data of `n` bytes.
    Data(u8),
    /// Distance of a branch.
    Branch,
    /// Distance of a jump.
    Jal,
    /// Distance of `c.beqz` or `c.bnez`.
    ShortBranch,
    /// Distance of `c.j` or `c.jal`.
    ShortJump,
    /// Call by `auipc` and `jalr`.
    Call,
    /// Upper 20 bits of an address.
    Hi,
    /// Lower 12 bits, in an I-type instruction.
    Lo,
    /// Lower 12 bits, in a store.
    LoStore,
    /// Upper 20 bits of a distance.
    PcrelHi,
    /// Upper 20 bits of the distance to an entry of the global offset table.
    GotHi,
    /// Lower 12 bits of the distance whose upper bits are in the instruction at the value.
    PcrelLo,
    /// Lower 12 bits of that distance, in a store.
    PcrelLoStore,
    /// LEB128 number of this size.
    Leb { size: u8, signed: bool },
    /// Nops, the maximum that an alignment to `1 << power` needs.
    Nops { power: u32 },
}

/// Assembled file.
#[derive(Debug)]
pub(super) struct Object {
    pub(super) sections: Vec<Section>,
    pub(super) symbols: Symbols,
    /// Whether compressed instructions were allowed somewhere, so that the linker may use them.
    pub(super) compressed: bool,
}

impl Section {
    pub(super) fn new(name: &str, kind: SectionKind) -> Self {
        Section {
            name: name.to_owned(),
            kind,
            align: 0,
            pieces: vec![SectionPiece::default()],
            fixes: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Current piece and its number.
    pub(super) fn last(&mut self) -> (usize, &mut SectionPiece) {
        if self.pieces.is_empty() {
            self.pieces.push(SectionPiece::default());
        }
        let number = self.pieces.len() - 1;
        (number, &mut self.pieces[number])
    }

    /// Ends the current piece.
    pub(super) fn close(&mut self, tail: Tail, elastic: bool) {
        let (_, piece) = self.last();
        piece.tail = tail;
        piece.elastic = elastic;
        self.pieces.push(SectionPiece::default());
    }

    /// Bytes between two locations in this section, if nothing between them can change size.
    pub(super) fn distance(&self, from: Location, to: Location) -> Option<i64> {
        if from.piece > to.piece {
            return self.distance(to, from).map(|distance| -distance);
        }
        let mut distance = to.offset as i64 - from.offset as i64;
        for piece in &self.pieces[from.piece..to.piece] {
            let tail = match &piece.tail {
                Tail::Nothing if !piece.elastic => 0,
                Tail::Skip { count: Expr::Number(count), unit, .. } => count * unit.len() as i64,
                _ => return None,
            };
            distance += piece.bytes.len() as i64 + tail;
        }
        Some(distance)
    }
}

/// Default flags of sections by name.
///
/// Source: GNU as, "Section" (ELF version), and the special sections of the System V ABI.
const KINDS: &[(&str, &str)] = &[
    (".text", "ax"),
    (".init", "ax"),
    (".fini", "ax"),
    (".data", "aw"),
    (".sdata", "aw"),
    (".tdata", "aw"),
    (".init_array", "aw"),
    (".fini_array", "aw"),
    (".preinit_array", "aw"),
    (".bss", "awn"),
    (".sbss", "awn"),
    (".tbss", "awn"),
    (".rodata", "a"),
    (".srodata", "a"),
    (".eh_frame", "a"),
    (".gcc_except_table", "a"),
];

/// Default kind of a section with this name, if there is one.
pub(super) fn usual_kind(name: &str) -> Option<SectionKind> {
    let family = |known: &str| {
        name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let (_, flags) = KINDS.iter().find(|(known, _)| family(known))?;
    Some(SectionKind {
        loaded: true,
        writable: flags.contains('w'),
        executable: flags.contains('x'),
        empty: flags.contains('n'),
        mergeable: false,
    })
}
