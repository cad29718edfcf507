//! File names: a directory and two names of six SIXBIT characters on ITS, paths on the host.
//!
//! The directory is a folder, and a period separates the names: `sys/ts.midas` is `SYS;TS MIDAS`.
//! Characters not allowed in paths are spelled as in the public ITS repository and `itstar`.

mod host;
mod typed;
mod versions;

use std::fmt;

pub use typed::TypedName;

use crate::{Word36, text};

/// Significant characters of a name.
const NAME_CHARS: usize = 6;
/// Quotes the next character as part of a name; ^Q.
const QUOTE: char = '\x11';

/// A file name on ITS's disk, in upper case and without trailing spaces in its parts.
///
/// ```
/// use pdp10::files::names::FileName;
/// let name = FileName::from_path("puzzle_1.sudoku", "GUEST").unwrap();
/// assert_eq!(name.to_string(), "GUEST;PUZZL1 SUDOKU");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileName {
    /// Directory, called SNAME by programs.
    pub directory: String,
    /// First name, FN1.
    pub first: String,
    /// Second name, FN2: a version or a type. Often a number, `>` or `<`.
    pub second: String,
}

/// Why a text is not a file name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameError {
    /// The character is not in SIXBIT.
    Character(char),
    /// There is no name, or none after its directory.
    Empty,
    /// There are more than two names.
    TooMany,
    /// An ITS directory contains no directories.
    TooDeep,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Character(character) => {
                write!(f, "ITS names are SIXBIT, which has no {}", character.escape_default())
            }
            NameError::Empty => f.write_str("the name is empty"),
            NameError::TooMany => f.write_str("an ITS file has only two names: `DIR;NAME1 NAME2`"),
            NameError::TooDeep => f.write_str("an ITS directory contains no directories"),
        }
    }
}

impl std::error::Error for NameError {}

impl FileName {
    /// Builds a name from three SIXBIT words.
    #[must_use]
    pub fn from_words(directory: Word36, first: Word36, second: Word36) -> Self {
        let [directory, first, second] = [directory, first, second].map(text::from_sixbit);
        FileName { directory, first, second }
    }

    /// Directory, first and second name as SIXBIT words.
    #[must_use]
    pub fn words(&self) -> [Word36; 3] {
        [&self.directory, &self.first, &self.second].map(|part| text::sixbit(part))
    }

    /// Key of the file among a machine's files: `DIR;FN1 FN2`, with ^Q before spaces and the like
    /// in a part.
    #[must_use]
    pub fn key(&self) -> Vec<u8> {
        self.to_string().into_bytes()
    }

    /// Prefix of the keys of a directory's files, or of those whose first name has this prefix.
    #[must_use]
    pub fn keys_of(directory: &str, first: &str) -> Vec<u8> {
        format!("{};{}", quoted(directory), quoted(first)).into_bytes()
    }

    /// Parses a key; `None` if it has no directory or is invalid.
    #[must_use]
    pub fn from_key(key: &[u8]) -> Option<Self> {
        let typed = TypedName::parse(std::str::from_utf8(key).ok()?).ok()?;
        if typed.device.is_some() {
            return None;
        }
        let second = typed.second.unwrap_or_default();
        Some(FileName { directory: typed.directory?, first: typed.first?, second })
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = if self.first.is_empty() { " " } else { &self.first };
        write!(f, "{};{}", quoted(&self.directory), quoted(first))?;
        if self.second.is_empty() { Ok(()) } else { write!(f, " {}", quoted(&self.second)) }
    }
}

/// A part with ^Q before each character that would end it.
fn quoted(part: &str) -> String {
    let mut text = String::with_capacity(part.len());
    for character in part.chars() {
        if matches!(character, ' ' | ';' | ':') {
            text.push(QUOTE);
        }
        text.push(character);
    }
    text
}

/// First six characters in SIXBIT.
fn sixbit(part: &str) -> Result<String, NameError> {
    let code = |character: char| {
        let known = u8::try_from(character).ok().and_then(text::sixbit_code);
        known.map(|code| char::from(code + b' ')).ok_or(NameError::Character(character))
    };
    let all = part.chars().map(code).collect::<Result<String, _>>()?;
    let cut: String = all.chars().take(NAME_CHARS).collect();
    Ok(cut.trim_end().to_owned())
}

#[cfg(test)]
mod tests;
