//! A submission to be graded.

use std::path::PathBuf;

use targets::files;

use crate::grade::MOST_BYTES;

/// A submission to be graded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Submission {
    /// The file; of an archive's, the archive and the name in it.
    pub file: PathBuf,
    /// Whose it is, as the platform that exported it names the student.
    pub student: String,
    /// The student's number or address on that platform.
    pub id: Option<String>,
    /// A message about the file's name if it differs from the requested one.
    pub about_name: Option<String>,
    /// Its content.
    pub content: SubmissionContent,
}

/// Content of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubmissionContent {
    /// The file's content when it is graded; no link is followed below this folder.
    File {
        /// The folder that somebody named.
        below: PathBuf,
    },
    /// The file's content when it was read.
    Read(Vec<u8>),
    /// These bytes, which were in an archive.
    Bytes(Vec<u8>),
    /// Nothing that can be graded, and why.
    Refused(String),
}

impl Default for SubmissionContent {
    fn default() -> Self {
        SubmissionContent::Bytes(Vec::new())
    }
}

impl Submission {
    /// Its bytes.
    ///
    /// # Errors
    /// An error message if they cannot be read or exceed a submission's limit.
    pub fn bytes(&self) -> Result<Vec<u8>, String> {
        match &self.content {
            SubmissionContent::File { below } => {
                files::read_below(below, &self.file, MOST_BYTES as u64)
            }
            SubmissionContent::Read(bytes) | SubmissionContent::Bytes(bytes) => Ok(bytes.clone()),
            SubmissionContent::Refused(why) => Err(why.clone()),
        }
    }

    /// Its text; none if it cannot be read.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        self.bytes().ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }
}
