//! Loads and stores, with the lookup of a run or the check of a word's tags.

mod events;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, MemFlagsData, Value};
use machine::native::{Id, Memory, Slots, fields};

use crate::cells;
use crate::emit::{Emitter, Held, State, trusted};
use crate::helpers;
use crate::lookups::KnownLookup;
use crate::pairs::KnownPair;
use crate::shape::{Hull, Root, Shape, page};

/// Knowledge about memory at a point of a block.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// Hulls that were looked up.
    pub(crate) looked: Vec<KnownLookup>,
    /// Places that are aligned.
    pub(crate) aligned: Vec<(Root, Aligned)>,
    /// State before the branch, for an instruction in its delay slot.
    pub(crate) branch: Option<Box<State>>,
    /// The clock before this instruction.
    pub(crate) cycles: Option<Value>,
    /// Addresses that this instruction certainly may store to.
    pub(crate) may_store: Vec<(Id, Value)>,
    /// Words that were loaded or stored.
    words: Vec<CachedWord>,
    /// The same, for memory in bytes.
    pub(crate) cells: Vec<cells::KnownWord>,
    /// The last quotient or product.
    pub(crate) pair: Option<KnownPair>,
    /// Register bits known to be zero.
    zeros: Vec<(u8, u64)>,
    /// Code that exits before this instruction, valid until a register is written.
    pub(crate) undone: Option<ir::Block>,
}

/// A distance from a root at which addresses are aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Aligned {
    /// Address bits that are zero there: 1 for halfwords, or 3 for words.
    mask: u8,
    /// The distance, modulo the size.
    rest: i32,
}

impl Aligned {
    /// An access of this many units, more than one, at a distance.
    pub(crate) fn at(distance: i32, units: u8) -> Aligned {
        let mask = units - 1;
        Aligned { mask, rest: distance & i32::from(mask) }
    }

    /// The size of the access in bytes.
    pub(crate) fn size(self) -> u8 {
        self.mask + 1
    }

    /// The same place, relative to a root at a distance before this one.
    pub(crate) fn moved(self, distance: i32) -> Aligned {
        Aligned::at(self.rest + distance, self.size())
    }

    /// Whether addresses at another place are aligned then, too.
    pub(crate) fn implies(self, other: Aligned) -> bool {
        self.mask >= other.mask && (self.rest - other.rest) & i32::from(other.mask) == 0
    }
}

/// A word of memory that is also a value.
#[derive(Debug, Clone, Copy)]
struct CachedWord {
    /// Address.
    at: Shape,
    /// The word with its tags, and without.
    tagged: Value,
    value: Value,
    /// Whether it has no tags.
    is_plain: bool,
}

impl Known {
    fn word(&self, at: Shape) -> Option<CachedWord> {
        self.words.iter().find(|word| word.at == at).copied()
    }

    /// Whether a load at an address is known to be possible.
    pub(crate) fn is_looked(&self, at: Shape, units: u8) -> bool {
        let (root, low) = at.place();
        let range = (low, low + i32::from(units));
        self.looked.iter().any(|it| !it.is_maybe && it.covers(root, false, range))
    }

    /// Whether a place is known to be aligned.
    pub(crate) fn is_aligned(&self, root: Root, place: Aligned) -> bool {
        self.aligned.iter().any(|it| it.0 == root && it.1.implies(place))
    }

    /// Whether register bits are known to be zero; marks them as known.
    pub(crate) fn were_zero(&mut self, slot: u8, mask: u64) -> bool {
        let were = self.zeros.contains(&(slot, mask));
        if !were {
            self.zeros.push((slot, mask));
        }
        were
    }

    /// Call after a register was written, which may also be a word at an unknown address.
    pub(crate) fn forget_register(&mut self, slot: u8) {
        self.zeros.retain(|zeros| zeros.0 != slot);
        self.words.retain(|word| matches!(word.at, Shape::Number(_)));
    }
}

/// Number of registers, if they are the first words of memory.
pub(crate) const REGISTERS: u8 = 16;

/// Flags for the program's memory.
fn guest() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

/// Units that a lookup must find.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reach {
    /// Their number.
    pub(crate) units: i64,
    /// Address bits that must be zero: 1 or 3 if the lookup checks alignment.
    pub(crate) mask: u8,
}

/// An address: its node and value.
type Address = (Id, Held);
/// A host address, and an offset to the units.
type Place = (Value, i32);

impl Emitter<'_, '_> {
    /// Loads units, which are fewer than a word if they are sign-extended.
    pub(crate) fn load(&mut self, (_, at): Address, units: u8, is_signed: bool) -> Value {
        let Memory::Runs { .. } = self.region.shape.memory else { return self.load_word(at) };
        if units == 4 {
            return self.load_cell(at.shape, |emit| {
                let (place, offset) = emit.place(at, units, false);
                emit.b.ins().load(I32, guest(), place, offset)
            });
        }
        let (place, offset) = self.place(at, units, false);
        match (units, is_signed) {
            (1, false) => self.b.ins().uload8(I32, guest(), place, offset),
            (1, true) => self.b.ins().sload8(I32, guest(), place, offset),
            (_, false) => self.b.ins().uload16(I32, guest(), place, offset),
            (_, true) => self.b.ins().sload16(I32, guest(), place, offset),
        }
    }

    pub(crate) fn store(&mut self, (id, at): Address, value: Held, units: u8) {
        if self.region.shape.slots == Slots::First16 {
            return self.store_word(id, at, value);
        }
        let (root, _) = at.shape.place();
        let alone = self.hulls.get(&(root, true)).is_none_or(|hull| hull.accesses == 1);
        let value = self.value(value);
        if self.region.watching && alone {
            self.store_watched(at, value, units);
        } else {
            let place = self.place(at, units, true);
            self.put(value, place, units);
        }
        self.stored(at.shape, value, units);
    }

    fn put(&mut self, value: Value, (place, offset): Place, units: u8) {
        match units {
            1 => self.b.ins().istore8(guest(), value, place, offset),
            2 => self.b.ins().istore16(guest(), value, place, offset),
            _ => self.b.ins().store(guest(), value, place, offset),
        };
    }

    pub(crate) fn may_store(&mut self, (id, at): Address, units: u8) {
        match self.region.shape.memory {
            Memory::Runs { .. } => {
                self.place(at, units, true);
            }
            Memory::Tagged { .. } => self.may_store_word(id, at),
        }
    }

    /// Host address of the units at an address; exits if it is unknown.
    fn place(&mut self, at: Held, units: u8, store: bool) -> Place {
        let Memory::Runs { aligned, flip } = self.region.shape.memory else {
            unreachable!("words have no runs")
        };
        let (root, distance) = at.shape.place();
        let (low, high) = (distance, distance + i32::from(units));
        let store = store || self.is_joined(root);
        let looked = self.state.known.looked.iter();
        let looked = looked.rev().find(|it| it.covers(root, store, (low, high))).copied();
        let maybe = looked.filter(|it| it.is_maybe);
        let place = Aligned::at(distance, units.max(2));
        // Whether a possible earlier lookup implies alignment.
        let knows_offset =
            maybe.is_some_and(|it| it.aligned.is_some_and(|aligned| aligned.implies(place)));
        let aligns = aligned && units > 1 && !self.is_aligned(at, units);
        // Whether a lookup of a hull can check the alignment.
        let is_checked = |hull: Hull| aligns && (distance - hull.low) & i32::from(units - 1) == 0;
        let new_hull = || {
            let covers = |hull: &Hull| hull.low <= low && high <= hull.high;
            let hull = self.hulls.get(&(root, store)).copied().filter(covers);
            hull.unwrap_or(Hull { low, high, accesses: 1 })
        };
        let hull = looked.map_or_else(new_hull, |it| it.hull);
        if aligns && !knows_offset && (flip != 0 || looked.is_some() || !is_checked(hull)) {
            self.align(at, units);
        }
        if flip != 0 {
            let address = self.value(at);
            let flipped = i64::from(flip & !(units - 1));
            let base = self.look(at, Reach { units: units.into(), mask: 0 }, store);
            return (self.pointer(base, address, flipped), 0);
        }
        let mask = if is_checked(hull) { units - 1 } else { 0 };
        let first = match (looked, maybe) {
            (_, Some(maybe)) => {
                let first = self.unless_looked(maybe, |emit| {
                    if aligns && knows_offset && mask == 0 {
                        emit.align(at, units);
                    }
                    emit.first(at, distance, hull, (mask, store))
                });
                if aligns && knows_offset {
                    self.state.known.aligned.push((root, place));
                }
                first
            }
            (Some(looked), None) => looked.first,
            (None, None) => {
                let first = self.first(at, distance, hull, (mask, store));
                self.state.known.looked.push(KnownLookup::new((root, store), hull, first));
                if mask != 0 {
                    self.state.known.aligned.push((root, place));
                }
                first
            }
        };
        (first, low - hull.low)
    }

    /// Whether a lookup for stores serves the loads around a root.
    fn is_joined(&self, root: Root) -> bool {
        self.hulls.contains_key(&(root, true)) && !self.hulls.contains_key(&(root, false))
    }

    /// Host address of the first unit of a hull, for an address at this distance from the root.
    fn first(&mut self, at: Held, distance: i32, hull: Hull, (mask, store): (u8, bool)) -> Value {
        let begin = Held { shape: at.shape.moved(hull.low - distance), ..at };
        let address = self.value(begin);
        let reach = Reach { units: i64::from(hull.high - hull.low), mask };
        let base = self.look(begin, reach, store);
        self.pointer(base, address, 0)
    }

    /// Host address of an address, given the host address of address 0.
    fn pointer(&mut self, base: Value, address: Value, flipped: i64) -> Value {
        let address =
            if flipped != 0 { self.b.ins().bxor_imm_u(address, flipped) } else { address };
        let address = self.b.ins().uextend(I64, address);
        self.b.ins().iadd(base, address)
    }

    /// Whether an address is known to be aligned to the units.
    fn is_aligned(&self, at: Held, units: u8) -> bool {
        let (root, distance) = at.shape.place();
        let place = Aligned::at(distance, units);
        page(root).is_some() && place.rest == 0 || self.state.known.is_aligned(root, place)
    }

    /// Exits unless an address is aligned to the units.
    fn align(&mut self, at: Held, units: u8) {
        if self.is_aligned(at, units) {
            return;
        }
        let address = self.value(at);
        self.relieve();
        let off = self.b.ins().band_imm_u(address, i64::from(units - 1));
        self.leave_if_here(off);
        let (root, distance) = at.shape.place();
        self.state.known.aligned.push((root, Aligned::at(distance, units)));
    }

    /// Base of the run with units at an address: in the entry of this place in the code, or else in
    /// the table of all known runs.
    ///
    /// Exits before the instruction if they are in neither.
    fn look(&mut self, at: Held, reach: Reach, store: bool) -> Value {
        self.relieve();
        let [search, found] = [(); 2].map(|()| self.b.create_block());
        self.b.append_block_param(found, I64);
        let (site, address) = (self.next_site(), self.value(at));
        if let Shape::Number(_) = at.shape {
            // The entry is empty, or the search found a constant address in it.
            let (locals, offset) = self.local(site);
            let base = self.b.ins().load(I64, trusted(), locals, offset + fields::ENTRY_BASE);
            self.b.ins().brif(base, found, &[BlockArg::Value(base)], search, &[]);
        } else {
            let base = self.look_in(site, address, reach, search);
            self.b.ins().jump(found, &[BlockArg::Value(base)]);
        }
        let undone = self.undone_block();
        self.search(search, site, address, (reach, store), undone.0, found);
        self.fill_undone(undone);
        self.b.switch_to_block(found);
        self.b.block_params(found)[0]
    }

    /// Number of the first word of the entry of the next place that accesses memory.
    fn next_site(&mut self) -> usize {
        self.sites += 1;
        self.region.locals(self.sites - 1)
    }

    /// Emits a search in the table of all known runs, which also fills the entry of this place;
    /// continues at `found` or `missed`.
    fn search(
        &mut self,
        search: ir::Block,
        site: usize,
        address: Value,
        (reach, store): (Reach, bool),
        missed: ir::Block,
        found: ir::Block,
    ) {
        self.b.set_cold_block(search);
        self.b.switch_to_block(search);
        let request = self.b.ins().iconst(I64, helpers::request(site, reach));
        self.b.ins().store(trusted(), request, self.context, fields::REQUEST);
        let mut asked = self.b.ins().uextend(I64, address);
        if store {
            asked = self.b.ins().bor_imm_u(asked, 1 << 32);
        }
        self.b.ins().store(trusted(), asked, self.context, fields::ASKED);
        let (signature, function) = self.search;
        let function = self.b.ins().iconst(I64, function as i64);
        self.b.ins().call_indirect(signature, function, &[self.context]);
        let base = self.b.ins().load(I64, trusted(), self.context, fields::FOUND);
        self.b.ins().brif(base, found, &[BlockArg::Value(base)], missed, &[]);
    }

    /// Base of the run in the entry of a place; continues at `other` if the units are not in it.
    ///
    /// An entry rarely changes while code runs. But loads marked as such would stay in registers
    /// or on the stack between lookups, which costs more than loading them again.
    fn look_in(&mut self, site: usize, address: Value, reach: Reach, other: ir::Block) -> Value {
        let (locals, offset) = self.local(site);
        let mut field = |of, field| self.b.ins().load(of, trusted(), locals, offset + field);
        let zero = field(I32, fields::ENTRY_ZERO);
        let mask = i64::from(reach.mask);
        // The number of places, and how many places after the first the last one is.
        let (mut places, more) = match (mask, reach.units) {
            (3, units) => (field(I32, fields::ENTRY_WORDS), (units - 1) / 4),
            (1, units) => (field(I32, fields::ENTRY_HALVES), (units - 1) / 2),
            (_, 4) => (field(I64, fields::ENTRY_STARTS), 0),
            (_, units) => (field(I64, fields::ENTRY_BYTES), units - 1),
        };
        let mut place = self.b.ins().iadd(zero, address);
        if mask != 0 {
            // A misaligned distance rotates into a number beyond every run.
            place = self.b.ins().rotr_imm_u(place, i64::from((mask + 1).ilog2()));
        }
        if more > 0 || mask == 0 {
            place = self.b.ins().uextend(I64, place);
        }
        if more > 0 {
            place = self.b.ins().iadd_imm_s(place, more);
            if mask != 0 {
                places = self.b.ins().uextend(I64, places);
            }
        }
        let outside = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, place, places);
        self.unless(outside, other);
        self.b.ins().load(I64, trusted(), locals, offset + fields::ENTRY_BASE)
    }

    /// Branches to a block if a condition is true.
    fn unless(&mut self, condition: Value, other: ir::Block) {
        let on = self.b.create_block();
        self.b.ins().brif(condition, other, &[], on, &[]);
        self.b.switch_to_block(on);
    }

    /// Host address of a word.
    fn word_place(&mut self, at: Held) -> Value {
        let mut address = self.value(at);
        if self.width(address) > 18 {
            address = self.b.ins().band_imm_u(address, 0o777777);
        }
        let offset = self.b.ins().ishl_imm_u(address, 3);
        self.b.ins().iadd(self.words, offset)
    }

    /// Host address of a word to store to; exits if it is a register, which is kept elsewhere.
    fn place_to_store(&mut self, at: Held) -> Value {
        if let Shape::Near(..) = at.shape {
            let address = self.value(at);
            let limit = i64::from(REGISTERS);
            let is_register = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, address, limit);
            self.leave_if_here(is_register);
        }
        self.word_place(at)
    }

    fn load_word(&mut self, at: Held) -> Value {
        if let Some(word) = self.state.known.word(at.shape) {
            return word.value;
        }
        if let Shape::Near(..) = at.shape {
            // The word may be a register.
            self.flush_but(&|slot| slot >= REGISTERS);
        }
        let place = self.word_place(at);
        let tagged = self.b.ins().load(I64, guest(), place, 0);
        let is_absent = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, tagged, 0);
        self.leave_if_here(is_absent);
        let value = self.cut_off(tagged);
        self.state.known.words.push(CachedWord { at: at.shape, tagged, value, is_plain: false });
        value
    }

    /// The register at a constant address.
    pub(crate) fn register(at: Held) -> Option<u8> {
        match at.shape {
            Shape::Number(number) if number < REGISTERS.into() => Some(number as u8),
            _ => None,
        }
    }

    fn store_word(&mut self, id: Id, at: Held, value: Held) {
        if let Some(slot) = Self::register(at) {
            return self.set(slot, value);
        }
        let sure = self.state.known.may_store.iter().find(|it| it.0 == id).map(|it| it.1);
        let place = sure.unwrap_or_else(|| self.place_to_store(at));
        let value = if self.region.watching {
            let old = self.word_before(at, place);
            let value = self.value(value);
            self.store_word_watched(at, place, (old, value), sure.is_some())
        } else {
            self.word_to_store(at, place, sure.is_none());
            let value = self.value(value);
            self.b.ins().store(guest(), value, place, 0);
            CachedWord { at: at.shape, tagged: value, value, is_plain: true }
        };
        // Other known words may be the same word.
        self.state.known.words.clear();
        self.state.known.words.push(value);
    }

    /// The word before a store, with its tags.
    fn word_before(&mut self, at: Held, place: Value) -> Value {
        match self.state.known.word(at.shape) {
            Some(word) => word.tagged,
            None => self.b.ins().load(I64, guest(), place, 0),
        }
    }

    /// Checks the tags of a word before a store, unless already checked; exits if it cannot be
    /// stored to.
    fn word_to_store(&mut self, at: Held, place: Value, is_looked: bool) {
        let known = self.state.known.word(at.shape);
        if !is_looked || known.is_some_and(|word| word.is_plain) {
            return;
        }
        let old = self.word_before(at, place);
        self.look_at_tags(old);
        let is_plain = !self.region.watching;
        let value = if is_plain { old } else { self.cut_off(old) };
        self.state.known.words.retain(|word| word.at != at.shape);
        self.state.known.words.push(CachedWord { at: at.shape, tagged: old, value, is_plain });
    }

    /// Exits unless a word's tags allow a store and there is room for its event.
    fn look_at_tags(&mut self, old: Value) {
        let tags = self.b.ins().ushr_imm_u(old, 36);
        if !self.region.watching {
            return self.leave_if_here(tags);
        }
        let (tagged, plain) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(tags, tagged, &[], plain, &[]);
        self.b.switch_to_block(tagged);
        self.look_at_watched(tags);
        self.b.ins().jump(plain, &[]);
        self.b.switch_to_block(plain);
    }

    fn may_store_word(&mut self, id: Id, at: Held) {
        let is_sure = self.state.known.may_store.iter().any(|it| it.0 == id);
        if is_sure || Self::register(at).is_some() {
            return;
        }
        let place = self.place_to_store(at);
        self.word_to_store(at, place, true);
        self.state.known.may_store.push((id, place));
    }
}
