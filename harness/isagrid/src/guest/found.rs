//! Files that a program asks for and nobody gave it: those that lie beside it, read-only.

use asmkit::OpenError;
use machines::files::{BESIDE_FILE_LIMIT_BYTES, BESIDE_LIMIT_BYTES, Folder};

use super::shown_name;
use crate::say;

/// The folders in which files are found, and what was.
pub(crate) struct Found {
    folder: Folder,
    /// The program's first file, from which names are seen.
    source: String,
    left_bytes: u64,
    pub(super) given: Vec<String>,
    pub(super) refused: Vec<String>,
}

/// Names that are remembered, to be told.
const MOST_TOLD: usize = 10;

impl Found {
    pub(super) fn new(folder: Folder, source: String) -> Self {
        let (given, refused) = (Vec::new(), Vec::new());
        Found { folder, source, left_bytes: BESIDE_LIMIT_BYTES, given, refused }
    }

    /// The content of the file that a name means, if the program may have it.
    pub(super) fn find(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let limit = self.left_bytes.min(BESIDE_FILE_LIMIT_BYTES);
        let found = match str::from_utf8(name) {
            Ok(name) => self.folder.find(&self.source, name, limit),
            Err(_) => Err(OpenError::NotFound),
        };
        let (told, sentence) = match &found {
            Ok((_, bytes)) => {
                self.left_bytes -= bytes.len() as u64;
                (&mut self.given, shown_name(name))
            }
            Err(why) => (&mut self.refused, refusal(&shown_name(name), why)),
        };
        if told.len() < MOST_TOLD {
            told.push(sentence);
        }
        Some(found.ok()?.1)
    }

    /// Says what was given, and what was not.
    pub(super) fn tell(&self) {
        if !self.given.is_empty() {
            let names = self.given.join(", ");
            say::note(&format!("the program was given {names} to read, from beside it"));
        }
        self.refused.iter().for_each(|refused| say::warning(refused));
    }
}

/// Why the program did not get a file it asked for, and how it would.
fn refusal(name: &str, why: &OpenError) -> String {
    let why = match why {
        OpenError::NotFound => "there is none of that name beside it".to_owned(),
        OpenError::Outside(_) => "it lies outside the program's own folder".to_owned(),
        OpenError::TooLarge => {
            format!("it is larger than {} MiB", BESIDE_FILE_LIMIT_BYTES >> 20)
        }
        OpenError::Other(why) => why.clone(),
    };
    format!("the program asked for the file `{name}`: {why}; --file {name}=PATH gives it one")
}
