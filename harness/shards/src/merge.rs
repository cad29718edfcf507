//! Results of all shards, in the order of the plan.

use std::collections::{BTreeMap, VecDeque};
use std::io::{Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use serde::de::{DeserializeOwned, IgnoredAny};

use crate::lines::{Lines, shown};
use crate::plan::{Item, Plan, PlanReader};
use crate::record::{Record, Trailer};
use crate::sealed::{self, Wrong};
use crate::{failed, opened};

/// Files of a plan's shards in some folders.
#[derive(Debug)]
pub struct ShardFiles {
    /// Complete files of each shard, from 1, with their trailers.
    whole: BTreeMap<u32, Vec<(PathBuf, Trailer)>>,
    /// Messages about damaged files.
    damaged: Vec<String>,
}

/// Two different results of one item, which depend on more than the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differ {
    /// Item; none if the files differ in their items.
    pub item: Option<String>,
    /// Both files, each with the number and text of the first different line.
    pub both: [(PathBuf, u64, String); 2],
}

/// Reason why shards cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// Error message.
    Wrong(String),
    /// Two different results of one item.
    Differ(Box<Differ>),
}

impl From<String> for Trouble {
    fn from(why: String) -> Self {
        Trouble::Wrong(why)
    }
}

impl ShardFiles {
    /// Searches folders and their subfolders, in which artifacts may be unpacked.
    ///
    /// # Errors
    /// An error message if a folder cannot be read, or has a shard of another plan.
    pub fn look(plan: &Plan, folders: &[PathBuf]) -> Result<ShardFiles, String> {
        let mut found = ShardFiles { whole: BTreeMap::new(), damaged: Vec::new() };
        let mut paths = Vec::new();
        for folder in folders {
            files(folder, true, &mut paths)?;
        }
        // A folder may be given twice.
        paths.sort();
        paths.dedup();
        for path in paths {
            let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
            let Some((shard, of, short)) = parts(&name) else { continue };
            let is_of_plan = of == plan.header.shards && short == plan.short();
            if !is_of_plan || shard == 0 || shard > of {
                return Err(format!(
                    "{} belongs to another plan than {}; name a folder with the shards of this plan only",
                    shown(&path),
                    shown(&plan.path)
                ));
            }
            match sealed::check(plan, shard, &path) {
                Ok(trailer) => found.whole.entry(shard).or_default().push((path, trailer)),
                Err(Wrong::OfAnother(why)) => return Err(why),
                Err(Wrong::Damaged(why)) => found.damaged.push(why),
                // It was removed meanwhile.
                Err(Wrong::Missing) => {}
            }
        }
        Ok(found)
    }

    /// Shards without a complete file, in ascending order.
    #[must_use]
    pub fn missing(&self, plan: &Plan) -> Vec<u32> {
        (1..=plan.header.shards).filter(|shard| !self.whole.contains_key(shard)).collect()
    }

    /// Messages about damaged files.
    #[must_use]
    pub fn damaged(&self) -> &[String] {
        &self.damaged
    }

    /// Checks that every item has exactly one result; equal copies are allowed.
    ///
    /// # Errors
    /// If an item has none, or different ones.
    pub fn check(&self, plan: &Plan) -> Result<(), Trouble> {
        for copies in self.whole.values() {
            let Some(((first, trailer), others)) = copies.split_first() else { continue };
            let other = others.iter().find(|(_, other)| other.sha256 != trailer.sha256);
            if let Some((other, _)) = other {
                return Err(differ(first, other)?);
            }
        }
        Ok(self.each(plan, |_, _: IgnoredAny| Ok(()))?)
    }

    /// Calls `each` with every item and its result, in the order of the plan.
    ///
    /// # Errors
    /// An error message if a shard is missing or has other items, and any error of `each`.
    pub fn each<T: DeserializeOwned>(
        &self,
        plan: &Plan,
        mut each: impl FnMut(&Item, T) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut results = self.results(plan)?;
        while let Some((item, result)) = results.next_result()? {
            each(&item, result)?;
        }
        Ok(())
    }

    /// Results, to be read one at a time.
    ///
    /// # Errors
    /// An error message if the plan cannot be read again.
    pub fn results<'f>(&'f self, plan: &'f Plan) -> Result<Results<'f>, String> {
        let reading = Some(PlanReader::begin(&plan.path)?);
        let readers =
            Readers { open: BTreeMap::new(), order: VecDeque::new(), at: BTreeMap::new() };
        Ok(Results { found: self, plan, reading, readers })
    }
}

/// Results in the order of the plan, read one at a time.
#[derive(Debug)]
pub struct Results<'f> {
    found: &'f ShardFiles,
    plan: &'f Plan,
    /// Reader of the plan, until its end.
    reading: Option<PlanReader>,
    readers: Readers,
}

impl Results<'_> {
    /// Next item with its result; none after the last.
    ///
    /// # Errors
    /// An error message if its shard is missing or has another item there, or the plan was replaced.
    pub fn next_result<T: DeserializeOwned>(&mut self) -> Result<Option<(Item, T)>, String> {
        let Some(reading) = &mut self.reading else { return Ok(None) };
        let Some(item) = reading.next(|_| true)? else {
            let again = self.reading.take().map(PlanReader::end).transpose()?;
            again.map_or(Ok(()), |again| self.plan.must_be(&again))?;
            return Ok(None);
        };
        let path = self.found.whole.get(&item.shard).and_then(|copies| copies.first());
        let Some((path, _)) = path else {
            return Err(format!("shard {} is missing", item.shard));
        };
        let result = self.readers.next(item.shard, path, &item)?;
        Ok(Some((item, result)))
    }
}

/// Collects the files of a folder and, if `deeper`, of its subfolders.
fn files(folder: &Path, deeper: bool, all: &mut Vec<PathBuf>) -> Result<(), String> {
    let unreadable = |why: std::io::Error| failed("read", folder, &why);
    for entry in folder.read_dir().map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if deeper && path.is_dir() {
            files(&path, false, all)?;
        } else if path.is_file() {
            all.push(path);
        }
    }
    Ok(())
}

/// Parses the name of a shard's file: shard, number of shards, plan.
fn parts(name: &str) -> Option<(u32, u32, &str)> {
    let rest = name.strip_prefix("shard-")?.strip_suffix(".jsonl")?;
    let (numbers, short) = rest.split_once('.')?;
    let (shard, of) = numbers.split_once("-of-")?;
    Some((shard.parse().ok()?, of.parse().ok()?, short))
}

/// First line in which two files differ.
fn differ(one: &Path, other: &Path) -> Result<Trouble, String> {
    let open = |path: &Path| opened(path).map(Lines::of).map_err(|why| failed("read", path, &why));
    let (mut first, mut second) = (open(one)?, open(other)?);
    let next = |lines: &mut Lines, path: &Path| {
        let line = lines.next().map_err(|why| failed("read", path, &why))?;
        Ok::<_, String>(String::from_utf8_lossy(line.unwrap_or_default()).into_owned())
    };
    loop {
        let (here, there) = (next(&mut first, one)?, next(&mut second, other)?);
        if here == there && !here.is_empty() {
            continue;
        }
        let key = |line: &str| {
            let record: Option<Record<IgnoredAny>> = serde_json::from_str(line).ok();
            record.map(|record| record.key)
        };
        let item = key(&here).filter(|item| key(&there).as_ref() == Some(item));
        let (at, there_at) = (first.number, second.number);
        let both = [(one.to_owned(), at, here), (other.to_owned(), there_at, there)];
        return Ok(Trouble::Differ(Box::new(Differ { item, both })));
    }
}

/// Most files open at once; systems allow a process hundreds.
const MOST_OPEN: usize = 128;

/// Readers of the files of all shards.
#[derive(Debug)]
struct Readers {
    open: BTreeMap<u32, Lines>,
    /// Open files, in the order in which they were opened.
    order: VecDeque<u32>,
    /// Position of each closed file.
    at: BTreeMap<u32, u64>,
}

impl Readers {
    /// Next result of a shard, which must be that of `item`.
    fn next<T: DeserializeOwned>(
        &mut self,
        shard: u32,
        path: &Path,
        item: &Item,
    ) -> Result<T, String> {
        let unreadable = |why: std::io::Error| failed("read", path, &why);
        if !self.open.contains_key(&shard) {
            if self.order.len() >= MOST_OPEN
                && let Some(oldest) = self.order.pop_front()
                && let Some(closed) = self.open.remove(&oldest)
            {
                self.at.insert(oldest, closed.end());
            }
            let mut file = opened(path).map_err(unreadable)?;
            let at = self.at.remove(&shard).unwrap_or(0);
            file.seek(SeekFrom::Start(at)).map_err(unreadable)?;
            self.open.insert(shard, Lines::from(file, at));
            self.order.push_back(shard);
        }
        let wrong = || {
            let key = asmkit::plain_name(&item.key);
            format!("{} has another line in place of `{key}`; make it again", shown(path))
        };
        let lines = self.open.get_mut(&shard).ok_or_else(wrong)?;
        let line = lines.next().map_err(unreadable)?.ok_or_else(wrong)?;
        let record: Record<T> = serde_json::from_slice(line).map_err(|_| wrong())?;
        // Many files are open at once, and lines can be long.
        lines.release();
        if record.is_of(item) { Ok(record.result) } else { Err(wrong()) }
    }
}
