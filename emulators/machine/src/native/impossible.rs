//! A host that runs no bytes that are made while a program runs: all of native code is left out there.

use std::ops::{Deref, DerefMut};

use super::book::Book;

/// A book as a machine keeps it: there can be none, which the compiler knows.
#[derive(Debug, Clone)]
pub enum Kept {}

impl Deref for Kept {
    type Target = Book;

    fn deref(&self) -> &Book {
        match *self {}
    }
}

impl DerefMut for Kept {
    fn deref_mut(&mut self) -> &mut Book {
        match *self {}
    }
}
