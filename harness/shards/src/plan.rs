//! A plan: the items, their inputs and their shards.
//!
//! A plan is a file of JSON lines: the header, one line per item, and last the digest of all preceding lines,
//! which identifies the plan. It is read line by line, never as a whole.

mod draft;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use draft::{Common, Draft};

use crate::digest::{self, Digest};
use crate::lines::{Lines, shown};
use crate::{failed, opened};

/// Format name in the first line of a plan.
const FORMAT: &str = "isagrid-plan";

/// Version of the plan format.
const VERSION: u32 = 1;

/// Most shards of a plan.
pub const MOST_SHARDS: u32 = 100_000;

/// First line of a plan: facts common to all items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    format: String,
    version: u32,
    /// Build of the program that made it; other builds refuse it.
    pub tool: String,
    /// Kind of work, such as `grade`.
    pub kind: String,
    /// Additional data of that kind.
    pub arguments: Value,
    /// Inputs of every item.
    pub inputs: Vec<Input>,
    /// Number of items.
    pub items: u64,
    /// Number of shards.
    pub shards: u32,
}

/// Digest of a file or other input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Path, relative to the folder in which the plan was made.
    pub path: String,
    /// Digest of its content.
    pub sha256: String,
    /// Size in bytes.
    pub size: u64,
}

impl Input {
    /// Digest of a file's current content.
    ///
    /// # Errors
    /// An error message with the path if it cannot be read, or its name is not UTF-8.
    pub fn of_file(path: &Path) -> Result<Input, String> {
        let (sha256, size) = digest::of_file(path)?;
        Ok(Input { path: utf8(path)?.to_owned(), sha256, size })
    }

    /// Digest of content inside another file, such as an archive.
    #[must_use]
    pub fn of_bytes(path: &str, bytes: &[u8]) -> Input {
        Input { path: path.to_owned(), sha256: digest::of(bytes), size: bytes.len() as u64 }
    }

    /// Checks that content has not changed since the plan was made.
    ///
    /// # Errors
    /// An error message with the path if it has.
    pub fn must_be(&self, bytes: &[u8]) -> Result<(), String> {
        let is_same = self.size == bytes.len() as u64 && self.sha256 == digest::of(bytes);
        if is_same { Ok(()) } else { Err(self.changed()) }
    }

    /// Checks the same for the file at its path.
    ///
    /// # Errors
    /// An error message with the path if it has changed or cannot be read.
    pub fn must_be_file(&self) -> Result<(), String> {
        let path = Path::new(&self.path);
        let now = digest::of_file(path)?;
        let is_same = now == (self.sha256.clone(), self.size);
        if is_same { Ok(()) } else { Err(self.changed()) }
    }

    fn changed(&self) -> String {
        let path = shown(Path::new(&self.path));
        format!("{path} has changed since the plan was made; restore it, or make a new plan")
    }
}

/// Path as text, which a plan needs.
fn utf8(path: &Path) -> Result<&str, String> {
    path.to_str().ok_or_else(|| {
        format!("{} has a name that is not UTF-8; a plan cannot contain it", shown(path))
    })
}

/// Unit of work.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Index in the plan, from 0; results are in this order.
    pub number: u64,
    /// Unique name.
    pub key: String,
    /// Number of its shard, from 1.
    pub shard: u32,
    /// Input of this item only.
    pub input: Option<Input>,
    /// Additional data of its kind of work.
    pub data: Value,
}

impl Item {
    /// Additional data of its kind of work.
    ///
    /// # Errors
    /// An error message if it has another type.
    pub fn data<T: DeserializeOwned>(&self) -> Result<T, String> {
        let data = T::deserialize(&self.data);
        data.map_err(|_| {
            format!("the plan has unexpected data for `{}`", asmkit::plain_name(&self.key))
        })
    }
}

/// Line of an item.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemLine {
    key: String,
    shard: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    input: Option<Input>,
    #[serde(skip_serializing_if = "Value::is_null", default)]
    data: Value,
}

/// Shard of an item's line, without its other fields.
#[derive(Deserialize)]
struct ShardField {
    shard: u32,
}

/// Last line of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    plan: String,
}

/// A complete plan.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Facts common to all items.
    pub header: Header,
    /// Digest that identifies it.
    pub id: String,
    /// File it was read from.
    pub path: PathBuf,
    /// Number of items of each shard, in order.
    counts: Vec<u64>,
}

impl Plan {
    /// Reads a plan and passes each item to `each`; nothing is verified until the end.
    ///
    /// # Errors
    /// An error message with the line if the file is not a plan, or is damaged.
    pub fn read(path: &Path, each: impl FnMut(Item)) -> Result<Plan, String> {
        Plan::read_some(path, |_| true, each)
    }

    /// Reads a plan without its items, which is faster.
    ///
    /// # Errors
    /// As [`read`](Plan::read).
    pub fn open(path: &Path) -> Result<Plan, String> {
        Plan::read_some(path, |_| false, |_| {})
    }

    /// Reads a plan and passes each item of the wanted shards to `each`.
    fn read_some(
        path: &Path,
        is_wanted: impl Fn(u32) -> bool,
        mut each: impl FnMut(Item),
    ) -> Result<Plan, String> {
        let mut reading = PlanReader::begin(path)?;
        while let Some(item) = reading.next(&is_wanted)? {
            each(item);
        }
        reading.end()
    }

    /// Reads all items again.
    ///
    /// # Errors
    /// As [`read`](Plan::read), or if the file is another plan now.
    pub fn each(&self, each: impl FnMut(Item)) -> Result<(), String> {
        self.each_of(|_| true, each)
    }

    fn each_of(
        &self,
        is_wanted: impl Fn(u32) -> bool,
        each: impl FnMut(Item),
    ) -> Result<(), String> {
        self.must_be(&Plan::read_some(&self.path, is_wanted, each)?)
    }

    /// Checks that the plan read again is the same.
    pub(crate) fn must_be(&self, again: &Plan) -> Result<(), String> {
        if again.id == self.id {
            return Ok(());
        }
        Err(format!("{} was replaced by another plan while it was used", shown(&self.path)))
    }

    /// Items of a shard, from 1, in order.
    ///
    /// # Errors
    /// As [`each`](Plan::each).
    pub fn items(&self, shard: u32) -> Result<Vec<Item>, String> {
        let mut items = Vec::new();
        self.each_of(|of| of == shard, |item| items.push(item))?;
        Ok(items)
    }

    /// Number of items of a shard, from 1; 0 if there is no such shard.
    #[must_use]
    pub fn count(&self, shard: u32) -> u64 {
        let at = shard.checked_sub(1).map(|at| at as usize);
        at.and_then(|at| self.counts.get(at)).copied().unwrap_or(0)
    }

    /// Additional data of its kind of work.
    ///
    /// # Errors
    /// An error message if it has another type.
    pub fn arguments<T: DeserializeOwned>(&self) -> Result<T, String> {
        let arguments = T::deserialize(&self.header.arguments);
        arguments.map_err(|_| format!("{} has unexpected arguments", shown(&self.path)))
    }

    /// Checks that no input of every item has changed since the plan was made.
    ///
    /// # Errors
    /// An error message with the path if one has changed or cannot be read.
    pub fn check_inputs(&self) -> Result<(), String> {
        self.header.inputs.iter().try_for_each(Input::must_be_file)
    }

    /// First eight digits of its digest, which are in the names of its shards' files.
    #[must_use]
    pub fn short(&self) -> &str {
        &self.id[..8]
    }

    /// Checks that this build made the plan.
    ///
    /// # Errors
    /// An error message with both builds if another did.
    pub fn must_be_of(&self, tool: &str) -> Result<(), String> {
        if self.header.tool == tool {
            return Ok(());
        }
        let made = asmkit::plain_name(&self.header.tool);
        Err(format!(
            "{} was made by another build of isagrid: {made}, and this is {tool}; results of two builds cannot be merged",
            shown(&self.path)
        ))
    }
}

/// Reader of a plan, item by item.
#[derive(Debug)]
pub(crate) struct PlanReader {
    path: PathBuf,
    lines: Lines,
    digest: Digest,
    header: Header,
    /// Index of the next item, from 0.
    number: u64,
    counts: Vec<u64>,
    /// Digests of the keys read so far, which must differ.
    keys: HashSet<[u8; 16]>,
}

impl PlanReader {
    pub(crate) fn begin(path: &Path) -> Result<PlanReader, String> {
        let file = opened(path).map_err(|why| failed("read", path, &why))?;
        let (mut lines, mut digest) = (Lines::of(file), Digest::default());
        let header = read_header(path, &mut lines, &mut digest)?;
        let counts = vec![0; header.shards as usize];
        let (path, keys) = (path.to_owned(), HashSet::new());
        Ok(PlanReader { path, lines, digest, header, number: 0, counts, keys })
    }

    /// Next item of the wanted shards; none after the last.
    pub(crate) fn next(&mut self, is_wanted: impl Fn(u32) -> bool) -> Result<Option<Item>, String> {
        while self.number < self.header.items {
            let number = self.number;
            self.number += 1;
            let line = next(&self.path, &mut self.lines)?;
            self.digest.add(line);
            let of: serde_json::Result<ShardField> = serde_json::from_slice(line);
            let of = of.map_err(|_| broken(&self.path, &self.lines))?;
            let count = of.shard.checked_sub(1).and_then(|at| self.counts.get_mut(at as usize));
            *count.ok_or_else(|| broken(&self.path, &self.lines))? += 1;
            if is_wanted(of.shard) {
                let item = serde_json::from_slice(self.lines.last());
                let item: ItemLine = item.map_err(|_| broken(&self.path, &self.lines))?;
                let ItemLine { key, shard, input, data } = item;
                if !self.keys.insert(digest::short(key.as_bytes())) {
                    let (path, line) = (shown(&self.path), self.lines.number);
                    let key = asmkit::plain_name(&key);
                    return Err(format!(
                        "{path}: line {line}: a second item `{key}`; make it again"
                    ));
                }
                return Ok(Some(Item { number, key, shard, input, data }));
            }
        }
        Ok(None)
    }

    /// Finishes after all items have been read.
    pub(crate) fn end(self) -> Result<Plan, String> {
        let PlanReader { path, mut lines, digest, header, counts, .. } = self;
        let end: serde_json::Result<End> = serde_json::from_slice(next(&path, &mut lines)?);
        let end = end.map_err(|_| broken(&path, &lines))?;
        let id = digest.show();
        if end.plan != id || !matches!(lines.next(), Ok(None)) {
            return Err(format!("{} {CHANGED}", shown(&path)));
        }
        Ok(Plan { header, id, path, counts })
    }
}

/// Message about a plan whose digest is wrong.
const CHANGED: &str = "is damaged: its digest is wrong; make it again";

fn read_header(path: &Path, lines: &mut Lines, digest: &mut Digest) -> Result<Header, String> {
    let no_plan = || format!("{} is not a plan; `isagrid plan` writes one", shown(path));
    let first = lines.next().map_err(|why| failed("read", path, &why))?.ok_or_else(no_plan)?;
    digest.add(first);
    let known: Value = serde_json::from_slice(first).map_err(|_| no_plan())?;
    if known["format"] != FORMAT {
        return Err(no_plan());
    }
    if known["version"] != VERSION {
        return Err(format!(
            "{} is a plan of version {}, but this isagrid reads version {VERSION}",
            shown(path),
            asmkit::plain_name(&known["version"].to_string())
        ));
    }
    let header: Header = serde_json::from_value(known).map_err(|why| {
        format!("{}: line 1: {}", shown(path), asmkit::plain_name(&why.to_string()))
    })?;
    if header.shards == 0 || header.shards > MOST_SHARDS {
        return Err(format!("{}: line 1: invalid number of shards {}", shown(path), header.shards));
    }
    Ok(header)
}

/// Next line, which must have a line end.
fn next<'l>(path: &Path, lines: &'l mut Lines) -> Result<&'l [u8], String> {
    let line = lines.next().map_err(|why| failed("read", path, &why))?;
    let line = line.filter(|line| line.ends_with(b"\n"));
    line.ok_or_else(|| format!("{} is truncated; make it again", shown(path)))
}

fn broken(path: &Path, lines: &Lines) -> String {
    format!("{}: line {}: invalid line of a plan; make it again", shown(path), lines.number)
}
