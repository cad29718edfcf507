//! Names of files as users type them.

use super::{FileName, NameError, QUOTE, sixbit};

/// A name of which parts may be missing: `DSK:SYSENG;FOO >`, `SYS:ITSDFS`, `FOO`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typed {
    /// What stands before `:`.
    pub device: Option<String>,
    /// What stands before `;`.
    pub directory: Option<String>,
    /// The first name.
    pub first: Option<String>,
    /// The second name.
    pub second: Option<String>,
}

impl Typed {
    /// Reads a name; its parts may come in any order, the two names in theirs.
    ///
    /// A part is cut at six characters, small letters count as capitals, and ^Q makes the character
    /// behind it part of a name.
    ///
    /// # Errors
    /// When there are more than two names, or characters SIXBIT does not have.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let mut typed = Typed::default();
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

    /// The whole name, what is missing taken from another.
    ///
    /// A device that is not the disk stands for the directory of its name, as `SYS:` does.
    ///
    /// # Errors
    /// When there is no first name in either.
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
