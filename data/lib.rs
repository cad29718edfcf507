//! Files that the command embeds: `asm`, `golden` and `docs/examples` of the repository.
//!
//! ```
//! let lanes = data::file("asm/lanes.toml".as_ref()).expect("it is embedded");
//! assert!(lanes.starts_with(b"#"));
//! ```

use std::path::{Path, PathBuf};

use include_dir::Dir;
#[cfg(not(target_family = "wasm"))]
use include_dir::include_dir;

/// Embedded folders, by their names in the repository.
#[cfg(not(target_family = "wasm"))]
static FOLDERS: [(&str, Dir<'static>); 3] = [
    ("asm", include_dir!("$CARGO_MANIFEST_DIR/asm")),
    ("golden", include_dir!("$CARGO_MANIFEST_DIR/golden")),
    ("docs/examples", include_dir!("$CARGO_MANIFEST_DIR/docs/examples")),
];
/// A WebAssembly module must be small, so nothing is embedded; it receives files.
#[cfg(target_family = "wasm")]
static FOLDERS: [(&str, Dir<'static>); 0] = [];

/// Every embedded file: its name in the repository, and its bytes.
pub fn files() -> impl Iterator<Item = (PathBuf, &'static [u8])> {
    FOLDERS.iter().flat_map(|(name, folder)| {
        files_of(folder)
            .into_iter()
            .map(move |file| (Path::new(name).join(file.path()), file.contents()))
    })
}

/// Bytes of an embedded file, by its name in the repository; `None` if there is no such file.
#[must_use]
pub fn file(name: &Path) -> Option<&'static [u8]> {
    FOLDERS.iter().find_map(|(folder, files)| {
        Some(files.get_file(name.strip_prefix(folder).ok()?)?.contents())
    })
}

fn files_of(folder: &'static Dir<'static>) -> Vec<&'static include_dir::File<'static>> {
    folder.files().chain(folder.dirs().flat_map(files_of)).collect()
}
