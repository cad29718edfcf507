//! Digest of the files that sources include, which the table does not name.

use std::cell::RefCell;

use asmkit::{Library, OpenError};

use super::cache::Hash;

/// Library that records the files it returns.
pub(super) struct RecordingLibrary {
    library: Box<dyn Library>,
    opened: RefCell<Option<Hash>>,
}

impl RecordingLibrary {
    pub(super) fn new(library: Box<dyn Library>) -> Self {
        RecordingLibrary { library, opened: RefCell::default() }
    }

    /// Digest of the names and contents requested; empty if there were none.
    pub(super) fn digest(self) -> String {
        self.opened.into_inner().map(Hash::text).unwrap_or_default()
    }
}

impl Library for RecordingLibrary {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let found = self.library.open(from, name);
        let mut opened = self.opened.borrow_mut();
        let opened = opened.get_or_insert_with(Hash::new);
        opened.part(&name);
        // A missing file is part of the digest: if it is added later, the program changes.
        opened.bytes(found.as_ref().map_or(b"none", |(_, bytes)| bytes.as_slice()));
        found
    }
}
