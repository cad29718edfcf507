//! Paths of the host and what ITS calls the files there.

use super::{FileName, NAME_CHARS, NameError, sixbit};

/// Characters of SIXBIT and how a path spells them.
///
/// Source: the public repository of ITS, whose files `itstar` names.
const SPELLINGS: &[(char, char)] = &[('.', '_'), ('/', '{'), ('_', '}'), (' ', '~')];

impl FileName {
    /// What ITS calls the file at a path below a folder; one that lies in no folder is in `home`.
    ///
    /// A part longer than six characters loses its `_` and `-` first, and then the end of its
    /// front, so that `puzzle_1` and `puzzle_2` stay apart.
    ///
    /// # Errors
    /// When a part has a character that no name has, or the path is empty or too deep.
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

    /// The path of the file below a folder, in small letters; files of `home` lie in no folder.
    ///
    /// [`from_path`](Self::from_path) makes the same name of it again.
    #[must_use]
    pub fn to_path(&self, home: &str) -> String {
        // A part that must be there is a blank when it is empty.
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

/// A part of a path as ITS has it.
fn part(part: &str) -> Result<String, NameError> {
    let meant = |character: char| {
        let spelling = SPELLINGS.iter().find(|&&(_, spelt)| spelt == character);
        spelling.map_or(character, |&(meant, _)| meant)
    };
    sixbit(&short(part).chars().map(meant).collect::<String>())
}

/// At most six characters of a part.
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

/// A part of a name as a path has it.
fn spelt(part: &str) -> String {
    let spelling = |character: char| {
        let found = SPELLINGS.iter().find(|&&(meant, _)| meant == character);
        found.map_or(character.to_ascii_lowercase(), |&(_, spelt)| spelt)
    };
    part.chars().map(spelling).collect()
}
