//! Results that are kept in a folder, so that a second run does only what changed.

use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use targets::files;

use crate::class::Submission;
use crate::grade::PreparedAssignment;
use crate::graded::{Graded, Outcome};

/// A folder of results, a file a student.
#[derive(Debug)]
pub struct ResultCache {
    folder: PathBuf,
    /// Inputs of a result besides the submission.
    around: String,
}

/// A result as its file has it.
#[derive(Serialize, Deserialize)]
struct CacheEntry {
    /// A digest of all it depends on.
    key: String,
    graded: Graded,
}

/// Bytes of a kept result.
const MOST_BYTES: u64 = 64 << 20;

impl ResultCache {
    /// The results in a folder, which is created if missing; `program` distinguishes one build of
    /// this program from another.
    ///
    /// # Errors
    /// An error message if the folder cannot be created.
    pub fn in_folder(
        folder: &Path,
        prepared: &PreparedAssignment,
        program: &str,
    ) -> Result<ResultCache, String> {
        std::fs::create_dir_all(folder)
            .map_err(|why| format!("{}: {}", files::shown(folder), files::reason(&why)))?;
        let around = format!("{program}\n{}\n{}", prepared.assignment.digest, prepared.state());
        Ok(ResultCache { folder: folder.to_owned(), around })
    }

    /// Key of a submission's result: its content and name, the assignment, and the program.
    fn key(&self, submission: &Submission, bytes: &[u8]) -> String {
        let mut digest = Sha256::new();
        let name = submission.file.to_string_lossy();
        let id = submission.id.as_deref().unwrap_or_default();
        let about_name = submission.about_name.as_deref().unwrap_or_default();
        let student = submission.student.as_bytes();
        let (id, about_name) = (id.as_bytes(), about_name.as_bytes());
        for part in [self.around.as_bytes(), name.as_bytes(), student, id, about_name, bytes] {
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
        let kept: CacheEntry = serde_json::from_slice(&text).ok()?;
        (kept.key == self.key(submission, &bytes)).then_some(kept.graded)
    }

    /// Writes a result, whole or not at all; a failure of the grader's own is not kept.
    ///
    /// # Errors
    /// An error message if it cannot be written.
    pub fn keep(&self, submission: &Submission, graded: &Graded) -> Result<(), String> {
        if matches!(graded.outcome, Outcome::Infra(_)) {
            return Ok(());
        }
        let key =
            submission.bytes().map_or_else(|_| String::new(), |bytes| self.key(submission, &bytes));
        let kept = CacheEntry { key, graded: graded.clone() };
        let mut text = serde_json::to_vec_pretty(&kept).map_err(|why| why.to_string())?;
        text.push(b'\n');
        files::write(&self.place(submission), &text)
    }
}

/// Bytes of a file's name, with room for an ending.
const MOST_NAME_BYTES: usize = 150;

/// A student's name as a file's, which leads nowhere else; two students never have one file.
///
/// It is the name itself where that has letters, digits, blanks and `-_.,'()` only. Where something had to
/// be changed, the first digits of a digest make it unique.
#[must_use]
pub fn file_name(student: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || " -_.,'()".contains(c) { c } else { '_' };
    let name: String = student.chars().map(plain).collect();
    let name = name.trim_start_matches(['.', ' ']).trim_end_matches(['.', ' ']);
    let end = name.floor_char_boundary(MOST_NAME_BYTES);
    let name = &name[..end];
    if name == student && !is_device(name) {
        return name.to_owned();
    }
    let digest = HEXLOWER.encode(&Sha256::digest(student));
    format!("{name}_{}", &digest[..8])
}

/// Whether a name is one of those that are no files on Windows, or is empty.
///
/// Source: Microsoft, "Naming Files, Paths, and Namespaces".
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let numbered = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    stem.is_empty()
        || ["CON", "PRN", "AUX", "NUL"].contains(&stem.as_str())
        || numbered.is_some_and(|number| number.chars().count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_students_never_have_one_file() {
        let long = "x".repeat(400);
        let longer = "x".repeat(401);
        let students = [
            "Ada King",
            "Ada_King",
            "Ada/King",
            "Ada:King",
            "Ada?King",
            "..",
            ".",
            "",
            " ",
            ".Ada",
            "Ada",
            "Ada.",
            "Ada ",
            "nul",
            "_",
            "Zoé",
            "Zoe\u{301}",
            "a\u{202e}b",
            "a\tb",
            &long,
            &longer,
        ];
        let files: std::collections::BTreeSet<String> =
            students.iter().map(|student| file_name(student)).collect();
        assert_eq!(files.len(), students.len(), "{files:?}");
        for file in &files {
            assert!(
                file.len() < 200 && !file.starts_with('.') && !file.contains(['/', '\\', ':']),
                "{file}"
            );
        }
        // Most student names are not changed.
        for plain in ["Ada King-Noel", "O'Neil, Zoé", "ada_1.2", "Ada King (1235)"] {
            assert_eq!(file_name(plain), plain);
        }
    }
}
