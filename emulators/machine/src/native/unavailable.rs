//! A host that cannot run generated code: native code is compiled out.

use std::ops::{Deref, DerefMut};

use super::cache::RegionCache;

/// A machine's native code: it cannot exist, so the compiler removes its uses.
#[derive(Debug, Clone)]
pub enum MachineCache {}

impl Deref for MachineCache {
    type Target = RegionCache;

    fn deref(&self) -> &RegionCache {
        match *self {}
    }
}

impl DerefMut for MachineCache {
    fn deref_mut(&mut self) -> &mut RegionCache {
        match *self {}
    }
}
