//! A shard that is worked on: what is left of it, and what is done.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde_json::json;

use crate::failed;
use crate::journal::Journal;
use crate::lines::shown;
use crate::plan::{Item, Plan};
use crate::record::{self, StepRecord, file_name};
use crate::sealed::{self, Wrong};

/// A shard that nobody else works on in this folder.
#[derive(Debug)]
pub struct Work {
    plan: Plan,
    shard: u32,
    folder: PathBuf,
    items: Vec<Item>,
    journal: Mutex<Journal>,
    /// Why the shard's file, which was there, is made again.
    damage: Option<String>,
    _lock: Lock,
}

/// A lock file that is held: the system gives it up when this process ends, however it does.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing it is not enough while a process that was just begun has it, too. Where giving it up
        // fails, it is given up with the last of them.
        let _ = self.0.unlock();
    }
}

/// What became of beginning.
#[derive(Debug)]
pub enum Begun {
    /// There is something to do.
    Work(Box<Work>),
    /// It was done before, and this is its file.
    Finished(PathBuf),
    /// Another process works on it in this folder.
    Busy,
}

impl Work {
    /// Begins a shard, from 1, or goes on with it; results go to a folder, which is made if need be.
    ///
    /// # Errors
    /// A sentence when the plan or the folder cannot be used.
    pub fn begin(plan: &Plan, shard: u32, folder: &Path) -> Result<Begun, String> {
        fs::create_dir_all(folder).map_err(|why| failed("make the folder", folder, &why))?;
        let path = folder.join(file_name(plan, shard));
        let lock = path.with_extension("lock");
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(&lock);
        let file = file.map_err(|why| failed("write", &lock, &why))?;
        let lock = match file.try_lock() {
            Ok(()) => Lock(file),
            Err(TryLockError::WouldBlock) => return Ok(Begun::Busy),
            Err(TryLockError::Error(why)) => return Err(failed("lock", &lock, &why)),
        };
        let journal = path.with_extension("journal");
        let damage = match sealed::check(plan, shard, &path) {
            Ok(_) => {
                // Who was killed between the last two steps left it.
                let _ = fs::remove_file(&journal);
                return Ok(Begun::Finished(path));
            }
            Err(Wrong::Missing) => None,
            Err(Wrong::Damaged(why) | Wrong::OfAnother(why)) => Some(why),
        };
        let items = plan.items(shard)?;
        let head = json!({ "plan": plan.id, "shard": shard, "of": plan.header.shards });
        let is_item = |number: u64, key: &str| {
            let at = items.binary_search_by_key(&number, |item| item.number);
            at.is_ok_and(|at| items[at].key == key)
        };
        let journal = Journal::open(&journal, &format!("{head}\n"), is_item)?;
        Ok(Begun::Work(Box::new(Work {
            plan: plan.clone(),
            shard,
            folder: folder.to_owned(),
            items,
            journal: Mutex::new(journal),
            damage,
            _lock: lock,
        })))
    }

    fn journal(&self) -> std::sync::MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The items that have no result yet, in their order.
    #[must_use]
    pub fn left(&self) -> Vec<&Item> {
        let journal = self.journal();
        self.items.iter().filter(|item| !journal.has(item.number)).collect()
    }

    /// How many have one.
    #[must_use]
    pub fn known(&self) -> usize {
        self.journal().len()
    }

    /// Why the shard's file, which was there, is made again; none where there was none.
    #[must_use]
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Keeps a result, JSON in one line; when this comes back, it is on the disk.
    ///
    /// # Errors
    /// A sentence when it cannot be kept, and from then on always.
    pub fn keep(&self, item: &Item, result: &str) -> Result<(), String> {
        let line = record::line(item, result)?;
        self.journal().keep(item.number, &line)
    }

    /// Keeps a part of what an item comes to, JSON in one line, for who goes on with it.
    ///
    /// # Errors
    /// As [`keep`](Work::keep).
    pub fn step(&self, item: &Item, step: &str) -> Result<(), String> {
        let line = record::step_line(item, step)?;
        self.journal().step(item.number, &line)
    }

    /// The steps of an item that were kept, in their order; none where it has its result.
    ///
    /// # Errors
    /// A sentence when they cannot be read, or are none of this kind.
    pub fn steps<T: DeserializeOwned>(&self, item: &Item) -> Result<Vec<T>, String> {
        let lines = self.journal().steps(item.number)?;
        let step = |line: &String| serde_json::from_str(line).map(|it: StepRecord<T>| it.step);
        let steps = lines.iter().map(step).collect::<Result<_, _>>();
        steps.map_err(|_| {
            let key = asmkit::plain_name(&item.key);
            format!("the journal of `{key}` has other steps than such work takes: remove it")
        })
    }

    /// Writes the shard's file, from the results of all items, and gives its path.
    ///
    /// # Errors
    /// A sentence when a result is missing, or the file cannot be written.
    pub fn finish(self) -> Result<PathBuf, String> {
        let path = self.folder.join(file_name(&self.plan, self.shard));
        let mut items = self.items.iter();
        sealed::write(&self.plan, self.shard, &self.folder, || {
            let Some(item) = items.next() else { return Ok(None) };
            if !self.journal().has(item.number) {
                return Err(format!("`{}` has no result yet", asmkit::plain_name(&item.key)));
            }
            self.journal().line(item.number).map(Some)
        })?;
        // All it says is in the file now; one that stays goes with the next start.
        let _ = fs::remove_file(path.with_extension("journal"));
        Ok(path)
    }

    /// How a process that finds the shard taken says so.
    #[must_use]
    pub fn busy(plan: &Plan, shard: u32, folder: &Path) -> String {
        let of = plan.header.shards;
        format!("another process works on shard {shard}/{of} in {}", shown(folder))
    }
}
