//! Files between the user's disk and the program's host.

use std::fs;
use std::path::Path;

use harness::files;
use machine::Files;

use crate::say;

/// The files of `NAME=PATH` arguments.
pub(crate) fn given(arguments: &[String]) -> Result<Files, String> {
    let mut given = Files::new();
    for argument in arguments {
        let (name, path) = argument
            .split_once('=')
            .ok_or_else(|| format!("--file wants NAME=PATH, and `{argument}` has no `=`"))?;
        let bytes = files::read(Path::new(path), files::DATA_LIMIT_BYTES)?;
        given.insert(name.as_bytes().to_vec(), bytes);
    }
    Ok(given)
}

/// Writes what the program made or changed below `folder`, under names that stay in it.
pub(crate) fn keep(folder: &Path, before: &Files, after: &Files) -> Result<(), String> {
    for (name, bytes) in after.iter().filter(|(name, bytes)| before.get(*name) != Some(bytes)) {
        let safe = safe_name(name);
        let path = folder.join(&safe);
        if fs::symlink_metadata(&path).is_ok_and(|meta| !meta.is_file()) {
            return Err(format!("{} is there already and is no file", files::shown(&path)));
        }
        files::write(&path, bytes)?;
        say::note(&format!("kept {} ({} bytes)", files::shown(&path), bytes.len()));
    }
    Ok(())
}

/// A file name for a guest's: letters, digits, `.`, `_` and `-` stay, other bytes become `%2F`.
fn safe_name(name: &[u8]) -> String {
    let mut safe = String::new();
    for (at, &byte) in name.iter().enumerate() {
        let plain = byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
        match plain || (byte == b'.' && at > 0) {
            true => safe.push(char::from(byte)),
            false => safe.push_str(&format!("%{byte:02X}")),
        }
    }
    if safe.is_empty() { "%".to_owned() } else { safe }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_guest_name_leaves_the_folder() {
        assert_eq!(safe_name(b"out.txt"), "out.txt");
        assert_eq!(safe_name(b"../../etc/passwd"), "%2E.%2F..%2Fetc%2Fpasswd");
        assert_eq!(safe_name(b".."), "%2E.");
        assert_eq!(safe_name(b""), "%");
        assert_eq!(safe_name(b"a\x1b\\"), "a%1B%5C");
    }
}
