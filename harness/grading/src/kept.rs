//! Results that are kept in a folder, so that a second run does only what changed.

use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use machines::files;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::class::Submission;
use crate::grade::Prepared;
use crate::graded::{Graded, Outcome};

/// A folder of results, a file a student.
#[derive(Debug)]
pub struct Kept {
    folder: PathBuf,
    /// What a result depends on besides the submission.
    around: String,
}

/// A result as its file has it.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// A digest of all it depends on.
    key: String,
    graded: Graded,
}

/// Bytes of a kept result.
const MOST_BYTES: u64 = 64 << 20;

impl Kept {
    /// The results in a folder, which is made if it is not there; `program` is what tells one build of
    /// this program from another.
    ///
    /// # Errors
    /// A sentence when there can be no such folder.
    pub fn in_folder(folder: &Path, prepared: &Prepared, program: &str) -> Result<Kept, String> {
        std::fs::create_dir_all(folder)
            .map_err(|why| format!("{}: {}", files::shown(folder), files::reason(&why)))?;
        let around = format!("{program}\n{}\n{}", prepared.assignment.digest, prepared.state());
        Ok(Kept { folder: folder.to_owned(), around })
    }

    /// What a submission's result is known by: its content and name, the assignment, and the program.
    fn key(&self, submission: &Submission, bytes: &[u8]) -> String {
        let mut digest = Sha256::new();
        let name = submission.file.to_string_lossy();
        for part in [self.around.as_bytes(), name.as_bytes(), submission.student.as_bytes(), bytes]
        {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        HEXLOWER.encode(&digest.finalize())
    }

    fn place(&self, submission: &Submission) -> PathBuf {
        self.folder.join(format!("{}.json", file_name(&submission.student)))
    }

    /// The result of an earlier run, if nothing has changed since.
    #[must_use]
    pub fn find(&self, submission: &Submission) -> Option<Graded> {
        let bytes = submission.bytes().ok()?;
        let text = files::read(&self.place(submission), MOST_BYTES).ok()?;
        let kept: Entry = serde_json::from_slice(&text).ok()?;
        (kept.key == self.key(submission, &bytes)).then_some(kept.graded)
    }

    /// Writes a result, whole or not at all; a failure of the grader's own is not kept.
    ///
    /// # Errors
    /// A sentence when it cannot be written.
    pub fn keep(&self, submission: &Submission, graded: &Graded) -> Result<(), String> {
        if matches!(graded.outcome, Outcome::Infra(_)) {
            return Ok(());
        }
        let key =
            submission.bytes().map_or_else(|_| String::new(), |bytes| self.key(submission, &bytes));
        let kept = Entry { key, graded: graded.clone() };
        let mut text = serde_json::to_vec_pretty(&kept).map_err(|why| why.to_string())?;
        text.push(b'\n');
        files::write(&self.place(submission), &text)
    }
}

/// A student's name as a file's: letters, digits, `-`, `_` and `.` in it, and nothing that leads away.
#[must_use]
pub fn file_name(student: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = student.chars().map(plain).collect();
    let name = name.trim_start_matches('.');
    if name.is_empty() { "_".to_owned() } else { name.to_owned() }
}
