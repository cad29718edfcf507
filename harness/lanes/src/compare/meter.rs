//! Loads and stores of a run, by region of memory.

use std::ops::Range;

use machine::{Image, Load, Machine, Observer, Store};
use targets::target::Target;

use crate::decisions::Places;

/// Accesses to one region of memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Access {
    /// Number of accesses.
    pub times: u64,
    /// Bits moved.
    pub bits: u64,
}

/// Accesses by region.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Cells of the grid.
    pub grid: Access,
    /// Stack.
    pub stack: Access,
    /// Everything else: tables, variables, buffers.
    pub tables: Access,
}

impl Traffic {
    /// Sum over all regions.
    #[must_use]
    pub fn all(&self) -> Access {
        let parts = [self.grid, self.stack, self.tables];
        parts.iter().fold(Access::default(), |all, part| Access {
            times: all.times + part.times,
            bits: all.bits + part.bits,
        })
    }
}

/// Regions of a program's memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Regions {
    grid: Range<u64>,
    stack: Range<u64>,
    unit_bits: u64,
}

impl Regions {
    /// Regions of a machine at the first node of its search, when its stack is in use.
    pub(super) fn of(
        target: &Target,
        image: &Image,
        places: &Places,
        at_node: &impl Machine,
    ) -> Self {
        let spec = target.spec();
        let mask = (1 << spec.address_bits) - 1;
        let stack = spec.syntax.stack.and_then(|stack| {
            let pointer = stack.base + (at_node.register(stack.pointer)? & mask);
            // The next unit to be pushed, or the one below if that is past the end.
            let within = if stack.grows_up { pointer + 1 } else { pointer.saturating_sub(1) };
            Some(around(within, image, mask + 1))
        });
        let stack = stack.unwrap_or(0..0);
        Regions { grid: places.base..places.end(), stack, unit_bits: spec.unit_bits.into() }
    }
}

/// Region around an address: between symbols of the program, or, outside its segments, from halfway to the
/// segment below up to the segment above, because systems allocate further memory from below.
fn around(within: u64, image: &Image, end: u64) -> Range<u64> {
    let inside = image.segments.iter().find(|it| (it.base..it.base + it.size).contains(&within));
    if let Some(segment) = inside {
        let names = image.symbols.iter().filter(|symbol| symbol.address).map(|symbol| symbol.value);
        let first = names.clone().filter(|&at| at <= within).max().unwrap_or(0);
        let after = names.filter(|&at| at > within).min().unwrap_or(end);
        return first.max(segment.base)..after.min(segment.base + segment.size);
    }
    let ends = image.segments.iter().map(|it| it.base + it.size).filter(|&at| at <= within);
    let bases = image.segments.iter().map(|it| it.base).filter(|&at| at > within);
    ends.max().unwrap_or(0).midpoint(within)..bases.min().unwrap_or(end)
}

/// Observer that counts loads and stores.
#[derive(Debug)]
pub(super) struct Meter {
    regions: Regions,
    loads: Traffic,
    stores: Traffic,
    /// Range of the stack that was accessed.
    touched: Option<Range<u64>>,
}

impl Meter {
    pub(super) fn new(regions: Regions) -> Self {
        let (loads, stores) = (Traffic::default(), Traffic::default());
        Meter { regions, loads, stores, touched: None }
    }

    /// Loads, stores, and bits of the stack from the first to the last one accessed.
    pub(super) fn traffic(self) -> (Traffic, Traffic, u64) {
        let units = self.touched.map_or(0, |touched| touched.end - touched.start);
        (self.loads, self.stores, units * self.regions.unit_bits)
    }

    /// Counter of the region that an access belongs to.
    fn count(&mut self, address: u64, size: u8, of: fn(&mut Meter) -> &mut Traffic) {
        let is_stack = self.regions.stack.contains(&address);
        if is_stack {
            let end = address + u64::from(size);
            let touched = self.touched.take().unwrap_or(address..end);
            self.touched = Some(touched.start.min(address)..touched.end.max(end));
        }
        let is_grid = self.regions.grid.contains(&address);
        let bits = u64::from(size) * self.regions.unit_bits;
        let traffic = of(self);
        let part = match (is_grid, is_stack) {
            (true, _) => &mut traffic.grid,
            (false, true) => &mut traffic.stack,
            (false, false) => &mut traffic.tables,
        };
        part.times += 1;
        part.bits += bits;
    }
}

impl Observer for Meter {
    const STORES: bool = true;
    const LOADS: bool = true;

    fn stored(&mut self, store: Store) {
        self.count(store.address, store.size, |meter| &mut meter.stores);
    }

    fn stored_by_system(&mut self, _: Store) {}

    fn may_pause(&self) -> bool {
        false
    }

    fn loaded(&mut self, load: Load) {
        self.count(load.address, load.size, |meter| &mut meter.loads);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image() -> Image {
        let segment = |base, size| machine::Segment {
            name: String::new(),
            base,
            size,
            data: machine::Data::Bytes(Vec::new()),
            executable: false,
            writable: true,
        };
        let symbol = |name: &str, value| machine::Symbol {
            name: name.to_owned(),
            value,
            global: false,
            address: true,
        };
        Image {
            segments: vec![segment(0x400, 0x100), segment(0x1000, 0x200)],
            symbols: vec![symbol("grid", 0x1000), symbol("pdl", 0x1051), symbol("end", 0x1100)],
            ..Image::default()
        }
    }

    #[test]
    fn a_stack_lies_between_names_or_between_segments() {
        assert_eq!(around(0x7fff, &image(), 0x8000), 0x48ff..0x8000);
        assert_eq!(around(0x800, &image(), 0x8000), 0x680..0x1000);
        assert_eq!(around(0x1051, &image(), 0x8000), 0x1051..0x1100);
        assert_eq!(around(0x10ff, &image(), 0x8000), 0x1051..0x1100);
        assert_eq!(around(0x1100, &image(), 0x8000), 0x1100..0x1200);
    }

    #[test]
    fn accesses_are_counted_where_they_go() {
        let regions = Regions { grid: 0x1000..0x1051, stack: 0x1051..0x1100, unit_bits: 8 };
        let mut meter = Meter::new(regions);
        meter.loaded(Load { address: 0x1000, size: 1 });
        meter.stored(Store { address: 0x1060, size: 4, value: 0 });
        meter.stored(Store { address: 0x1054, size: 4, value: 0 });
        meter.stored(Store { address: 0x400, size: 2, value: 0 });
        meter.stored_by_system(Store { address: 0x1000, size: 2, value: 0 });
        let (loads, stores, stack) = meter.traffic();
        assert_eq!(loads.grid, Access { times: 1, bits: 8 });
        assert_eq!(stores.stack, Access { times: 2, bits: 64 });
        assert_eq!(stores.all(), Access { times: 3, bits: 80 });
        assert_eq!(stack, 0x10 * 8);
    }
}
