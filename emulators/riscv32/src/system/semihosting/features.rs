//! The read-only file `:semihosting-features`, which lists the supported features of semihosting.
//!
//! Source: Arm, "Semihosting for AArch32 and AArch64", chapter 5, "Feature detection".

/// Name of the file.
pub(super) const NAME: &[u8] = b":semihosting-features";

/// Magic number of four bytes, and one byte of features: exit with a status on 32 bits, and an
/// output for errors (`:tt` opened to append).
const CONTENT: &[u8] = b"SHFB\x03";

/// First handle of this file; no other file gets so high a handle.
const FIRST_HANDLE: u32 = 0x1_0000;
const MOST_HANDLES: usize = 16;

/// Positions of the open handles in the file.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Features {
    positions: [Option<usize>; MOST_HANDLES],
}

impl Features {
    /// Opens a handle at the beginning of the file; `None` if all are in use.
    pub(super) fn open(&mut self) -> Option<u32> {
        let free = self.positions.iter().position(Option::is_none)?;
        self.positions[free] = Some(0);
        Some(FIRST_HANDLE + free as u32)
    }

    /// Position of an open handle.
    pub(super) fn position(&mut self, handle: u32) -> Option<&mut Option<usize>> {
        let place = handle.checked_sub(FIRST_HANDLE)? as usize;
        self.positions.get_mut(place).filter(|position| position.is_some())
    }
}

/// Reads up to `count` bytes at a position, and advances it.
pub(super) fn read(place: &mut usize, count: usize) -> &'static [u8] {
    let rest = &CONTENT[(*place).min(CONTENT.len())..];
    let bytes = &rest[..count.min(rest.len())];
    *place += bytes.len();
    bytes
}

/// Length of the file in bytes.
pub(super) const fn length() -> u32 {
    CONTENT.len() as u32
}
