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

/// Line of a result.
pub(crate) fn line(item: &Item, result: &impl Serialize) -> Result<String, String> {
    let json = |value: serde_json::Result<String>| value.map_err(|why| why.to_string());
    let (key, result) = (serde_json::to_string(&item.key), serde_json::to_string(result));
    let (key, result) = (json(key)?, json(result)?);
    Ok(ascii(&format!("{{\"item\":{},\"key\":{key},\"result\":{result}}}\n", item.number)))
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
