//! Reported events: arrivals, and stores to watched memory.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, Value};
use machine::native::{Memory, fields};

use super::{CachedWord, Reach, guest};
use crate::emit::{Emitter, Held, constant, trusted};

impl Emitter<'_, '_> {
    /// Compiles a store that may be in the watched range and is then reported.
    pub(super) fn store_watched(&mut self, at: Held, value: Value, units: u8) {
        let Memory::Runs { aligned, flip } = self.region.shape.memory else { return };
        if aligned && units > 1 {
            self.align(at, units);
        }
        self.relieve();
        let flipped = i64::from(flip & !(units - 1));
        let [plain, watched, other, done] = [(); 4].map(|()| self.b.create_block());
        self.b.append_block_param(plain, I64);
        let address = self.value(at);
        let (site, reach) = (self.next_site(), Reach { units: units.into(), mask: 0 });
        let base = self.look_in(site, address, reach, watched);
        self.b.ins().jump(plain, &[BlockArg::Value(base)]);
        self.b.switch_to_block(watched);
        let low = self.b.ins().load(I64, constant(), self.context, fields::WATCHED_LOW);
        let long = self.b.ins().uextend(I64, address);
        let distance = self.b.ins().isub(long, low);
        let bytes = self.b.ins().load(I64, constant(), self.context, fields::WATCHED_BYTES);
        let outside = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, distance, bytes);
        self.unless(outside, other);
        let end = self.b.ins().iadd_imm_s(distance, i64::from(units));
        let outside = self.b.ins().icmp(IntCC::UnsignedGreaterThan, end, bytes);
        let cold = self.b.create_block();
        self.unless(outside, cold);
        let event = self.room_for_event(cold, fields::EVENTS_END);
        let host = self.b.ins().load(I64, constant(), self.context, fields::WATCHED_HOST);
        let distance =
            if flipped != 0 { self.b.ins().bxor_imm_u(distance, flipped) } else { distance };
        let place = self.b.ins().iadd(host, distance);
        self.put(value, (place, 0), units);
        let mask = u64::from(u32::MAX >> (32 - 8 * u32::from(units)));
        let message = self.b.ins().band_imm_u(value, mask as i64);
        let message = self.b.ins().uextend(I64, message);
        self.write_event(event, long, units.into(), message);
        self.b.ins().jump(done, &[]);
        self.search(other, site, address, (reach, true), cold, plain);
        self.b.switch_to_block(plain);
        let base = self.b.block_params(plain)[0];
        let place = self.pointer(base, address, flipped);
        self.put(value, (place, 0), units);
        self.b.ins().jump(done, &[]);
        self.leave_here_at(cold);
        self.b.switch_to_block(done);
    }

    /// Position of the next event; continues at `cold` if the buffer, whose end is a field, is
    /// full.
    fn room_for_event(&mut self, cold: ir::Block, end: i32) -> Value {
        let event = self.b.ins().load(I64, trusted(), self.context, fields::EVENT);
        let end = self.b.ins().load(I64, constant(), self.context, end);
        let full = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, event, end);
        self.unless(full, cold);
        event
    }

    /// Writes an event; the 64-bit address and units are combined in one store.
    fn write_event(&mut self, event: Value, address: Value, units: i64, value: Value) {
        const _: () = assert!(fields::EVENT_UNITS == fields::EVENT_ADDRESS + 4);
        let both = self.b.ins().bor_imm_u(address, units << 32);
        self.b.ins().store(trusted(), both, event, fields::EVENT_ADDRESS);
        self.b.ins().store(trusted(), value, event, fields::EVENT_VALUE);
        let next = self.b.ins().iadd_imm_s(event, fields::EVENT_BYTES);
        self.b.ins().store(trusted(), next, self.context, fields::EVENT);
    }

    /// Reports an arrival at the current block.
    pub(crate) fn arrive(&mut self) {
        let cold = self.b.create_block();
        let event = self.room_for_event(cold, fields::EVENTS_END);
        let address = self.region.blocks[self.block].address;
        let address = self.b.ins().iconst(I64, i64::from(address));
        let nothing = self.b.ins().iconst(I64, 0);
        self.write_event(event, address, 0, nothing);
        let on = self.b.create_block();
        self.b.ins().jump(on, &[]);
        self.leave_before(cold);
        self.b.switch_to_block(on);
    }

    /// Compiles a store to a word that may be watched and is then reported.
    ///
    /// Exits unless the word certainly may be stored to.
    pub(super) fn store_word_watched(
        &mut self,
        at: Held,
        place: Value,
        (old, value): (Value, Value),
        is_sure: bool,
    ) -> CachedWord {
        let [message, plain, done] = [(); 3].map(|()| self.b.create_block());
        self.b.append_block_param(done, I64);
        let tags = self.b.ins().ushr_imm_u(old, 36);
        self.b.ins().brif(tags, message, &[], plain, &[]);
        self.b.switch_to_block(message);
        let event = if is_sure {
            self.b.ins().load(I64, trusted(), self.context, fields::EVENT)
        } else {
            self.look_at_watched(tags)
        };
        let tag = self.watched_tag();
        let tagged = self.b.ins().bor_imm_u(value, tag);
        self.b.ins().store(guest(), tagged, place, 0);
        let address = self.value(at);
        self.write_event(event, address, 1, value);
        self.b.ins().jump(done, &[BlockArg::Value(tagged)]);
        self.b.switch_to_block(plain);
        self.b.ins().store(guest(), value, place, 0);
        self.b.ins().jump(done, &[BlockArg::Value(value)]);
        self.b.switch_to_block(done);
        let tagged = self.b.block_params(done)[0];
        CachedWord { at: at.shape, tagged, value, is_plain: false }
    }

    /// The only tag of a watched word that native code may store to.
    fn watched_tag(&self) -> i64 {
        match self.region.shape.memory {
            Memory::Tagged { watched } => watched as i64,
            Memory::Runs { .. } => 0,
        }
    }

    /// Exits unless a word with these tags is watched and there is room for an event; returns its
    /// position.
    pub(super) fn look_at_watched(&mut self, tags: Value) -> Value {
        let watched = self.watched_tag() >> 36;
        let cold = self.b.create_block();
        let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tags, watched);
        self.unless(other, cold);
        let event = self.room_for_event(cold, fields::STORES_END);
        let on = self.b.create_block();
        self.b.ins().jump(on, &[]);
        self.leave_here_at(cold);
        self.b.switch_to_block(on);
        event
    }
}
