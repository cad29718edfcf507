//! Assembler messages about a single source.

use asmkit::{Diagnostic, NoLibrary, Sources};

use crate::{Architecture, Choices, Dialect};

/// Assembles a text without switches; returns the messages, which are empty on success.
///
/// # Errors
/// An error message if the machine cannot be set up.
pub fn messages(
    machine: &dyn Architecture,
    dialect: &Dialect,
    text: &str,
) -> Result<Vec<Diagnostic>, String> {
    let setup = machine.set_up(dialect, &Choices::default())?;
    let mut sources = Sources::new();
    let file = sources.add("source", text.as_bytes());
    Ok(setup.assemble(&mut sources, &[file], &NoLibrary).err().unwrap_or_default())
}
