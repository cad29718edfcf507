//! What sources include, which no table names: a digest of it tells whether it is the same later.

use std::cell::RefCell;

use asmkit::{Library, OpenError};

use super::cache::Hash;

/// A library that notes what it gives.
pub(super) struct Noting {
    library: Box<dyn Library>,
    given: RefCell<Option<Hash>>,
}

impl Noting {
    pub(super) fn new(library: Box<dyn Library>) -> Self {
        Noting { library, given: RefCell::default() }
    }

    /// A digest of the names and contents that were asked for; empty where there were none.
    pub(super) fn digest(self) -> String {
        self.given.into_inner().map(Hash::text).unwrap_or_default()
    }
}

impl Library for Noting {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let found = self.library.open(from, name);
        let mut given = self.given.borrow_mut();
        let given = given.get_or_insert_with(Hash::new);
        given.part(&name);
        // That there was none is part of it: one that comes later is another program.
        given.bytes(found.as_ref().map_or(b"none", |(_, bytes)| bytes.as_slice()));
        found
    }
}
