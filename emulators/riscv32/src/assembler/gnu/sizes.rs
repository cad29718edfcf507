//! Sizes that depend on distances: branches, alignments, gaps and LEB128.
//!
//! The algorithm is that of GNU as: each round goes through a section from its start, with this
//! round's addresses before the current piece and the last round's after it, until nothing changes.
//! Source: GNU as internals, "Relaxing"; RISC-V ELF psABI for the reach of branches.

use asmkit::Diagnostic;

use super::data::{leb_bytes, nops};
use super::expression::{Base, Expr, ExpressionValue, Refusal, Resolve, evaluate};
use super::object::{
    Align, Branch, Fill, Fix, Location, Object, Relocation, Section, SectionKind, SourcePlace, Tail,
};
use super::symbols::Symbols;
use super::{Budget, messages};

/// File whose sections have sizes.
#[derive(Debug)]
pub(super) struct SizedObject {
    pub(super) sections: Vec<SizedSection>,
    pub(super) symbols: Symbols,
    /// Whether compressed instructions were allowed somewhere.
    pub(super) compressed: bool,
}

/// Section whose bytes have offsets.
#[derive(Debug)]
pub(super) struct SizedSection {
    pub(super) name: String,
    pub(super) kind: SectionKind,
    /// Alignment, as a power of 2.
    pub(super) align: u32,
    /// First bytes; the bytes after them are zero.
    pub(super) bytes: Vec<u8>,
    pub(super) size: u64,
    /// Start of each piece.
    starts: Vec<u64>,
    /// Address-dependent bytes, in ascending order of offset.
    pub(super) fixes: Vec<(u64, Fix)>,
    /// Offsets of instructions and their source places, in ascending order.
    pub(super) lines: Vec<(u64, SourcePlace)>,
}

impl SizedSection {
    /// Offset of a location in the section.
    pub(super) fn offset(&self, place: Location) -> u64 {
        self.starts.get(place.piece).copied().unwrap_or(self.size) + place.offset
    }
}

impl SizedSection {
    /// Section of zeros that the linker makes.
    pub(super) fn of(name: String, kind: SectionKind, size: u64) -> Self {
        let (bytes, starts) = (Vec::new(), vec![0]);
        SizedSection {
            name,
            kind,
            align: 0,
            bytes,
            size,
            starts,
            fixes: Vec::new(),
            lines: Vec::new(),
        }
    }
}

impl Resolve for SizedObject {
    fn distance(&self, from: Location, to: Location) -> Option<i64> {
        let section = &self.sections[from.section];
        Some(section.offset(to).wrapping_sub(section.offset(from)) as i64)
    }
}

/// Round after which sizes only grow.
const FREE_ROUNDS: usize = 40;

/// Round after which branches take their longest form.
const SHORT_ROUNDS: usize = 100;

/// Round after which a size that still grows is an error.
const MOST_ROUNDS: usize = 200;

/// Reach of jumps and branches, in both directions together.
const REACH: [(u64, usize); 2] = [(1 << 9, 2), (1 << 13, 4)];
const JUMP_REACH: (u64, usize) = (1 << 12, 2);

/// Sizes of the items at the ends of pieces, as far as they are known.
struct Sizes {
    /// Start of each piece of each section.
    starts: Vec<Vec<u64>>,
    /// Size of the item at the end of each piece.
    tails: Vec<Vec<u64>>,
}

impl Resolve for Sizes {
    fn distance(&self, from: Location, to: Location) -> Option<i64> {
        let at = |place: Location| self.starts[place.section][place.piece] + place.offset;
        Some(at(to).wrapping_sub(at(from)) as i64)
    }
}

/// Finds all sizes and joins the pieces.
pub(super) fn find_sizes(
    mut object: Object,
    relax: bool,
    budget: &mut Budget,
    problems: &mut Vec<Diagnostic>,
) -> SizedObject {
    for section in &mut object.sections {
        if section.kind.executable {
            // The end of code is aligned in the same way as its start.
            let fill = if relax { Fill::Bytes(vec![0]) } else { Fill::Nops };
            section.close(Tail::Align(Align { power: section.align, most: u64::MAX, fill }), false);
        }
    }
    let zeros = |object: &Object| -> Vec<Vec<u64>> {
        object.sections.iter().map(|section| vec![0; section.pieces.len()]).collect()
    };
    let mut sizes = Sizes { starts: zeros(&object), tails: zeros(&object) };
    match sizes.find_sizes(&object) {
        Ok(()) => report(&object, &sizes, |problem| problems.push(problem)),
        Err(problem) => problems.push(*problem),
    }
    let sections = object.sections.into_iter().enumerate();
    let sections = sections.map(|(number, section)| {
        let starts = std::mem::take(&mut sizes.starts[number]);
        flatten(section, starts, &sizes.tails[number], budget, problems)
    });
    SizedObject {
        sections: sections.collect(),
        symbols: object.symbols,
        compressed: object.compressed,
    }
}

impl Sizes {
    /// Goes through all sections until nothing changes.
    ///
    /// # Errors
    /// A message about an item that grows without limit or makes its section too large.
    fn find_sizes(&mut self, object: &Object) -> Result<(), Box<Diagnostic>> {
        let mut culprit = self.round(object, 0);
        for round in 1..MOST_ROUNDS {
            culprit = self.round(object, round);
            let Some((section, place)) = culprit else { return Ok(()) };
            if round > FREE_ROUNDS && self.size(object, section) > super::DATA_LIMIT_BYTES {
                let limit = super::DATA_LIMIT_BYTES;
                return Err(Box::new(messages::too_much_data(span_of(place), limit)));
            }
        }
        let place = culprit.and_then(|(_, place)| place);
        Err(Box::new(messages::never_settles(span_of(place))))
    }

    /// Bytes of a section.
    fn size(&self, object: &Object, section: usize) -> u64 {
        let last = object.sections[section].pieces.last().map_or(0, |piece| piece.bytes.len());
        let start = self.starts[section].last().copied().unwrap_or(0);
        start + last as u64 + self.tails[section].last().copied().unwrap_or(0)
    }

    /// Goes through all sections once; returns the section and place of the first size that
    /// changed.
    fn round(&mut self, object: &Object, round: usize) -> Option<(usize, Option<SourcePlace>)> {
        let mut changed = None;
        for (number, section) in object.sections.iter().enumerate() {
            let mut address = 0;
            for (index, piece) in section.pieces.iter().enumerate() {
                self.starts[number][index] = address;
                let end = address + piece.bytes.len() as u64;
                let before = self.tails[number][index];
                let mut size = match &piece.tail {
                    Tail::Branch(branch) if round > SHORT_ROUNDS => branch.longest(),
                    tail => self.tail_size(object, number, tail, end, before),
                };
                if round > FREE_ROUNDS {
                    size = size.max(before);
                }
                if size != before {
                    // An alignment changes because another item changed, which has a place.
                    let place = piece.tail.place();
                    changed = match changed {
                        Some((_, Some(_))) => changed,
                        _ => Some((number, place)),
                    };
                }
                self.tails[number][index] = size;
                address = end.saturating_add(size);
            }
        }
        changed
    }

    fn tail_size(
        &self,
        object: &Object,
        section: usize,
        tail: &Tail,
        end: u64,
        before: u64,
    ) -> u64 {
        let number = |expr| match evaluate(expr, &object.symbols, self) {
            Ok(ExpressionValue { base: Base::Absolute, number }) => Some(number),
            _ => None,
        };
        match tail {
            Tail::Nothing => 0,
            Tail::Branch(branch) => self.branch_size(object, section, branch, end) as u64,
            Tail::Align(align) => {
                let gap = end.wrapping_neg() & ((1 << align.power) - 1);
                if gap > align.most { 0 } else { gap }
            }
            Tail::Skip { count, unit, .. } => {
                let count = number(count).and_then(|count| u64::try_from(count).ok());
                count.unwrap_or(0).saturating_mul(unit.len() as u64).min(1 << 32)
            }
            Tail::Org { to, .. } => self.org(object, section, to).map_or(0, |to| {
                u64::try_from(to).map_or(0, |to| to.saturating_sub(end).min(1 << 32))
            }),
            Tail::Leb { value, signed, .. } => {
                let bytes = leb_bytes(number(value).unwrap_or(0), *signed);
                (bytes.len() as u64).max(before)
            }
        }
    }

    /// Target offset of an `.org`.
    fn org(&self, object: &Object, section: usize, to: &Expr) -> Option<i64> {
        match evaluate(to, &object.symbols, self).ok()? {
            ExpressionValue { base: Base::Absolute, number } => Some(number),
            ExpressionValue { base: Base::Place(place), number } if place.section == section => {
                Some((self.starts[section][place.piece] + place.offset) as i64 + number)
            }
            _ => None,
        }
    }

    /// Bytes of a branch: 2 or 4 if the target is near, 6 or 8 with a jump.
    fn branch_size(&self, object: &Object, section: usize, branch: &Branch, at: u64) -> usize {
        let far = branch.longest() as usize;
        let Some(target) = self.near_target(object, section, &branch.target) else { return far };
        let distance = target.wrapping_sub(at as i64);
        let reaches =
            |(reach, _): &(u64, usize)| (distance.wrapping_add((reach / 2) as i64) as u64) < *reach;
        let forms: &[(u64, usize)] = if branch.jump { &[JUMP_REACH, (1 << 21, 4)] } else { &REACH };
        let forms = if branch.half.is_some() { forms } else { &forms[1..] };
        let found = forms.iter().find(|form| reaches(form));
        match found {
            Some((_, size)) => *size,
            None if !branch.jump && branch.half.is_some() => 6,
            None => far,
        }
    }

    /// Offset of a target in the same section that no other definition can override.
    fn near_target(&self, object: &Object, section: usize, target: &Expr) -> Option<i64> {
        if let Expr::Symbol(id) = target
            && object.symbols.get(*id).weak
        {
            return None;
        }
        match evaluate(target, &object.symbols, self).ok()? {
            ExpressionValue { base: Base::Place(place), number } if place.section == section => {
                Some((self.starts[section][place.piece] + place.offset) as i64 + number)
            }
            _ => None,
        }
    }
}

/// Source span of a place, or the start of the file.
fn span_of(place: Option<SourcePlace>) -> asmkit::Span {
    place.map_or_else(|| messages::start_of(asmkit::FileId(0)), |place| place.span)
}

/// Reports values that could not be computed.
fn report(object: &Object, sizes: &Sizes, mut problem: impl FnMut(Diagnostic)) {
    for (number, section) in object.sections.iter().enumerate() {
        for (index, piece) in section.pieces.iter().enumerate() {
            let end = sizes.starts[number][index] + piece.bytes.len() as u64;
            match &piece.tail {
                Tail::Skip { count: value, place, .. } | Tail::Leb { value, place, .. } => {
                    match evaluate(value, &object.symbols, sizes) {
                        Ok(ExpressionValue { base: Base::Absolute, number }) if number < 0 => {
                            if let Tail::Skip { .. } = piece.tail {
                                problem(messages::negative_count(place.span, number));
                            }
                        }
                        Ok(ExpressionValue { base: Base::Absolute, .. }) => {
                            if crosses_elastic(object, value) {
                                problem(messages::distance_may_change(place.span));
                            }
                        }
                        Ok(_) => problem(refusal(Refusal::NotNumbers, place)),
                        Err(error) => problem(refusal(error, place)),
                    }
                }
                Tail::Org { to, place, .. } => match sizes.org(object, number, to) {
                    Some(to) if to >= 0 && to as u64 >= end => {}
                    Some(to) => problem(messages::backwards(place.span, to, end)),
                    None => problem(messages::org_outside(place.span)),
                },
                _ => {}
            }
        }
    }
}

/// Whether a value is a distance that the linker may still change.
fn crosses_elastic(object: &Object, value: &Expr) -> bool {
    struct Rigid<'a>(&'a [Section]);
    impl Resolve for Rigid<'_> {
        fn distance(&self, from: Location, to: Location) -> Option<i64> {
            let (first, last) = (from.piece.min(to.piece), from.piece.max(to.piece));
            let pieces = &self.0[from.section].pieces[first..last];
            (!pieces.iter().any(|piece| piece.elastic)).then_some(0)
        }
    }
    evaluate(value, &object.symbols, &Rigid(&object.sections)) == Err(Refusal::NotYet)
}

/// Message for an expression that has no value.
pub(super) fn refusal(refusal: Refusal, place: &SourcePlace) -> Diagnostic {
    match refusal {
        Refusal::NotNumbers => messages::not_for_addresses(place.span),
        Refusal::NotYet => messages::not_a_distance(place.span),
        Refusal::ByZero => messages::division_by_zero(place.span),
        Refusal::TooLong => messages::expression_too_long(place.span),
    }
}

/// Writer for the bytes of a section.
struct Writer<'a> {
    bytes: Vec<u8>,
    size: u64,
    budget: &'a mut Budget,
    full: bool,
}

impl Writer<'_> {
    /// Appends bytes; trailing zeros are stored only if something follows.
    fn put(&mut self, bytes: &[u8]) {
        let gap = self.size - self.bytes.len() as u64;
        if bytes.iter().any(|&byte| byte != 0) && !self.full {
            match self.budget.data.checked_sub(gap) {
                Some(left) => {
                    self.budget.data = left;
                    self.bytes.resize(self.size as usize, 0);
                    self.bytes.extend_from_slice(bytes);
                }
                None => self.full = true,
            }
        }
        self.size += bytes.len() as u64;
    }

    /// Repeats the same bytes up to a total size.
    fn fill(&mut self, unit: &[u8], total: u64) {
        if unit.iter().all(|&byte| byte == 0) || total > self.budget.data {
            self.full |= unit.iter().any(|&byte| byte != 0) && total > 0;
            self.size += total;
            return;
        }
        self.budget.data -= total;
        let bytes: Vec<u8> = unit.iter().copied().cycle().take(total as usize).collect();
        self.put(&bytes);
    }
}

/// Joins the pieces of a section.
fn flatten(
    section: Section,
    starts: Vec<u64>,
    tails: &[u64],
    budget: &mut Budget,
    problems: &mut Vec<Diagnostic>,
) -> SizedSection {
    let mut writer = Writer { bytes: Vec::new(), size: 0, budget, full: false };
    let mut fixes: Vec<(u64, Fix)> =
        section.fixes.into_iter().map(|fix| (starts[fix.at.piece] + fix.at.offset, fix)).collect();
    let place = section.lines.first().map(|(_, place)| *place);
    let mut last = place;
    for (index, piece) in section.pieces.into_iter().enumerate() {
        writer.put(&piece.bytes);
        let size = tails[index];
        match piece.tail {
            Tail::Branch(branch) => {
                last = Some(branch.place);
                put_branch(&mut writer, &mut fixes, *branch, size);
            }
            Tail::Align(Align { fill: Fill::Nops, .. }) => writer.put(&nops(size)),
            Tail::Align(Align { fill: Fill::Bytes(unit), .. }) => writer.fill(&unit, size),
            Tail::Skip { unit, place, .. } => {
                last = Some(place);
                writer.fill(&unit, size);
            }
            Tail::Org { fill, place, .. } => {
                last = Some(place);
                writer.fill(&[fill], size);
            }
            Tail::Leb { value, signed, place } => {
                let at = Location { section: 0, piece: index, offset: 0 };
                let what = Relocation::Leb { size: size as u8, signed };
                fixes.push((writer.size, Fix { at, what, value, relax: false, place }));
                writer.fill(&[0], size);
            }
            Tail::Nothing => {}
        }
    }
    if writer.full || writer.size > 1 << 32 {
        problems.push(messages::too_much_data(span_of(last), super::DATA_LIMIT_BYTES));
    }
    let (bytes, size) = (writer.bytes, writer.size);
    fixes.sort_by_key(|(at, _)| *at);
    let lines = section.lines.iter().map(|(at, place)| (starts[at.piece] + at.offset, *place));
    let lines = lines.collect();
    let (name, kind, align) = (section.name, section.kind, section.align);
    SizedSection { name, kind, align, bytes, size, starts, fixes, lines }
}

/// Writes a branch in the form of the given size.
fn put_branch(writer: &mut Writer<'_>, fixes: &mut Vec<(u64, Fix)>, branch: Branch, size: u64) {
    let Branch { word, half, jump, target, place } = branch;
    let half = half.unwrap_or(0);
    let at = writer.size;
    let mut fix = |offset: u64, what| {
        let location = Location { section: 0, piece: 0, offset: 0 };
        let fix = Fix { at: location, what, value: target.clone(), relax: false, place };
        fixes.push((at + offset, fix));
    };
    /// Lowest bit of `funct3`, which inverts a condition.
    const OTHER_CONDITION: u32 = 1 << 12;
    const OTHER_SHORT_CONDITION: u16 = 1 << 13;
    const JUMP: u32 = 0x6f;
    match (size, jump) {
        (2, true) => {
            fix(0, Relocation::ShortJump);
            writer.put(&half.to_le_bytes());
        }
        (2, false) => {
            fix(0, Relocation::ShortBranch);
            writer.put(&half.to_le_bytes());
        }
        (4, true) => {
            fix(0, Relocation::Jal);
            writer.put(&word.to_le_bytes());
        }
        (4, false) => {
            fix(0, Relocation::Branch);
            writer.put(&word.to_le_bytes());
        }
        (6, _) => {
            fix(2, Relocation::Jal);
            // Distance 6 in the short branch.
            let over = (half ^ OTHER_SHORT_CONDITION) | 0x18;
            writer.put(&over.to_le_bytes());
            writer.put(&JUMP.to_le_bytes());
        }
        _ => {
            fix(4, Relocation::Jal);
            // Distance 8 in the branch.
            let over = (word ^ OTHER_CONDITION) | 0x400;
            writer.put(&over.to_le_bytes());
            writer.put(&JUMP.to_le_bytes());
        }
    }
}
