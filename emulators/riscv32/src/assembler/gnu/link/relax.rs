//! Relaxation: shorter calls and addresses if the target is near enough.
//!
//! The order of passes and the margins are those of GNU ld 2.40, so that a program gets the same
//! instructions. Source: RISC-V ELF psABI, "Linker Relaxation".

use std::collections::{HashMap, HashSet};

use asmkit::Diagnostic;

use super::super::data::nops;
use super::super::messages;
use super::super::object::Relocation;
use super::super::operands::high;
use super::layout::PAGE_BYTES;
use super::{FixState, LinkFix, Linker, Target, apply};

/// A pass over all sections, repeated as long as it changes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// Calls and addresses.
    Shorten,
    /// Instructions that the previous pass made superfluous.
    Delete,
    /// Alignments; last, because all other passes move them.
    Align,
}

pub(super) const PASSES: [Pass; 3] = [Pass::Shorten, Pass::Delete, Pass::Align];

/// `auipc` instructions seen in a pass over one section.
#[derive(Default)]
struct Pairs {
    /// Deleted ones, by offset, with their targets.
    gone: HashMap<u64, Target>,
    /// Those with a lower part that remains.
    needed: HashSet<u64>,
}

impl Linker<'_> {
    /// Shortens a section; returns whether the pass must be repeated.
    pub(super) fn relax(
        &mut self,
        input: usize,
        pass: Pass,
        problems: &mut Vec<Diagnostic>,
    ) -> bool {
        let mut pairs = Pairs::default();
        let mut again = false;
        for index in 0..self.inputs[input].fixes.len() {
            let fix = &self.inputs[input].fixes[index];
            let FixState::As(what) = fix.state else {
                if fix.state == FixState::Doomed && pass == Pass::Delete {
                    self.delete(input, index, 0, 4, FixState::Done);
                    again = true;
                }
                continue;
            };
            let (relax, target) = (fix.fix.relax, fix.target);
            match (pass, what, target) {
                (Pass::Align, Relocation::Nops { power }, _) => {
                    self.realign(input, index, power, problems)
                }
                (Pass::Shorten, _, Some(target)) if relax => {
                    again |= self.shorten(input, index, what, target, &mut pairs);
                }
                _ => {}
            }
        }
        self.inputs[input].deletions.next_round();
        again
    }

    /// Deletes bytes of an instruction after the first `kept` bytes.
    fn delete(&mut self, input: usize, index: usize, kept: u64, count: u64, state: FixState) {
        let from = &mut self.inputs[input];
        let fix = &mut from.fixes[index];
        fix.state = state;
        from.deletions.add(fix.at + kept, count);
    }

    fn shorten(
        &mut self,
        input: usize,
        index: usize,
        what: Relocation,
        target: Target,
        pairs: &mut Pairs,
    ) -> bool {
        match what {
            Relocation::Call => self.shorten_call(input, index, target),
            Relocation::Hi | Relocation::Lo | Relocation::LoStore => {
                self.shorten_upper(input, index, what, target)
            }
            Relocation::PcrelHi => {
                self.shorten_pcrel(input, index, target, pairs);
                false
            }
            Relocation::PcrelLo | Relocation::PcrelLoStore => {
                let Target::Place { at, .. } = target else { return false };
                if pairs.gone.contains_key(&at) {
                    let to = pairs.gone[&at];
                    let store = what == Relocation::PcrelLoStore;
                    let fix = &mut self.inputs[input].fixes[index];
                    (fix.state, fix.target) = (FixState::FromPointer { store }, Some(to));
                } else {
                    pairs.needed.insert(at);
                }
                false
            }
            _ => false,
        }
    }

    /// Combines `auipc` and `jalr` into one jump.
    fn shorten_call(&mut self, input: usize, index: usize, target: Target) -> bool {
        let at = self.inputs[input].fixes[index].at;
        let to = self.address(target);
        let mut distance = to - self.address_in(input, at) as i64;
        if apply::JUMP.holds(distance) {
            // An alignment between here and the target may still increase the distance.
            let own = self.inputs[input].output;
            let margin = match self.output_of(target) {
                Some(output) if output == own => 1 << self.outputs[own].align,
                _ => self.largest_alignment(),
            };
            distance += if distance < 0 { -margin } else { margin };
        }
        let near_zero = (-0x800..0x800).contains(&i64::from(to as i32));
        if !apply::JUMP.holds(distance) && !near_zero {
            return false;
        }
        let from = &mut self.inputs[input];
        let Some(bytes) = from.bytes.get_mut(at as usize..at as usize + 8) else { return false };
        let jalr = apply::little(&bytes[4..8]);
        let link = apply::REGISTER_FIELDS.field(jalr, 'd').unwrap_or(0);
        let short = self.objects[from.object].compressed
            && apply::SHORT_JUMP.holds(distance)
            && matches!(link, 0 | 1);
        let (word, size, state) = if short {
            let half = if link == 0 { 0xa001 } else { 0x2001 };
            (half, 2, FixState::As(Relocation::ShortJump))
        } else if apply::JUMP.holds(distance) {
            (0x6f | link << 7, 4, FixState::As(Relocation::Jal))
        } else {
            (0x67 | link << 7, 4, FixState::As(Relocation::Lo))
        };
        apply::put_little(bytes, word, size as usize);
        from.fixes[index].fix.relax = false;
        self.delete(input, index, size, 8 - size, state);
        true
    }

    /// Shortens `lui` and the instruction that adds the lower bits.
    fn shorten_upper(
        &mut self,
        input: usize,
        index: usize,
        what: Relocation,
        target: Target,
    ) -> bool {
        if self.in_reach(target, self.inputs[input].fixes[index].reserve) {
            if what == Relocation::Hi {
                self.delete(input, index, 0, 4, FixState::Done);
                return true;
            }
            let store = what == Relocation::LoStore;
            self.inputs[input].fixes[index].state = FixState::FromPointer { store };
            return false;
        }
        let from = &mut self.inputs[input];
        if what != Relocation::Hi || !self.objects[from.object].compressed {
            return false;
        }
        let (object_bytes, at) = (&mut from.bytes, from.fixes[index].at as usize);
        let Some(bytes) = object_bytes.get_mut(at..at + 4) else { return false };
        let register = apply::REGISTER_FIELDS.field(apply::little(bytes), 'd').unwrap_or(0);
        let value = match target {
            Target::Place { .. } | Target::Linker { .. } => None,
            Target::Absolute(number) | Target::Nowhere(number) => Some(number),
        };
        let value = value.unwrap_or_else(|| self.address(target));
        // The section may still move by a page.
        let fits = [0, PAGE_BYTES as i64].iter().all(|more| short_upper(value + more));
        if register == 0 || register == 2 || !fits {
            return false;
        }
        let from = &mut self.inputs[input];
        apply::put_little(&mut from.bytes[at..], 0x6001 | register << 7, 2);
        self.delete(input, index, 2, 2, FixState::ShortUpper);
        true
    }

    /// Marks an `auipc` for deletion in the next pass if `gp` or zero reaches its address.
    fn shorten_pcrel(&mut self, input: usize, index: usize, target: Target, pairs: &mut Pairs) {
        let kind = self.output_of(target).map(|output| self.outputs[output].kind);
        // Code and mergeable data can still move out of reach.
        let moves = match target {
            Target::Place { input, .. } => {
                let own = self.section(input).kind;
                own.mergeable || kind.is_some_and(|kind| kind.executable)
            }
            _ => false,
        };
        let LinkFix { at, reserve, .. } = self.inputs[input].fixes[index];
        if !moves && !pairs.needed.contains(&at) && self.in_reach(target, reserve) {
            pairs.gone.insert(at, target);
            self.inputs[input].fixes[index].state = FixState::Doomed;
        }
    }

    /// Whether 12 bits reach the target from zero, or from `gp` with a margin for alignments and
    /// for the rest of the variable.
    fn in_reach(&self, target: Target, reserve: i64) -> bool {
        let value = self.address(target);
        let reaches = |distance: i64| apply::IMMEDIATE.holds(distance);
        if matches!(target, Target::Nowhere(_)) || reaches((value as i32).into()) {
            return true;
        }
        let Some(pointer) = self.pointer else { return false };
        let margin = match (self.output_of(pointer), self.output_of(target)) {
            (Some(a), Some(b)) if a == b => 1 << self.outputs[a].align,
            _ => self.largest_alignment(),
        } + reserve;
        let distance = value - self.address(pointer);
        reaches(distance + if distance >= 0 { margin } else { -margin })
    }

    fn largest_alignment(&self) -> i64 {
        1 << self.outputs.iter().map(|output| output.align).max().unwrap_or(0)
    }

    /// Keeps the padding bytes that an alignment needs at its current address.
    fn realign(&mut self, input: usize, index: usize, power: u32, problems: &mut Vec<Diagnostic>) {
        let fix = &self.inputs[input].fixes[index];
        let (at, span) = (fix.at, fix.fix.place.span);
        let super::Expr::Number(most) = fix.fix.value else { return };
        let most = most as u64;
        let wanted = self.address_in(input, at).wrapping_neg() & ((1 << power) - 1);
        if wanted > most {
            problems.push(messages::no_room_to_align(span, 1 << power, wanted));
            self.inputs[input].fixes[index].state = FixState::Done;
            return;
        }
        if wanted < most {
            let bytes = &mut self.inputs[input].bytes[at as usize..];
            // Four-byte nops come first, as in GNU ld.
            let mut written = nops(wanted - wanted % 4);
            written.extend(nops(wanted % 4));
            bytes[..wanted as usize].copy_from_slice(&written);
            self.delete(input, index, wanted, most - wanted, FixState::Done);
        } else {
            self.inputs[input].fixes[index].state = FixState::Done;
        }
    }
}

/// Whether the upper bits of an address fit `c.lui`.
fn short_upper(value: i64) -> bool {
    let upper = high(value);
    let signed = if upper >= 0x80000 { upper - 0x100000 } else { upper };
    signed != 0 && apply::SHORT_UPPER.range().0 <= signed && signed <= apply::SHORT_UPPER.range().1
}
