//! Conversion between host paths and ITS names.

use super::{FileName, NAME_CHARS, NameError, sixbit};

/// SIXBIT characters and their spelling in a path.
///
/// Source: the public ITS repository, whose files `itstar` names.
const SPELLINGS: &[(char, char)] = &[('.', '_'), ('/', '{'), ('_', '}'), (' ', '~')];

impl FileName {
    /// ITS name of the file at a path below a folder; a file in no folder is in `home`.
    ///
    /// A part longer than six characters first loses its `_` and `-`, then the end of its front, so
    /// that `puzzle_1` and `puzzle_2` stay different.
    ///
    /// # Errors
    /// If a part has a character not allowed in names, or the path is empty or too deep.
    pub fn from_path(path: &str, home: &str) -> Result<Self, NameError> {
        let (directory, file) = match path.split_once('/') {
            Some((_, file)) if file.contains('/') => return Err(NameError::TooDeep),
            Some((directory, file)) => (part(directory)?, file),
            None => (home.to_owned(), path),
        };
        let (first, second) = file.rsplit_once('.').unwrap_or((file, ""));
        let name = FileName { directory, first: part(first)?, second: part(second)? };
        if file.is_empty() { Err(NameError::Empty) } else { Ok(name) }
    }

    /// Path of the file below a folder, in lower case; files of `home` are in no folder.
    ///
    /// [`from_path`](Self::from_path) returns the same name.
    #[must_use]
    pub fn to_path(&self, home: &str) -> String {
        // A required part is a space if it is empty.
        let [directory, first] = [&self.directory, &self.first]
            .map(|part| spelt(if part.is_empty() { " " } else { part }));
        let second = spelt(&self.second);
        let point = if second.is_empty() { "" } else { "." };
        if self.directory == home {
            format!("{first}{point}{second}")
        } else {
            format!("{directory}/{first}{point}{second}")
        }
    }
}

/// Converts a part of a path to ITS.
fn part(part: &str) -> Result<String, NameError> {
    let meant = |character: char| {
        let spelling = SPELLINGS.iter().find(|&&(_, spelt)| spelt == character);
        spelling.map_or(character, |&(meant, _)| meant)
    };
    sixbit(&short(part).chars().map(meant).collect::<String>())
}

/// Shortens a part to at most six characters.
fn short(part: &str) -> String {
    let fits = |part: &str| part.chars().count() <= NAME_CHARS;
    if fits(part) {
        return part.to_owned();
    }
    let dense: String = part.chars().filter(|c| !matches!(c, '_' | '-')).collect();
    let front = dense.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &dense[front.len()..];
    let digits = &digits[digits.len().saturating_sub(NAME_CHARS)..];
    let room = if fits(&dense) { dense.len() } else { NAME_CHARS - digits.len() };
    front.chars().take(room).chain(digits.chars()).collect()
}

/// Converts a part of a name for a path.
fn spelt(part: &str) -> String {
    let spelling = |character: char| {
        let found = SPELLINGS.iter().find(|&&(meant, _)| meant == character);
        found.map_or(character.to_ascii_lowercase(), |&(_, spelt)| spelt)
    };
    part.chars().map(spelling).collect()
}
