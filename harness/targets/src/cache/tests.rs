//! Caches against sequences worked out by hand, and against a definition that keeps no cache.

use machine::{Load, Observer as _, Spec, Store};

use super::{
    Access, Cache, CacheCounts, CacheShape, CacheShapes, Caches, Replacement, WritePolicy,
};
use crate::table;

fn spec() -> &'static Spec {
    table::MIPS32.spec()
}

fn shape(sets: u64, ways: u64, line_units: u64) -> CacheShape {
    let (replacement, writes) = (Replacement::Lru, WritePolicy::Back);
    CacheShape { sets, ways, line_units, replacement, writes }
}

/// A cache after loads from these addresses.
fn loaded(shape: CacheShape, addresses: &[u64]) -> Cache {
    let mut cache = Cache::new(shape);
    for &address in addresses {
        cache.access(address, false);
    }
    cache
}

/// Hits of loads from these addresses.
fn hits(shape: CacheShape, addresses: &[u64]) -> Vec<bool> {
    let mut cache = Cache::new(shape);
    addresses.iter().map(|&address| cache.access(address, false).is_hit).collect()
}

fn misses(shape: CacheShape, addresses: &[u64]) -> usize {
    hits(shape, addresses).iter().filter(|is_hit| !**is_hit).count()
}

#[test]
fn more_ways_have_fewer_misses_in_the_books_example() {
    // Patterson and Hennessy, section 5.4, "Misses and Associativity in Caches": four blocks of one
    // word, and the block addresses 0, 8, 0, 6, 8.
    let addresses = [0, 8, 0, 6, 8];
    assert_eq!(misses(shape(4, 1, 1), &addresses), 5, "direct-mapped");
    assert_eq!(misses(shape(2, 2, 1), &addresses), 4, "two ways");
    assert_eq!(misses(shape(1, 4, 1), &addresses), 3, "fully associative");
}

#[test]
fn a_direct_mapped_cache_is_filled_as_in_the_book() {
    // Section 5.3, "Accessing a Cache": eight blocks of one word, and nine references.
    let addresses = [22, 26, 22, 26, 16, 3, 16, 18, 16];
    let expected = [false, false, true, true, false, false, true, false, true];
    assert_eq!(hits(shape(8, 1, 1), &addresses), expected);
    let cache = loaded(shape(8, 1, 1), &addresses);
    let blocks: Vec<Option<u64>> = (0..8).map(|set| cache.set(set)[0].block).collect();
    let expected = [Some(16), None, Some(18), Some(3), None, None, Some(22), None];
    assert_eq!(blocks, expected, "18 has replaced 26 in set 2");
}

#[test]
fn a_line_has_its_neighbours() {
    // Sixteen bytes: four words, of which the first one misses.
    let addresses: Vec<u64> = (0..16).map(|word| 0x1001_0000 + 4 * word).collect();
    assert_eq!(misses(shape(8, 2, 16), &addresses), 4);
    let last = Access { address: 0x1001_003c, is_store: false, is_hit: true, set: 3, way: Some(0) };
    assert_eq!(loaded(shape(8, 2, 16), &addresses).last(), Some(last));
}

#[test]
fn replacement_decides_what_stays() {
    // Two ways: 0 is used again before 2 replaces a line.
    let addresses = [0, 1, 0, 2, 0];
    assert_eq!(hits(shape(1, 2, 1), &addresses), [false, false, true, false, true]);
    let fifo = CacheShape { replacement: Replacement::Fifo, ..shape(1, 2, 1) };
    assert_eq!(hits(fifo, &addresses), [false, false, true, false, false]);
}

#[test]
fn random_replacement_is_the_same_for_the_same_seed() {
    let random = |seed| CacheShape { replacement: Replacement::Random { seed }, ..shape(1, 4, 1) };
    let addresses: Vec<u64> = (0..400).map(|at| at * 7 % 11).collect();
    assert_eq!(hits(random(3), &addresses), hits(random(3), &addresses));
    assert_ne!(hits(random(3), &addresses), hits(random(4), &addresses));
    let mut cache = Cache::new(random(1));
    let ways: Vec<_> = (0..400).map(|address| cache.access(address, false).way).collect();
    assert_eq!(ways[..4], [Some(0), Some(1), Some(2), Some(3)], "free ways come first");
    for way in 0..4 {
        let times = ways[4..].iter().filter(|chosen| **chosen == Some(way)).count();
        assert!((60..140).contains(&times), "way {way}: {times} of 396");
    }
}

#[test]
fn a_store_is_written_back_or_through() {
    let counts = |writes, accesses: &[(u64, bool)]| {
        let mut cache = Cache::new(CacheShape { writes, ..shape(2, 1, 1) });
        for &(address, is_store) in accesses {
            cache.access(address, is_store);
        }
        let dirty = (0..2).map(|set| cache.set(set)[0].is_dirty).collect::<Vec<_>>();
        (cache.counts(), cache.last(), dirty)
    };
    // Block 0 is stored to twice, block 2 replaces it, and block 4 replaces that.
    let accesses = [(0, true), (0, true), (2, false), (4, true)];
    let (back, last, dirty) = counts(WritePolicy::Back, &accesses);
    assert_eq!(back, CacheCounts { accesses: 4, hits: 1, write_backs: 1 });
    let stored = |way| Access { address: 4, is_store: true, is_hit: false, set: 0, way };
    assert_eq!((last, dirty), (Some(stored(Some(0))), vec![true, false]));
    // No store brings its line in.
    let (through, last, dirty) = counts(WritePolicy::Through, &accesses);
    assert_eq!(through, CacheCounts { accesses: 4, hits: 0, write_backs: 0 });
    assert_eq!((last, dirty), (Some(stored(None)), vec![false, false]));
}

#[test]
fn rates_are_rounded_down() {
    let rate = |hits, accesses| CacheCounts { accesses, hits, write_backs: 0 }.hit_rate();
    assert_eq!(rate(0, 0), None);
    assert_eq!(rate(2, 3).as_deref(), Some("66.66 %"));
    assert_eq!(rate(99_999, 100_000).as_deref(), Some("99.99 %"));
    assert_eq!(rate(5, 5).as_deref(), Some("100.00 %"));
}

#[test]
fn shapes_are_read_as_they_are_written() {
    let read = |text: &str| CacheShape::read(text, spec());
    assert_eq!(read("8x2x16"), Ok(shape(8, 2, 16)));
    for text in ["8x2x16,lru,write-back", "1x3x4,fifo,write-through", "4x4x64,random:9,write-back"]
    {
        assert_eq!(read(text).map(|shape| shape.to_string()).as_deref(), Ok(text));
    }
    assert_eq!(
        read("8X2X16, write-through, fifo").unwrap().to_string(),
        "8x2x16,fifo,write-through"
    );
    for (text, message) in [
        (
            "8x2",
            "`8x2` is not the size of a cache: write sets, ways and bytes of a line, as in 8x2x16",
        ),
        (
            "8x-2x16",
            "`8x-2x16` is not the size of a cache: write sets, ways and bytes of a line, as in 8x2x16",
        ),
        ("6x2x16", "a cache cannot have 6 sets: their number is a power of two"),
        ("0x2x16", "a cache cannot have 0 sets: their number is a power of two"),
        ("8x0x16", "a cache has at least one way"),
        ("8x2x12", "a line cannot have 12 bytes: it has a power of two from 4 to 4096"),
        ("8x2x2", "a line cannot have 2 bytes: it has a power of two from 4 to 4096"),
        ("65536x2x4", "a cache of 65536 sets and 2 ways has more than 65,536 lines"),
        (
            "8x2x16,mru",
            "`mru` is not a rule of a cache: lru, fifo, random or random:SEED; write-back or write-through",
        ),
    ] {
        assert_eq!(read(text).as_ref().map_err(String::as_str), Err(message));
    }
    let words = table::PDP10.spec();
    assert_eq!(CacheShape::read("8x2x1", words), Ok(shape(8, 2, 1)));
    assert_eq!(
        CacheShape::read("8x2x1", words).unwrap().described(words, true),
        "8 sets, 2 ways, lines of 1 word: 16 words; LRU; write-back, write-allocate"
    );
}

/// Whether each access is a hit, and the number of lines written back, by the definition of LRU: a
/// line is there if fewer other lines of its set than there are ways were used since its last use.
fn by_distance(shape: CacheShape, accesses: &[(u64, bool)]) -> (Vec<bool>, u64) {
    let is_back = shape.writes == WritePolicy::Back;
    // Uses of lines: all accesses that leave their line in the cache.
    let mut uses: Vec<(u64, bool, bool)> = Vec::new();
    let mut hits = Vec::new();
    let distance = |uses: &[(u64, bool, bool)], block: u64| {
        let last = uses.iter().rposition(|&(used, ..)| used == block)?;
        let mut others: Vec<u64> = uses[last + 1..].iter().map(|&(used, ..)| used).collect();
        others.retain(|other| other % shape.sets == block % shape.sets);
        others.sort_unstable();
        others.dedup();
        Some(others.len() as u64)
    };
    for &(address, is_store) in accesses {
        let block = address / shape.line_units;
        let is_hit = distance(&uses, block).is_some_and(|distance| distance < shape.ways);
        hits.push(is_hit);
        if is_hit || is_back || !is_store {
            uses.push((block, is_store, is_hit));
        }
    }
    let mut blocks: Vec<u64> = uses.iter().map(|&(block, ..)| block).collect();
    blocks.sort_unstable();
    blocks.dedup();
    let mut write_backs = 0;
    for block in blocks.into_iter().filter(|_| is_back) {
        // A stay in the cache starts at a miss; it has ended if there is another one, or the line is gone.
        let mut is_dirty = false;
        for &(_, is_store, is_hit) in uses.iter().filter(|(used, ..)| *used == block) {
            write_backs += u64::from(!is_hit && is_dirty);
            is_dirty = is_store || is_hit && is_dirty;
        }
        let is_gone = distance(&uses, block).is_none_or(|distance| distance >= shape.ways);
        write_backs += u64::from(is_dirty && is_gone);
    }
    (hits, write_backs)
}

/// The same for FIFO, with a queue for each set.
fn by_queue(shape: CacheShape, accesses: &[(u64, bool)]) -> (Vec<bool>, u64) {
    let is_back = shape.writes == WritePolicy::Back;
    let mut queues = vec![std::collections::VecDeque::<(u64, bool)>::new(); shape.sets as usize];
    let (mut hits, mut write_backs) = (Vec::new(), 0);
    for &(address, is_store) in accesses {
        let block = address / shape.line_units;
        let queue = &mut queues[(block % shape.sets) as usize];
        let held = queue.iter_mut().find(|(held, _)| *held == block);
        hits.push(held.is_some());
        match held {
            Some((_, is_dirty)) => *is_dirty |= is_store && is_back,
            None if is_store && !is_back => {}
            None => queue.push_back((block, is_store)),
        }
        if queue.len() as u64 > shape.ways {
            let (_, is_dirty) = queue.pop_front().unwrap();
            write_backs += u64::from(is_dirty);
        }
    }
    (hits, write_backs)
}

/// Pseudo-random accesses, many of them near the last one.
fn accesses(seed: u64, count: usize) -> Vec<(u64, bool)> {
    let mut state = seed;
    let mut next = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut at = 0;
    let access = |_| {
        at = if next(3) == 0 { next(512) } else { (at + next(8)) % 512 };
        (at, next(3) == 0)
    };
    (0..count).map(access).collect()
}

#[test]
fn all_shapes_agree_with_the_definitions() {
    for (seed, (sets, ways)) in [1, 2, 4, 16]
        .into_iter()
        .flat_map(|sets| [1, 2, 3, 4, 8].map(|ways| (sets, ways)))
        .enumerate()
    {
        for (line_units, writes) in [1, 4, 16, 64]
            .into_iter()
            .flat_map(|units| [(units, WritePolicy::Back), (units, WritePolicy::Through)])
        {
            let accesses = accesses(seed as u64 + 1, 600);
            for (replacement, defined) in [
                (Replacement::Lru, by_distance as fn(CacheShape, &[(u64, bool)]) -> _),
                (Replacement::Fifo, by_queue),
            ] {
                let shape = CacheShape { sets, ways, line_units, replacement, writes };
                let mut cache = Cache::new(shape);
                let hits: Vec<bool> = accesses
                    .iter()
                    .map(|&(address, is_store)| cache.access(address, is_store).is_hit)
                    .collect();
                let (expected, write_backs) = defined(shape, &accesses);
                assert_eq!(hits, expected, "{shape}");
                assert_eq!(cache.counts().write_backs, write_backs, "{shape}");
                let count = expected.iter().filter(|is_hit| **is_hit).count() as u64;
                assert_eq!((cache.counts().accesses, cache.counts().hits), (600, count), "{shape}");
            }
        }
    }
}

fn both(line_units: u64) -> Caches {
    let shape = Some(shape(4, 1, line_units));
    Caches::new(&CacheShapes { instruction: shape, data: shape })
}

fn load(caches: &mut Caches, address: u64) {
    caches.loaded(Load { address, size: 4 });
}

fn store(caches: &mut Caches, address: u64) {
    caches.stored(Store { address, size: 4, value: 0 });
}

#[test]
fn accesses_of_an_instruction_are_put_in_their_order() {
    // An indirect word at 1, then two words that are moved from 2 and 3 to 12 and 13.
    let mut caches = both(1);
    caches.arrived(0);
    [12, 13].iter().for_each(|&address| store(&mut caches, address));
    [1, 2, 3].iter().for_each(|&address| load(&mut caches, address));
    caches.settle(1);
    let data = caches.data.unwrap();
    // 13 replaces 1; 3 comes after 12, so that 12 does not replace it.
    let blocks: Vec<_> = (0..4).map(|set| data.set(set)[0].block).collect();
    assert_eq!(blocks, [Some(12), Some(13), Some(2), Some(3)]);
    assert_eq!(data.last().map(|access| (access.address, access.is_store)), Some((13, true)));
    assert_eq!(data.counts(), CacheCounts { accesses: 5, hits: 0, write_backs: 0 });
    // A word that is read, changed and written, misses once.
    let mut caches = both(1);
    caches.arrived(0);
    store(&mut caches, 5);
    load(&mut caches, 5);
    caches.settle(1);
    assert_eq!(caches.data.unwrap().counts(), CacheCounts { accesses: 2, hits: 1, write_backs: 0 });
}

#[test]
fn an_instruction_that_runs_again_is_counted_once() {
    let mut caches = both(4);
    caches.arrived(0);
    caches.arrived(4);
    // It waits for input.
    caches.settle(1);
    caches.arrived(4);
    caches.stored_by_system(Store { address: 64, size: 4, value: 0 });
    caches.settle(2);
    // Nothing is counted twice, and the machine may have tried what did not arrive here.
    caches.settle(2);
    caches.settle(9);
    assert_eq!(caches.instruction.unwrap().counts().accesses, 2);
    assert_eq!(caches.data.unwrap().counts().accesses, 0);
}
