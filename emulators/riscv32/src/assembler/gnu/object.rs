//! What an assembled file is before it is linked: sections of pieces, and symbols.

use asmkit::Span;

use super::expression::Expr;
use super::symbols::Symbols;

/// Where something in a section comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) span: Span,
    /// The outermost macro use it was expanded from.
    pub(super) used_at: Option<Span>,
}

/// A place in a section: the piece, and bytes from its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) section: usize,
    pub(super) piece: usize,
    pub(super) offset: u64,
}

/// What a section is, as its flags and its type say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Kind {
    /// It has a place in memory (`a`).
    pub(super) loaded: bool,
    /// The program may write it (`w`).
    pub(super) writable: bool,
    /// It holds instructions (`x`).
    pub(super) executable: bool,
    /// It holds nothing but zeros (`@nobits`).
    pub(super) empty: bool,
    /// Equal entries may be merged by a linker (`M`); ours leaves them, and relaxes accordingly.
    pub(super) mergeable: bool,
}

/// A section of one file.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Its alignment, as a power of 2.
    pub(super) align: u32,
    pub(super) pieces: Vec<Piece>,
    pub(super) fixes: Vec<Fix>,
    /// Where instructions begin and where they come from.
    pub(super) lines: Vec<(Location, Place)>,
}

/// Bytes, and something behind them whose size is known only later.
#[derive(Debug, Default)]
pub(super) struct Piece {
    pub(super) bytes: Vec<u8>,
    pub(super) tail: Tail,
    /// The linker may shorten what is here, so that distances across it are not known yet.
    pub(super) elastic: bool,
}

/// What ends a piece.
#[derive(Debug, Default)]
pub(super) enum Tail {
    /// Nothing.
    #[default]
    Nothing,
    /// A branch or jump whose form depends on the distance.
    Branch(Box<Branch>),
    /// Bytes up to a multiple.
    Align(Align),
    /// A number of bytes: `unit` so many times.
    Skip { count: Expr, unit: Vec<u8>, place: Place },
    /// Bytes up to an offset in the section.
    Org { to: Expr, fill: u8, place: Place },
    /// A number in LEB128.
    Leb { value: Expr, signed: bool, place: Place },
}

impl Tail {
    /// Where it stands in the source; none of an alignment.
    pub(super) fn place(&self) -> Option<Place> {
        match self {
            Tail::Branch(branch) => Some(branch.place),
            Tail::Skip { place, .. } | Tail::Org { place, .. } | Tail::Leb { place, .. } => {
                Some(*place)
            }
            Tail::Nothing | Tail::Align(_) => None,
        }
    }
}

/// A branch or jump to a label.
#[derive(Debug)]
pub(super) struct Branch {
    /// The instruction of four bytes, without its target.
    pub(super) word: u32,
    /// The one of two bytes, if there is one and it may be used.
    pub(super) half: Option<u16>,
    /// Whether it is a jump; branches out of reach become a branch around a jump.
    pub(super) jump: bool,
    pub(super) target: Expr,
    pub(super) place: Place,
}

impl Branch {
    /// Bytes of its longest form: a jump, or a branch around one.
    pub(super) fn longest(&self) -> u64 {
        if self.jump { 4 } else { 8 }
    }
}

/// An alignment.
#[derive(Debug)]
pub(super) struct Align {
    pub(super) power: u32,
    /// More bytes than this are not worth it.
    pub(super) most: u64,
    pub(super) fill: Fill,
}

/// What fills a gap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fill {
    /// Instructions that do nothing.
    Nops,
    /// The low bytes of a number, lowest first.
    Bytes(Vec<u8>),
}

/// Bytes that depend on addresses.
#[derive(Debug, Clone)]
pub(super) struct Fix {
    pub(super) at: Location,
    pub(super) what: What,
    pub(super) value: Expr,
    /// The linker may shorten the instruction (`.option relax`).
    pub(super) relax: bool,
    pub(super) place: Place,
}

/// How a value goes into bytes. Source: RISC-V ELF psABI, "Relocations".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// So many bytes of data.
    Data(u8),
    /// Distance of a branch.
    Branch,
    /// Distance of a jump.
    Jal,
    /// Distance of `c.beqz` or `c.bnez`.
    ShortBranch,
    /// Distance of `c.j` or `c.jal`.
    ShortJump,
    /// `auipc` and `jalr` that call.
    Call,
    /// The upper 20 bits of an address.
    Hi,
    /// The lower 12 bits, in an instruction with an immediate in one piece.
    Lo,
    /// The lower 12 bits, in a store.
    LoStore,
    /// The upper 20 bits of a distance.
    PcrelHi,
    /// The upper 20 bits of the distance to an entry of the global offset table.
    GotHi,
    /// The lower 12 bits of the distance that the instruction at the value has the upper bits of.
    PcrelLo,
    /// The same in a store.
    PcrelLoStore,
    /// A number in LEB128 of this size.
    Leb { size: u8, signed: bool },
    /// Nops, as many as an alignment to `1 << power` can take.
    Nops { power: u32 },
}

/// A file as it is assembled.
#[derive(Debug)]
pub(super) struct Object {
    pub(super) sections: Vec<Section>,
    pub(super) symbols: Symbols,
    /// Compressed instructions were allowed somewhere, so that the linker may make some.
    pub(super) compressed: bool,
}

impl Section {
    pub(super) fn new(name: &str, kind: Kind) -> Self {
        Section {
            name: name.to_owned(),
            kind,
            align: 0,
            pieces: vec![Piece::default()],
            fixes: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// The piece that is being filled, and its number.
    pub(super) fn last(&mut self) -> (usize, &mut Piece) {
        if self.pieces.is_empty() {
            self.pieces.push(Piece::default());
        }
        let number = self.pieces.len() - 1;
        (number, &mut self.pieces[number])
    }

    /// Ends the piece.
    pub(super) fn close(&mut self, tail: Tail, elastic: bool) {
        let (_, piece) = self.last();
        piece.tail = tail;
        piece.elastic = elastic;
        self.pieces.push(Piece::default());
    }

    /// Bytes from one place to another of this section, if nothing between can change.
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

/// Sections that exist without being declared in full, and what their names mean.
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

/// What a section of this name is when nothing else is said, if the name says it.
pub(super) fn usual_kind(name: &str) -> Option<Kind> {
    let family = |known: &str| {
        name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let (_, flags) = KINDS.iter().find(|(known, _)| family(known))?;
    Some(Kind {
        loaded: true,
        writable: flags.contains('w'),
        executable: flags.contains('x'),
        empty: flags.contains('n'),
        mergeable: false,
    })
}
