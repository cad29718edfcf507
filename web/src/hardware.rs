//! Views of the hardware: caches that count a program's accesses, and its last instructions in a pipeline.

use machine::Spec;
use serde::Serialize;
use targets::cache::{Access, Cache, CacheShape, CacheShapes};
use ts_rs::TS;

use crate::menu::Model;
use crate::place::Spot;
use crate::simulator::Held;

/// Caches of a run up to its position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct CacheViews {
    /// Position in the run at which they were empty; 0 is its beginning.
    pub since: u64,
    /// The instruction cache, if one was asked for.
    pub instruction: Option<CacheView>,
    /// The data cache, if one was asked for.
    pub data: Option<CacheView>,
}

/// A cache with its counts and its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct CacheView {
    /// Its sizes and rules in words.
    pub described: String,
    /// Number of accesses.
    pub accesses: u64,
    /// Accesses whose line was there.
    pub hits: u64,
    /// Accesses whose line was not there.
    pub misses: u64,
    /// Hits in percent of the accesses, rounded down; null without accesses.
    pub hit_rate: Option<String>,
    /// Dirty lines written back to memory when they were replaced.
    pub write_backs: u64,
    /// The last access.
    pub last: Option<CacheAccess>,
    /// Lines by set and way; at most 512.
    pub lines: Vec<CacheLine>,
    /// Number of lines that are left out.
    pub more: u64,
}

/// An access to a cache.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct CacheAccess {
    /// Its address, as the manual prints it.
    pub shown: String,
    /// Whether it is a store.
    pub is_store: bool,
    /// Whether the line was there.
    pub is_hit: bool,
    /// Set of the line.
    pub set: u64,
    /// Way of the line; null if it was not brought in.
    pub way: Option<u64>,
}

/// A place for a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct CacheLine {
    /// Its set.
    pub set: u64,
    /// Its way.
    pub way: u64,
    /// Tag of the line as the manual prints numbers; null if it is not valid.
    pub tag: Option<String>,
    /// First address of the line; null if it is not valid.
    pub address: Option<String>,
    /// Whether it differs from memory.
    pub is_dirty: bool,
}

/// The last instructions in the pipeline of a cycle model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct PipelineView {
    /// The model.
    pub model: Model,
    /// Cycles that it has counted so far.
    pub cycles: u64,
    /// Instructions, the last one last.
    pub rows: Vec<PipelineInstruction>,
}

/// An instruction in a pipeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct PipelineInstruction {
    /// Its place.
    pub spot: Spot,
    /// The instruction as the manual spells it.
    pub text: String,
    /// Cycles that the model charged to it.
    pub cycles: u64,
    /// Cycle of its first cell, from 1.
    pub first: u64,
    /// Stages by cycle: `IF`, `ID`, `EX`, `MEM`, `WB`, `stall` or `bubble`.
    pub cells: Vec<&'static str>,
    /// Why it was late, one phrase each.
    pub causes: Vec<String>,
}

/// Maximum number of lines in an answer.
const MOST_LINES: u64 = 512;

/// Maximum number of instructions in an answer.
const MOST_ROWS: u64 = 100;

impl Held {
    /// The caches, written as for `isagrid run --data-cache`; `None` if the same call must continue.
    ///
    /// # Errors
    /// An error message about a cache that cannot be.
    pub(crate) fn caches(
        &mut self,
        instruction: Option<&str>,
        data: Option<&str>,
        slice: u64,
    ) -> Result<Option<CacheViews>, String> {
        let spec = self.session.whole().target.spec();
        let read = |text: Option<&str>, name: &str| {
            let shape = text.map(|text| CacheShape::read(text, spec)).transpose();
            shape.map_err(|why| format!("{name} cache: {why}"))
        };
        let shapes = CacheShapes {
            instruction: read(instruction, "instruction")?,
            data: read(data, "data")?,
        };
        Ok(self.session.caches(&shapes, slice, |caches, since| {
            let all = [(&caches.instruction, false), (&caches.data, true)];
            let [instruction, data] =
                all.map(|(cache, is_data)| cache.as_ref().map(|cache| view(cache, spec, is_data)));
            CacheViews { since, instruction, data }
        }))
    }

    /// The last instructions in a pipeline; `None` if no cycle model is one.
    pub(crate) fn pipeline(&mut self, rows: u64) -> Option<PipelineView> {
        let spec = self.session.whole().target.spec();
        let diagram = self.session.pipeline(rows.min(MOST_ROWS))?;
        let model = spec.models.iter().find(|model| model.name == diagram.model)?;
        let rows = diagram.rows.into_iter().map(|row| PipelineInstruction {
            spot: self.spot(row.address),
            text: self.session.instruction(row.address).unwrap_or_default(),
            cycles: row.cycles,
            first: row.first,
            cells: row.cells,
            causes: row.causes,
        });
        Some(PipelineView { model: Model::of(model), cycles: diagram.cycles, rows: rows.collect() })
    }
}

#[inline(never)]
fn view(cache: &Cache, spec: &Spec, is_data: bool) -> CacheView {
    let (shape, counts) = (cache.shape(), cache.counts());
    let all = shape.sets * shape.ways;
    let tag_bits = (shape.sets * shape.line_units).trailing_zeros();
    let lines = (0..all.min(MOST_LINES)).map(|number| {
        let (set, way) = (number / shape.ways, number % shape.ways);
        let line = cache.set(set)[way as usize];
        let tag = |block: u64| {
            spec.radix.show(block / shape.sets, spec.address_bits.saturating_sub(tag_bits))
        };
        CacheLine {
            set,
            way,
            tag: line.block.map(tag),
            address: line.block.map(|block| spec.show_address(block * shape.line_units)),
            is_dirty: line.is_dirty,
        }
    });
    let access = |Access { address, is_store, is_hit, set, way }: Access| CacheAccess {
        shown: spec.show_address(address),
        is_store,
        is_hit,
        set,
        way,
    };
    CacheView {
        described: shape.described(spec, is_data),
        accesses: counts.accesses,
        hits: counts.hits,
        misses: counts.misses(),
        hit_rate: counts.hit_rate(),
        write_backs: counts.write_backs,
        last: cache.last().map(access),
        lines: lines.collect(),
        more: all - all.min(MOST_LINES),
    }
}
