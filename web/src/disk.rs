//! Names on the disk of ITS, for programs of the PDP-10.

use std::path::Path;
use std::sync::OnceLock;

use architecture::World;
use targets::its_disk;

/// Names of a system whose files are on a disk.
pub(crate) struct DiskNames {
    /// Name of a program's job, from its file.
    pub(crate) job: fn(&Path) -> String,
    /// Key of a file.
    pub(crate) key: fn(&str) -> Result<Vec<u8>, String>,
}

static ITS: DiskNames = DiskNames { job: its_disk::job_name, key: its_disk::key };

/// Names of this module, if it has registered them.
static REGISTERED: OnceLock<&DiskNames> = OnceLock::new();

/// Registers the names; a module that does not call this is built without them.
#[cfg(target_family = "wasm")]
pub(crate) fn register() {
    REGISTERED.get_or_init(|| &ITS);
}

/// Names of a program's system; `None` if files have the names that the user gives.
pub(crate) fn names(world: World) -> Option<&'static DiskNames> {
    const DEFAULT: Option<&DiskNames> =
        if cfg!(target_family = "wasm") { None } else { Some(&ITS) };
    let names = REGISTERED.get().copied().or(DEFAULT);
    names.filter(|_| world == World::Disk)
}
