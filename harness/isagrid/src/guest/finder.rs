//! Lookup of files that a program opens, in its own folder and `--include` folders, read-only.

use asmkit::OpenError;
use targets::files::{Folder, SIBLING_FILE_LIMIT_BYTES, SIBLINGS_LIMIT_BYTES};

use super::shown_name;
use crate::say;

/// Folders in which files are looked up, and the results so far.
pub(crate) struct FileFinder {
    folder: Folder,
    /// The program's first file, to which names are relative.
    source: String,
    left_bytes: u64,
    pub(super) given: Vec<String>,
    pub(super) refused: Vec<String>,
}

/// Names kept for the report.
const MOST_PRINTED: usize = 10;

impl FileFinder {
    pub(super) fn new(folder: Folder, source: String) -> Self {
        let (given, refused) = (Vec::new(), Vec::new());
        FileFinder { folder, source, left_bytes: SIBLINGS_LIMIT_BYTES, given, refused }
    }

    /// Content of a file, if the program may read it.
    pub(super) fn find(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let limit = self.left_bytes.min(SIBLING_FILE_LIMIT_BYTES);
        let found = match str::from_utf8(name) {
            Ok(name) => self.folder.find(&self.source, name, limit),
            Err(_) => Err(OpenError::NotFound),
        };
        // The start-up code of glibc looks for this name, and does without it.
        if found.is_err() && name == b"/proc/self/exe" {
            return None;
        }
        let (message, sentence) = match &found {
            Ok((_, bytes)) => {
                self.left_bytes -= bytes.len() as u64;
                (&mut self.given, shown_name(name))
            }
            Err(why) => (&mut self.refused, refusal(&shown_name(name), why)),
        };
        if message.len() < MOST_PRINTED {
            message.push(sentence);
        }
        Some(found.ok()?.1)
    }

    /// Reports the files that the program read, and those it could not.
    pub(super) fn report(&self) {
        if !self.given.is_empty() {
            let names = self.given.join(", ");
            say::note(&format!("files read without --file: {names}"));
        }
        self.refused.iter().for_each(|refused| say::warning(refused));
    }
}

/// Warning for a file that the program could not open, with the option that allows it.
fn refusal(name: &str, why: &OpenError) -> String {
    let why = match why {
        OpenError::NotFound => "no such file".to_owned(),
        OpenError::Outside(_) => "it is outside the program's folder".to_owned(),
        OpenError::TooLarge => {
            format!("it is larger than {} MiB", SIBLING_FILE_LIMIT_BYTES >> 20)
        }
        OpenError::Other(why) => why.clone(),
    };
    format!("the program could not open `{name}`: {why}; use --file {name}=PATH to provide it")
}
