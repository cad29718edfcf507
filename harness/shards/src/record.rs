//! Results in journals and files of shards: lines of JSON.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::failed;
use crate::lines::ascii;
use crate::plan::{Item, Plan};

/// Item and its result.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record<T> {
    pub(crate) item: u64,
    pub(crate) key: String,
    pub(crate) result: T,
}

impl<T> Record<T> {
    pub(crate) fn is_of(&self, item: &Item) -> bool {
        self.item == item.number && self.key == item.key
    }
}

/// Partial result of an item, in journals only.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepRecord<T> {
    pub(crate) item: u64,
    pub(crate) key: String,
    pub(crate) step: T,
}

/// Line of a result.
pub(crate) fn line(item: &Item, result: &impl Serialize) -> Result<String, String> {
    line_of(item, "result", result)
}

/// Line of a partial result.
pub(crate) fn step_line(item: &Item, step: &impl Serialize) -> Result<String, String> {
    line_of(item, "step", step)
}

fn line_of(item: &Item, what: &str, value: &impl Serialize) -> Result<String, String> {
    let json = |value: serde_json::Result<String>| value.map_err(|why| why.to_string());
    let (key, value) = (serde_json::to_string(&item.key), serde_json::to_string(value));
    let (key, value) = (json(key)?, json(value)?);
    Ok(ascii(&format!("{{\"item\":{},\"key\":{key},\"{what}\":{value}}}\n", item.number)))
}

/// Last line of a shard's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trailer {
    pub(crate) plan: String,
    pub(crate) shard: u32,
    pub(crate) of: u32,
    /// Number of preceding lines.
    pub(crate) count: u64,
    /// Digest of those lines.
    pub(crate) sha256: String,
}

/// Name of a shard's file.
pub(crate) fn file_name(plan: &Plan, shard: u32) -> String {
    format!("shard-{shard}-of-{}.{}.jsonl", plan.header.shards, plan.short())
}

/// Flushes a folder's entries to the disk, on systems that can.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), String> {
    if cfg!(unix) {
        let synced = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(|why| failed("write", folder, &why))?;
    }
    Ok(())
}
