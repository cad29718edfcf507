//! What an assembler says of a source that stands alone.

use asmkit::{Diagnostic, NoLibrary, Sources};

use crate::{Architecture, Dialect, Given};

/// The messages about a text in a dialect of a machine that is set up without switches; none where it
/// assembles.
///
/// # Errors
/// A sentence when the machine cannot be set up so.
pub fn messages(
    machine: &dyn Architecture,
    dialect: &Dialect,
    text: &str,
) -> Result<Vec<Diagnostic>, String> {
    let setup = machine.set_up(dialect, &Given::default())?;
    let mut sources = Sources::new();
    let file = sources.add("source", text.as_bytes());
    Ok(setup.assemble(&mut sources, &[file], &NoLibrary).err().unwrap_or_default())
}
