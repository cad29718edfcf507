//! File names as users type them.

use super::{FileName, NameError, QUOTE, sixbit};

/// A name with optional parts: `DSK:SYSENG;FOO >`, `SYS:ITSDFS`, `FOO`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypedName {
    /// Part before `:`.
    pub device: Option<String>,
    /// Part before `;`.
    pub directory: Option<String>,
    /// First name.
    pub first: Option<String>,
    /// Second name.
    pub second: Option<String>,
}

impl TypedName {
    /// Parses a name; its parts may come in any order, but the first name before the second.
    ///
    /// A part is cut to six characters, lower case counts as upper case, and ^Q quotes the next
    /// character.
    ///
    /// # Errors
    /// If there are more than two names, or characters not in SIXBIT.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let mut typed = TypedName::default();
        let mut part: Option<String> = None;
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            match character {
                ':' => typed.device = Some(sixbit(&part.take().unwrap_or_default())?),
                ';' => typed.directory = Some(sixbit(&part.take().unwrap_or_default())?),
                ' ' | '\t' => typed.name(part.take())?,
                QUOTE => part.get_or_insert_default().extend(characters.next()),
                _ => part.get_or_insert_default().push(character),
            }
        }
        typed.name(part)?;
        Ok(typed)
    }

    fn name(&mut self, part: Option<String>) -> Result<(), NameError> {
        let Some(part) = part else { return Ok(()) };
        let place = match (&self.first, &self.second) {
            (None, _) => &mut self.first,
            (_, None) => &mut self.second,
            _ => return Err(NameError::TooMany),
        };
        *place = Some(sixbit(&part)?);
        Ok(())
    }

    /// Completes the name with parts of another.
    ///
    /// A device other than the disk selects the directory with its name, as `SYS:` does.
    ///
    /// # Errors
    /// If neither has a first name.
    pub fn or(self, default: &FileName) -> Result<FileName, NameError> {
        let device = self.device.filter(|device| device != "DSK" && !device.is_empty());
        let directory = self.directory.or(device);
        let name = FileName {
            directory: directory.unwrap_or_else(|| default.directory.clone()),
            first: self.first.unwrap_or_else(|| default.first.clone()),
            second: self.second.unwrap_or_else(|| default.second.clone()),
        };
        if name.first.is_empty() { Err(NameError::Empty) } else { Ok(name) }
    }
}
