//! Patterns of sources that match several files, with one lane each.

use std::path::Path;

use crate::root::Root;

/// Placeholder for a part of a file name, and for the lane name derived from it.
pub(super) const NAME: &str = "{name}";

/// Texts for [`NAME`] in the files below `asm` that match a pattern, in alphabetical order.
pub(super) fn of(root: &Root, source: &str) -> Vec<String> {
    let (before, rest) = source.split_once(NAME).unwrap_or((source, ""));
    let (folder, prefix) = before.rsplit_once('/').unwrap_or(("", before));
    let suffix = rest.split('/').next().unwrap_or_default();
    let named = root.names(&Path::new("asm").join(folder));
    let part = |name: &String| {
        let after = name.strip_prefix(prefix)?;
        let mut parts = after.char_indices().map(|(at, c)| &after[..at + c.len_utf8()]);
        parts.find(|part| suffix.replace(NAME, part) == after[part.len()..]).map(str::to_owned)
    };
    let is_there = |part: &String| root.has(&Path::new("asm").join(source.replace(NAME, part)));
    let mut found: Vec<String> = named.iter().filter_map(part).filter(is_there).collect();
    found.sort();
    found.dedup();
    found
}

/// Part of a file name as a lane name: lower-case letters and digits, with `-` for everything else.
pub(super) fn lane_name(part: &str) -> String {
    let mut name = String::new();
    for c in part.chars().map(|c| c.to_ascii_lowercase()) {
        if c.is_ascii_lowercase() || c.is_ascii_digit() {
            name.push(c);
        } else if !name.ends_with('-') && !name.is_empty() {
            name.push('-');
        }
    }
    name.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_gives_the_lane_its_name() {
        for (part, name) in [
            ("ada", "ada"),
            ("Ada_Lovelace", "ada-lovelace"),
            ("x  (2)", "x-2"),
            ("-a.b-", "a-b"),
            ("é", ""),
        ] {
            assert_eq!(lane_name(part), name, "{part}");
        }
    }
}
