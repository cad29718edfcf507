//! Translated regions of a machine, and the policy for translating more.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::MachineCache;
use super::context::{Context, Locals, Session};
use super::forming::{BlockDescription, assemble, gather};
use super::guest::{Arrival, Arrivals, Guest};
use super::library::{BlockSnapshot, Library, TranslatedRegion};
use super::region::{Edge, RegionExit, To, TranslatedCode};
use crate::Engine;
use crate::blocks::{Blocks, DecodedStep};

/// Instructions between two samples of the current block.
const SLICE_INSTRS: u64 = 20_000;
/// Number of executed instructions of a block at which it is translated.
const HOT_INSTRS: u64 = 400_000;
/// Number of samples of an address at which it is translated.
const HOT_SIGHTS: u32 = 16;
/// The same for an address inside a region, or if most code reached from it has native code.
///
/// Such code is often sampled just after leaving a region for a moment, as to report many events,
/// and soon enters native code again.
const PART_SIGHTS: u32 = 512;
/// Maximum size of one machine's code in bytes.
const MOST_BYTES: usize = 24 << 20;
/// Maximum number of recorded attempts.
const MOST_THRESHOLDS: usize = 1 << 14;
/// Number of runs after which a region's mean is judged, and the mean number of instructions at which
/// entering it takes as long as it saves.
const MOST_VISITS: u64 = 1 << 12;
const LEAST_DONE: u64 = 32;
/// Mean number of instructions in a region's runs at which jumping to its code takes little time.
const LONG_DONE: u64 = 1_000;
/// Minimum budget for native code.
const LEAST_BUDGET: u64 = 2_000;

/// An installed region.
#[derive(Debug)]
pub(super) struct InstalledRegion {
    /// The translated region.
    pub ready: Arc<TranslatedRegion>,
    /// The machine's block for each block of the region.
    pub blocks: Vec<usize>,
    /// Counters of its runs, and memory found by its code.
    locals: Locals,
    /// Number of runs that ended within each block.
    undone: Vec<u64>,
    /// Maximum number of instructions between two checks of the budget.
    pub longest: u64,
    ran: bool,
    /// Runs that began here, and instructions that they completed.
    visits: u64,
    done: u64,
}

/// Installed regions by number.
#[derive(Debug, Default)]
pub(super) struct Regions(Vec<Option<InstalledRegion>>);

impl Regions {
    /// A region to run.
    pub(super) fn get(&mut self, number: usize) -> Option<&mut InstalledRegion> {
        let installed = self.0.get_mut(number)?.as_mut()?;
        installed.ran = true;
        Some(installed)
    }

    /// Whether the instruction at an address is in a region.
    fn lie_at(&self, address: u32) -> bool {
        self.0
            .iter()
            .flatten()
            .any(|installed| installed.ready.lies_in(address, address.saturating_add(1)))
    }

    /// Whether runs that begin in a region are so long that translating its code again, as a part of
    /// another region, would save little.
    fn are_long(&self, number: usize) -> bool {
        let installed = self.0.get(number).and_then(Option::as_ref);
        installed.is_some_and(|it| it.visits > 0 && it.done >= it.visits * LONG_DONE)
    }

    /// Whether a block of the machine is in a region.
    fn have(&self, block: usize) -> bool {
        self.0.iter().flatten().any(|installed| installed.blocks.contains(&block))
    }
}

/// Translated regions of a machine.
#[derive(Debug, Default)]
pub struct RegionCache {
    library: Option<Arc<Library>>,
    /// State of native code, once there is any.
    pub(super) context: Option<Box<Context>>,
    /// Installed regions.
    pub(super) regions: Regions,
    bytes: usize,
    /// New thresholds of blocks for which translation was attempted before.
    thresholds: BTreeMap<u32, u64>,
    /// Addresses where native code is not entered, because it soon exits.
    pub(super) barred: BTreeSet<u32>,
    /// Whether everything is translated as soon as possible.
    pub eager: bool,
    /// Whether this run does not use regions.
    resting: bool,
    /// Reporting of arrivals in the last run with regions, and the number of blocks discarded before it.
    opened: Option<(Arrivals, u64)>,
    /// Number of times native code was entered.
    pub(super) entered: u64,
}

impl Clone for RegionCache {
    /// A copy of a machine translates again, or finds the code in the library.
    fn clone(&self) -> Self {
        RegionCache { library: self.library.clone(), eager: self.eager, ..RegionCache::default() }
    }
}

impl RegionCache {
    /// Book for an engine; `None` if the engine has no native code.
    #[must_use]
    pub fn of(engine: Engine, library: Option<&Arc<Library>>) -> Option<MachineCache> {
        #[cfg(target_family = "wasm")]
        {
            let _ = (engine, library);
            None
        }
        #[cfg(not(target_family = "wasm"))]
        {
            let eager = engine == Engine::Translate;
            let library = library.filter(|_| eager || engine == Engine::Auto)?;
            Some(Box::new(RegionCache {
                library: Some(Arc::clone(library)),
                eager,
                ..RegionCache::default()
            }))
        }
    }

    /// Whether this run uses regions.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.resting
    }

    /// Starts a run: removes regions that do not report the events that this observer needs.
    ///
    /// `kind` returns how arrivals at an address are reported; `arrivals` identifies that for all addresses, if
    /// that is possible.
    pub(super) fn open<S: DecodedStep, X: Default, const SHIFT: u32>(
        &mut self,
        guest: &mut impl Guest<S, X, SHIFT>,
        budget: u64,
        arrivals: Option<Arrivals>,
        kind: &dyn Fn(u32) -> Arrival,
    ) {
        self.resting = !self.eager && budget < LEAST_BUDGET;
        if self.resting {
            return;
        }
        let opened = arrivals.map(|arrivals| (arrivals, guest.blocks().forgotten()));
        if opened.is_some() && opened == self.opened {
            return;
        }
        self.opened = opened;
        for number in 0..self.regions.0.len() {
            let Some(installed) = &self.regions.0[number] else { continue };
            let mut blocks = installed.ready.blocks.iter().zip(&installed.blocks);
            let mut is_same = |found: &BlockSnapshot, index: usize| {
                // A run without regions may have formed its blocks again.
                let block = guest.blocks().block(index);
                let is_there =
                    block.address() == found.address && block.steps.len() == found.words.len();
                is_there
                    && kind(found.address) == found.arrival()
                    && block.steps[1..]
                        .iter()
                        .all(|step| kind(step.address()) == Arrival::Unreported)
            };
            if !blocks.all(|(block, &index)| is_same(block, index)) {
                self.remove(guest, number);
            }
        }
    }

    /// Number of instructions between two samples of the current block.
    #[must_use]
    pub fn slice(&self) -> u64 {
        match (self.resting, self.eager) {
            (true, _) => u64::MAX,
            (_, true) => 50,
            _ => SLICE_INSTRS,
        }
    }

    /// Call after a block was formed: uses a region of another machine that starts there.
    pub(super) fn formed<S: DecodedStep, X: Default, const SHIFT: u32>(
        &mut self,
        guest: &mut impl Guest<S, X, SHIFT>,
        index: usize,
        watching: bool,
        kind: &dyn Fn(u32) -> Arrival,
    ) {
        let Some(library) = self.library.clone().filter(|_| !self.resting) else { return };
        let address = guest.blocks().block(index).address();
        if self.barred.contains(&address) {
            return;
        }
        let shape = guest.shape();
        for ready in library.at(address) {
            if ready.watching >= watching
                && ready.shape == shape
                && guest.blocks().block(index).native == 0
                && let Some(blocks) = fitting(guest, &ready, kind)
            {
                self.install(guest, ready, blocks);
                return;
            }
        }
    }

    /// Whether a region may start at a block: `None` if not hot.
    ///
    /// `Some(true)` even if most code that it reaches has native code already.
    fn is_hot(&self, library: &Library, index: usize, address: u32, ran: u64) -> Option<bool> {
        let is_inside = !self.eager && self.regions.lie_at(address);
        // Runs of a block in a region are runs of that region.
        let has_run = ran >= HOT_INSTRS && !(is_inside && self.regions.have(index));
        let sights = library.seen(address);
        let is_hot = match self.thresholds.get(&address) {
            Some(&least) if !is_inside => ran >= least,
            _ => {
                let least = if is_inside { PART_SIGHTS } else { HOT_SIGHTS };
                let is_often_seen = sights >= least && sights.is_power_of_two();
                self.eager && ran > 0 || has_run || is_often_seen
            }
        };
        is_hot.then_some(self.eager || has_run || sights >= PART_SIGHTS)
    }

    /// Call after a block was sampled: translates a region that starts there if it is hot.
    pub(super) fn looked<S: DecodedStep, X: Default, const SHIFT: u32>(
        &mut self,
        guest: &mut impl Guest<S, X, SHIFT>,
        index: usize,
        watching: bool,
        kind: &dyn Fn(u32) -> Arrival,
    ) {
        let Some(library) = self.library.clone().filter(|_| !self.resting) else { return };
        let block = guest.blocks().block(index);
        let (address, ran) = (block.address(), block.times() * block.steps.len() as u64);
        if block.native != 0 || self.barred.contains(&address) || kind(address) == Arrival::Stops {
            return;
        }
        let Some(is_sure) = self.is_hot(&library, index, address, ran) else { return };
        let next_least = ran.saturating_mul(4).max(1);
        self.formed(guest, index, watching, kind);
        if guest.blocks().block(index).native != 0 {
            return;
        }
        let stays_apart = |number| !self.eager && self.regions.are_long(number);
        let gathered = gather(guest, index, &stays_apart, kind);
        if !is_sure {
            let is_native =
                |found: &&(usize, BlockDescription)| guest.blocks().block(found.0).native != 0;
            if 2 * gathered.iter().filter(is_native).count() > gathered.len() {
                if let Some(least) = self.thresholds.get_mut(&address) {
                    *least = next_least;
                }
                return;
            }
        }
        if self.thresholds.len() >= MOST_THRESHOLDS {
            self.thresholds.clear();
        }
        self.thresholds.insert(address, next_least);
        let Some((region, blocks, counting)) = assemble(guest, &gathered, index, watching, kind)
        else {
            return;
        };
        let found = gathered.iter().map(|(index, _)| found(guest, *index, kind)).collect();
        if let Some(ready) = library.translate(address, &region, counting, found) {
            self.install(guest, ready, blocks);
        }
    }

    fn install<S: DecodedStep, X: Default, const SHIFT: u32>(
        &mut self,
        guest: &mut impl Guest<S, X, SHIFT>,
        ready: Arc<TranslatedRegion>,
        blocks: Vec<usize>,
    ) {
        if self.bytes + ready.code.bytes > MOST_BYTES {
            self.remove_all(guest);
        }
        self.bytes += ready.code.bytes;
        self.unbar(guest);
        let free = self.regions.0.iter().position(Option::is_none);
        let number = free.unwrap_or(self.regions.0.len());
        for &entry in &ready.entries {
            let block = guest.blocks().block(blocks[entry]);
            if block.native == 0 && !self.barred.contains(&block.address()) {
                block.native = number as u32 + 1;
            }
        }
        let TranslatedCode { locals, arena, .. } = ready.code;
        let locals = Locals::new(ready.counting.counters(), locals, arena);
        let (undone, longest) = (vec![0; ready.blocks.len()], ready.longest());
        let installed = Some(InstalledRegion {
            ready,
            blocks,
            locals,
            undone,
            longest,
            ran: false,
            visits: 0,
            done: 0,
        });
        match self.regions.0.get_mut(number) {
            Some(place) => *place = installed,
            None => self.regions.0.push(installed),
        }
    }

    /// Enters native code again wherever it soon exited, because new code may be where it went to.
    fn unbar<S: DecodedStep, X: Default, const SHIFT: u32>(
        &mut self,
        guest: &mut impl Guest<S, X, SHIFT>,
    ) {
        let barred = std::mem::take(&mut self.barred);
        let installed =
            (1..).zip(&self.regions.0).filter_map(|(at, region)| Some((at, region.as_ref()?)));
        for (number, region) in installed.filter(|_| !barred.is_empty()) {
            for &entry in &region.ready.entries {
                let block = guest.blocks().block(region.blocks[entry]);
                if barred.contains(&block.address()) && block.native == 0 {
                    block.native = number;
                }
            }
        }
    }

    /// Adds the counts of regions to the blocks, whose counts are complete then.
    pub(super) fn settle<S: DecodedStep, X: Default, const SHIFT: u32>(
        &mut self,
        guest: &mut impl Guest<S, X, SHIFT>,
    ) {
        let Some(context) = &mut self.context else { return };
        context.forget_jumps();
        for installed in self.regions.0.iter_mut().flatten().filter(|installed| installed.ran) {
            installed.settle(context, guest.blocks());
        }
    }

    /// Number of times native code was entered.
    #[must_use]
    pub fn entered(&self) -> u64 {
        self.entered
    }

    /// Bytes of the native code of all installed regions.
    #[must_use]
    pub fn code_bytes(&self) -> usize {
        self.bytes
    }

    /// Removes regions with instructions in `start..end`, which change.
    pub(super) fn rewrite<S: DecodedStep, X: Default, const SHIFT: u32>(
        &mut self,
        guest: &mut impl Guest<S, X, SHIFT>,
        start: u32,
        end: u32,
    ) {
        for number in 0..self.regions.0.len() {
            let Some(installed) = &self.regions.0[number] else { continue };
            if installed.ready.lies_in(start, end) {
                self.remove(guest, number);
            }
        }
    }

    /// Removes all regions.
    pub(super) fn remove_all<S: DecodedStep, X: Default, const SHIFT: u32>(
        &mut self,
        guest: &mut impl Guest<S, X, SHIFT>,
    ) {
        (0..self.regions.0.len()).for_each(|number| self.remove(guest, number));
        self.barred.clear();
    }

    fn remove<S: DecodedStep, X: Default, const SHIFT: u32>(
        &mut self,
        guest: &mut impl Guest<S, X, SHIFT>,
        number: usize,
    ) {
        let Some(mut installed) = self.regions.0[number].take() else { return };
        if let Some(context) = &mut self.context {
            context.forget_jumps();
            installed.settle(context, guest.blocks());
        }
        self.bytes -= installed.ready.code.bytes;
        for &index in &installed.blocks {
            let block = guest.blocks().block(index);
            if block.native == number as u32 + 1 {
                block.native = 0;
            }
        }
    }
}

impl InstalledRegion {
    fn settle<S: DecodedStep, X: Default, const SHIFT: u32>(
        &mut self,
        context: &Context,
        blocks: &mut Blocks<S, X, SHIFT>,
    ) {
        self.ran = false;
        let counters = self.locals.counters(context);
        let times = self.ready.counting.take(counters, &mut self.undone);
        for (edge, times) in self.ready.edges.iter().zip(times).filter(|(_, times)| *times > 0) {
            let index = self.blocks[edge.from];
            let block = blocks.block(index);
            if edge.done == block.steps.len() {
                block.ways[usize::from(edge.turned)] += times;
            } else {
                blocks.leave_often(index, edge.done, times);
            }
        }
    }

    /// Runs from an entry of this region, whose number is given with the machine's shift; returns
    /// the region in which the run ended, and the exit.
    pub(super) fn run(
        &mut self,
        session: &mut Session<'_>,
        place: (usize, u32),
        address: u32,
        left: &mut u64,
    ) -> (usize, usize) {
        let InstalledRegion { ready, locals, .. } = self;
        session.run(&*ready.code.native, locals, place, address, left)
    }

    /// Notes a run that began here; returns whether the runs are too short to be worth it.
    pub(super) fn note_run(&mut self, done: u64) -> bool {
        self.visits += 1;
        self.done += done;
        if self.visits < MOST_VISITS {
            return false;
        }
        let is_short = self.done < self.visits * LEAST_DONE;
        (self.visits, self.done) = (0, 0);
        is_short
    }

    /// An edge by number.
    pub(super) fn edge(&self, number: usize) -> Edge {
        self.ready.edges[number]
    }

    /// Target address of an edge at which a run ended.
    pub(super) fn goes(&self, edge: Edge, session: &Session<'_>) -> u32 {
        match edge.to {
            To::Address(address) => address,
            To::Block(to) => self.ready.blocks[to].address,
            To::Anywhere => session.pc(),
        }
    }

    /// Counts the end of a run; returns the exit, and the machine's block that it names.
    pub(super) fn ended(&mut self, exit: usize) -> (RegionExit, usize) {
        let exit = self.ready.code.exits[exit];
        let block = match exit {
            RegionExit::Edge(edge) => self.ready.edges[edge].from,
            RegionExit::Before(block) | RegionExit::Undone(block, _) => {
                self.undone[block] += 1;
                block
            }
            RegionExit::Anywhere => return (exit, 0),
        };
        (exit, self.blocks[block])
    }
}

impl BlockSnapshot {
    fn arrival(&self) -> Arrival {
        if self.marked { Arrival::Reported } else { Arrival::Unreported }
    }
}

/// Current state of a block.
fn found<S: DecodedStep, X: Default, const SHIFT: u32>(
    guest: &mut impl Guest<S, X, SHIFT>,
    index: usize,
    kind: &dyn Fn(u32) -> Arrival,
) -> BlockSnapshot {
    let block = guest.blocks().block(index);
    let (address, end) = (block.address(), block.end);
    let places: Vec<u32> = block.steps.iter().map(DecodedStep::address).collect();
    let words = places.into_iter().map(|place| guest.word(place)).collect();
    BlockSnapshot { address, end, marked: kind(address) == Arrival::Reported, words }
}

/// The machine's blocks that match a region's blocks, if all do.
fn fitting<S: DecodedStep, X: Default, const SHIFT: u32>(
    guest: &mut impl Guest<S, X, SHIFT>,
    ready: &TranslatedRegion,
    kind: &dyn Fn(u32) -> Arrival,
) -> Option<Vec<usize>> {
    let same = |wanted: &BlockSnapshot| {
        if kind(wanted.address) == Arrival::Stops {
            return None;
        }
        let index = match guest.blocks().find(wanted.address) {
            None => {
                guest.form_block(wanted.address, &|address| kind(address) != Arrival::Unreported)?
            }
            Some(index) => index,
        };
        (found(guest, index, kind) == *wanted).then_some(index)
    };
    ready.blocks.iter().map(same).collect()
}
