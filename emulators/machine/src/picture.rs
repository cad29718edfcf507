//! What a display shows.

/// A picture of a machine's display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Points of a row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Brightness of each point from 0, which is dark, in rows from the top.
    pub brightness: Vec<u8>,
}
