//! Cache of lanes that passed and have not changed since.
//!
//! An entry is used if its key equals that of the run to be made and its digest is correct; otherwise it is
//! ignored. Only costs are stored: everything else is known of a lane that passed.

use std::fmt::{self, Write as _};
use std::path::PathBuf;

use data_encoding::HEXLOWER;
use machine::{Data, Image};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use targets::files;

use super::outcome::{LaneOutcome, Run};
use super::ready::{Job, Ready};
use crate::golden::Cost;

/// Cache folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    /// Folder.
    pub folder: PathBuf,
    /// Identifies the program that verifies, with its engine.
    pub program: String,
}

/// Cache file of a lane that passed.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// Digest of everything the costs depend on.
    key: String,
    /// Costs, in the order of the runs.
    costs: Vec<Cost>,
    /// Digest of the key and the costs.
    digest: String,
}

/// Most bytes of a cache file.
const MOST_BYTES: u64 = 64 << 20;

/// Cache file of a lane, and its key.
#[derive(Debug)]
pub(super) struct CacheFile {
    path: PathBuf,
    key: String,
}

impl Cache {
    /// Cache file of a lane with these runs; `None` if it cannot run.
    pub(super) fn file(&self, ready: &Ready, jobs: &[Job<'_>]) -> Option<CacheFile> {
        let program = ready.program.as_ref().ok()?;
        let (mut which, mut key) = (Hash::new(), Hash::new());
        key.part(&self.program);
        key.part(&"isagrid verify 1");
        for job in jobs {
            let Job { set, known, decisions, .. } = job;
            which.part(&format_args!("{set}:{}", known.at.number));
            key.part(&format_args!("{set}:{}", known.at.number));
            key.part(&known.at.puzzle);
            key.part(&known.solution);
            key.part(&format_args!("{decisions:?}"));
            key.part(&format_args!("{:?}", ready.costs.get(&job.id())));
        }
        key.lane(ready);
        key.part(&program.target.note());
        key.image(&program.image);
        let (lane, which) = (&ready.lane.name, &which.text()[..8]);
        Some(CacheFile { path: self.folder.join(format!("{lane}-{which}.json")), key: key.text() })
    }
}

impl CacheFile {
    /// Cached runs, if nothing has changed since.
    pub(super) fn find(&self, ready: &Ready, jobs: &[Job<'_>]) -> Option<Vec<Run>> {
        let text = files::read(&self.path, MOST_BYTES).ok()?;
        let entry: Entry = serde_json::from_slice(&text).ok()?;
        let is_whole = entry.digest == digest(&entry.key, &entry.costs);
        if !is_whole || entry.key != self.key || entry.costs.len() != jobs.len() {
            return None;
        }
        let runs = jobs.iter().zip(entry.costs).map(|(job, cost)| ready.passed(*job, cost));
        let runs: Vec<Run> = runs.collect();
        runs.iter().all(Run::is_golden).then_some(runs)
    }

    /// Stores a lane atomically, if it passed.
    ///
    /// # Errors
    /// An error message if the file cannot be written.
    pub(super) fn keep(&self, outcome: &LaneOutcome) -> Result<(), String> {
        if !outcome.is_golden() {
            return Ok(());
        }
        let costs: Vec<Cost> = outcome.runs.iter().map(|run| run.cost.clone()).collect();
        let (key, digest) = (self.key.clone(), digest(&self.key, &costs));
        let mut text = serde_json::to_vec(&Entry { key, costs, digest })
            .map_err(|why| format!("{}: {why}", files::shown(&self.path)))?;
        text.push(b'\n');
        files::write_with_folders(&self.path, &text)
    }
}

/// Digest of an entry.
fn digest(key: &str, costs: &[Cost]) -> String {
    let mut hash = Hash::new();
    hash.part(&key);
    costs.iter().for_each(|cost| hash.part(&format_args!("{cost:?}")));
    hash.text()
}

/// Digest of delimited parts.
pub(super) struct Hash(Sha256);

impl Hash {
    pub(super) fn new() -> Self {
        Hash(Sha256::new())
    }

    pub(super) fn part(&mut self, part: &dyn fmt::Display) {
        let mut text = String::new();
        // Strings take any text.
        let _ = write!(text, "{part}");
        self.bytes(text.as_bytes());
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// Adds the fields of a lane that its runs depend on.
    fn lane(&mut self, ready: &Ready) {
        let lane = &ready.lane;
        self.part(&lane.name);
        self.part(&lane.algorithm.name());
        self.part(&format_args!("{} {:?}", lane.target.isa(), lane.written_in()));
        self.part(&format_args!("{:?} {} {:?}", lane.switches, lane.size, (lane.feed, lane.read)));
        self.part(&format_args!("{:?} {:?} {}", lane.nodes, lane.grid, lane.overwrites));
        self.part(&format_args!("{:?} {:?}", lane.most_nodes, lane.most_instructions));
        self.part(&format_args!("{:?} {:?}", lane.checks, ready.counts_within));
    }

    /// Adds a program image with its symbols.
    fn image(&mut self, image: &Image) {
        self.part(&format_args!("{} {}", image.isa, image.entry));
        self.part(&format_args!("{:?} {:?} {:?}", image.symbols, image.lines, image.files));
        for segment in &image.segments {
            let is = (segment.base, segment.size, segment.executable, segment.writable);
            self.part(&format_args!("{} {is:?}", segment.name));
            match &segment.data {
                Data::Bytes(bytes) => self.bytes(bytes),
                Data::Words(words) => {
                    self.bytes(
                        &words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>(),
                    );
                }
            }
        }
    }

    pub(super) fn text(self) -> String {
        HEXLOWER.encode(&self.0.finalize())
    }
}
