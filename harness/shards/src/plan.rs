//! A plan: what is to be done, with which content, and by which shard.
//!
//! A plan is a file of JSON lines: the header, a line an item, and last the digest of all lines before
//! it, which is the plan's name. It is read a line at a time and never whole.

mod draft;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use draft::{Common, Draft};

use crate::digest::{self, Digest};
use crate::lines::{Lines, shown};
use crate::{failed, opened};

/// What the first line of a plan says the file is.
const FORMAT: &str = "isagrid-plan";

/// The version of plans that is written and read.
const VERSION: u32 = 1;

/// Shards a plan may have.
pub const MOST_SHARDS: u32 = 100_000;

/// The first line of a plan: what all items have in common.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    format: String,
    version: u32,
    /// Which build of which program made it; another one refuses to work on it.
    pub tool: String,
    /// What kind of work it is, such as `grade`.
    pub kind: String,
    /// What that kind has to know besides, as it likes.
    pub arguments: Value,
    /// Content that every item needs.
    pub inputs: Vec<Input>,
    /// How many items follow.
    pub items: u64,
    /// How many shards they are in.
    pub shards: u32,
}

/// A file, or what is like one, and the content it must have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Where it lies, from the folder in which the plan was made.
    pub path: String,
    /// The digest of its content.
    pub sha256: String,
    /// Its bytes.
    pub size: u64,
}

impl Input {
    /// The content of a file as it is now.
    ///
    /// # Errors
    /// A sentence with the path when it cannot be read, or its name is no text.
    pub fn of_file(path: &Path) -> Result<Input, String> {
        let (sha256, size) = digest::of_file(path)?;
        let name = path.to_str().ok_or_else(|| {
            format!("{} has a name that is no UTF-8 text: a plan cannot name it", shown(path))
        })?;
        Ok(Input { path: name.to_owned(), sha256, size })
    }

    /// Content that lies in something else, such as an archive.
    #[must_use]
    pub fn of_bytes(path: &str, bytes: &[u8]) -> Input {
        Input { path: path.to_owned(), sha256: digest::of(bytes), size: bytes.len() as u64 }
    }

    /// Refuses content that is not what was planned.
    ///
    /// # Errors
    /// A sentence with the path.
    pub fn must_be(&self, bytes: &[u8]) -> Result<(), String> {
        let is_same = self.size == bytes.len() as u64 && self.sha256 == digest::of(bytes);
        if is_same { Ok(()) } else { Err(self.changed()) }
    }

    /// The same for the file that it names.
    ///
    /// # Errors
    /// A sentence with the path, also when the file cannot be read.
    pub fn must_be_file(&self) -> Result<(), String> {
        let now = digest::of_file(Path::new(&self.path))?;
        let is_same = now == (self.sha256.clone(), self.size);
        if is_same { Ok(()) } else { Err(self.changed()) }
    }

    fn changed(&self) -> String {
        let path = shown(Path::new(&self.path));
        format!("{path} is not what it was when the plan was made: put it back, or make a new plan")
    }
}

/// Something to be done.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its place in the plan, from 0; results come in this order.
    pub number: u64,
    /// What it is called; no two are called the same.
    pub key: String,
    /// What it is expected to take, against others.
    pub cost: u64,
    /// Which shard it is in, from 1.
    pub shard: u32,
    /// The content that it alone needs.
    pub input: Option<Input>,
    /// What its kind of work has to know besides.
    pub data: Value,
}

/// An item as its line has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemLine {
    key: String,
    cost: u64,
    shard: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    input: Option<Input>,
    #[serde(skip_serializing_if = "Value::is_null", default)]
    data: Value,
}

/// Which shard an item's line is of; the rest is passed over.
#[derive(Deserialize)]
struct OfShard {
    shard: u32,
}

/// The last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    plan: String,
}

/// A plan that was read to its end, and is whole.
#[derive(Debug, Clone)]
pub struct Plan {
    /// What all items have in common.
    pub header: Header,
    /// Its name: the digest of all it says.
    pub id: String,
    /// The file it was read from.
    pub path: PathBuf,
    /// Items of each shard, the first one's first.
    counts: Vec<u64>,
}

impl Plan {
    /// Reads a plan, and gives each item as it comes; nothing of it is to be believed before the end.
    ///
    /// # Errors
    /// A sentence with the line when the file is no plan, or not as it was written.
    pub fn read(path: &Path, each: impl FnMut(Item)) -> Result<Plan, String> {
        Plan::read_some(path, |_| true, each)
    }

    /// Reads a plan for what all its items have in common, which takes less time.
    ///
    /// # Errors
    /// As [`read`](Plan::read).
    pub fn open(path: &Path) -> Result<Plan, String> {
        Plan::read_some(path, |_| false, |_| {})
    }

    /// Reads a plan, and gives each item of the shards that are wanted.
    fn read_some(
        path: &Path,
        is_wanted: impl Fn(u32) -> bool,
        mut each: impl FnMut(Item),
    ) -> Result<Plan, String> {
        let mut reading = Reading::begin(path)?;
        while let Some(item) = reading.next(&is_wanted)? {
            each(item);
        }
        reading.end()
    }

    /// Reads all items once more.
    ///
    /// # Errors
    /// As [`read`](Plan::read), and when another plan lies there now.
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

    /// Refuses what lay in its place when it was read again.
    pub(crate) fn must_be(&self, again: &Plan) -> Result<(), String> {
        if again.id == self.id {
            return Ok(());
        }
        Err(format!("{} was replaced by another plan while it was used", shown(&self.path)))
    }

    /// The items of a shard, from 1, in their order.
    ///
    /// # Errors
    /// As [`each`](Plan::each).
    pub fn items(&self, shard: u32) -> Result<Vec<Item>, String> {
        let mut items = Vec::new();
        self.each_of(|of| of == shard, |item| items.push(item))?;
        Ok(items)
    }

    /// How many items a shard has, from 1; none where there is no such shard.
    #[must_use]
    pub fn count(&self, shard: u32) -> u64 {
        let at = shard.checked_sub(1).map(|at| at as usize);
        at.and_then(|at| self.counts.get(at)).copied().unwrap_or(0)
    }

    /// The first eight digits of its name, which files of its shards have in theirs.
    #[must_use]
    pub fn short(&self) -> &str {
        &self.id[..8]
    }

    /// Refuses to work on what another build planned.
    ///
    /// # Errors
    /// A sentence with both builds.
    pub fn must_be_of(&self, tool: &str) -> Result<(), String> {
        if self.header.tool == tool {
            return Ok(());
        }
        let made = asmkit::plain_name(&self.header.tool);
        Err(format!(
            "{} was made by another isagrid: by {made}, and this is {tool}; results of two do not belong together",
            shown(&self.path)
        ))
    }
}

/// A plan's file that is read item by item.
#[derive(Debug)]
pub(crate) struct Reading {
    path: PathBuf,
    lines: Lines,
    digest: Digest,
    header: Header,
    /// The place of the next item, from 0.
    number: u64,
    counts: Vec<u64>,
}

impl Reading {
    pub(crate) fn begin(path: &Path) -> Result<Reading, String> {
        let file = opened(path).map_err(|why| failed("read", path, &why))?;
        let (mut lines, mut digest) = (Lines::of(file), Digest::default());
        let header = read_header(path, &mut lines, &mut digest)?;
        let counts = vec![0; header.shards as usize];
        Ok(Reading { path: path.to_owned(), lines, digest, header, number: 0, counts })
    }

    /// The next item of the shards that are wanted; none behind the last.
    pub(crate) fn next(&mut self, is_wanted: impl Fn(u32) -> bool) -> Result<Option<Item>, String> {
        while self.number < self.header.items {
            let number = self.number;
            self.number += 1;
            let line = next(&self.path, &mut self.lines)?;
            self.digest.add(line);
            let of: serde_json::Result<OfShard> = serde_json::from_slice(line);
            let of = of.map_err(|_| broken(&self.path, &self.lines))?;
            let count = of.shard.checked_sub(1).and_then(|at| self.counts.get_mut(at as usize));
            *count.ok_or_else(|| broken(&self.path, &self.lines))? += 1;
            if is_wanted(of.shard) {
                let item = serde_json::from_slice(self.lines.last());
                let item: ItemLine = item.map_err(|_| broken(&self.path, &self.lines))?;
                let ItemLine { key, cost, shard, input, data } = item;
                return Ok(Some(Item { number, key, cost, shard, input, data }));
            }
        }
        Ok(None)
    }

    /// The plan, when all items have been read.
    pub(crate) fn end(self) -> Result<Plan, String> {
        let Reading { path, mut lines, digest, header, counts, .. } = self;
        let end: serde_json::Result<End> = serde_json::from_slice(next(&path, &mut lines)?);
        let end = end.map_err(|_| broken(&path, &lines))?;
        let id = digest.show();
        if end.plan != id || !matches!(lines.next(), Ok(None)) {
            return Err(format!("{} {CHANGED}", shown(&path)));
        }
        Ok(Plan { header, id, path, counts })
    }
}

/// What became of a plan whose last line does not fit.
const CHANGED: &str = "is not as it was written: its last line is another plan's; make it again";

fn read_header(path: &Path, lines: &mut Lines, digest: &mut Digest) -> Result<Header, String> {
    let no_plan = || format!("{} is no plan: `isagrid plan` writes one", shown(path));
    let first = lines.next().map_err(|why| failed("read", path, &why))?.ok_or_else(no_plan)?;
    digest.add(first);
    let known: Value = serde_json::from_slice(first).map_err(|_| no_plan())?;
    if known["format"] != FORMAT {
        return Err(no_plan());
    }
    if known["version"] != VERSION {
        return Err(format!(
            "{} is a plan of version {}, and this isagrid knows version {VERSION}",
            shown(path),
            asmkit::plain_name(&known["version"].to_string())
        ));
    }
    let header: Header = serde_json::from_value(known).map_err(|why| {
        format!("{}: line 1: {}", shown(path), asmkit::plain_name(&why.to_string()))
    })?;
    if header.shards == 0 || header.shards > MOST_SHARDS {
        return Err(format!("{}: line 1: {} shards are none", shown(path), header.shards));
    }
    Ok(header)
}

/// The next line, which must be there with its end.
fn next<'l>(path: &Path, lines: &'l mut Lines) -> Result<&'l [u8], String> {
    let line = lines.next().map_err(|why| failed("read", path, &why))?;
    let line = line.filter(|line| line.ends_with(b"\n"));
    line.ok_or_else(|| format!("{} is cut off: make it again", shown(path)))
}

fn broken(path: &Path, lines: &Lines) -> String {
    format!(
        "{}: line {}: this is nothing that a plan has; make it again",
        shown(path),
        lines.number
    )
}
