//! Assignment of items to shards: the costliest first, each to the least loaded shard.
//!
//! Source: R. L. Graham, "Bounds on Multiprocessing Timing Anomalies", 1969: no shard gets more than
//! the average plus the costliest item.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Assigns every item a shard, from 1; `before` orders items of equal cost.
pub(crate) fn spread(
    costs: impl Fn(u32) -> u64,
    items: u32,
    shards: u32,
    before: impl Fn(u32, u32) -> Ordering,
    mut give: impl FnMut(u32, u32),
) {
    let mut order: Vec<u32> = (0..items).collect();
    order.sort_unstable_by(|&one, &other| {
        costs(other).cmp(&costs(one)).then_with(|| before(one, other))
    });
    // Fewer items count where loads are equal, so that those that cost nothing are spread, too.
    let mut loads: BinaryHeap<Reverse<(u64, u64, u32)>> =
        (1..=shards).map(|shard| Reverse((0, 0, shard))).collect();
    for item in order {
        let Some(Reverse((load, count, shard))) = loads.pop() else { return };
        give(item, shard);
        loads.push(Reverse((load.saturating_add(costs(item)), count + 1, shard)));
    }
}
