//! A shard in progress: its finished and remaining items.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::json;

use crate::journal::Journal;
use crate::lines::shown;
use crate::plan::{Item, Plan};
use crate::record::{self, file_name};
use crate::sealed::{self, Wrong};
use crate::{failed, own_file};

/// A shard that only this process works on in this folder.
#[derive(Debug)]
pub struct Work {
    plan: Plan,
    shard: u32,
    folder: PathBuf,
    items: Vec<Item>,
    journal: Mutex<Journal>,
    /// Reason why an existing file of the shard is replaced.
    damage: Option<String>,
    _lock: Lock,
}

/// A held lock file, which the system releases when this process ends.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing is not enough if a child process has inherited the file. If unlocking fails, the lock is
        // released with the last of them.
        let _ = self.0.unlock();
    }
}

/// Result of starting a shard.
#[derive(Debug)]
pub enum StartResult {
    /// Items remain.
    Work(Box<Work>),
    /// It is finished; this is its file.
    Finished(PathBuf),
    /// Another process works on it in this folder.
    Busy,
}

impl Work {
    /// Starts or resumes a shard, from 1; creates the folder for results if needed.
    ///
    /// # Errors
    /// An error message if the plan or the folder cannot be used.
    pub fn begin(plan: &Plan, shard: u32, folder: &Path) -> Result<StartResult, String> {
        fs::create_dir_all(folder).map_err(|why| failed("make the folder", folder, &why))?;
        let path = folder.join(file_name(plan, shard));
        let lock = path.with_extension("lock");
        let file = own_file(&lock).map_err(|why| failed("write", &lock, &why))?;
        let lock = match file.try_lock() {
            Ok(()) => Lock(file),
            Err(TryLockError::WouldBlock) => return Ok(StartResult::Busy),
            Err(TryLockError::Error(why)) => return Err(failed("lock", &lock, &why)),
        };
        let journal = path.with_extension("journal");
        let damage = match sealed::check(plan, shard, &path) {
            Ok(_) => {
                // A worker killed between the last two steps leaves it.
                let _ = fs::remove_file(&journal);
                return Ok(StartResult::Finished(path));
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
        Ok(StartResult::Work(Box::new(Work {
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

    /// Items without a result, in order.
    #[must_use]
    pub fn left(&self) -> Vec<&Item> {
        let journal = self.journal();
        self.items.iter().filter(|item| !journal.has(item.number)).collect()
    }

    /// Number of items with a result.
    #[must_use]
    pub fn known(&self) -> usize {
        self.journal().len()
    }

    /// Reason why an existing file of the shard is replaced, if there is one.
    #[must_use]
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Saves a result to the disk.
    ///
    /// # Errors
    /// An error message if it cannot be saved; every later call fails, too.
    pub fn keep(&self, item: &Item, result: &impl Serialize) -> Result<(), String> {
        let line = record::line(item, result)?;
        self.journal().keep(item.number, &line)
    }

    /// Writes the results of all items to the shard's file and returns its path.
    ///
    /// # Errors
    /// An error message if a result is missing, or the file cannot be written.
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
        // The file has everything now; if this fails, the next start removes the journal.
        let _ = fs::remove_file(path.with_extension("journal"));
        Ok(path)
    }

    /// Message for a shard that another process works on.
    #[must_use]
    pub fn busy(plan: &Plan, shard: u32, folder: &Path) -> String {
        let of = plan.header.shards;
        format!("another process works on shard {shard}/{of} in {}", shown(folder))
    }
}
