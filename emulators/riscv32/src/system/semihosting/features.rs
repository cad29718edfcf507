//! The file that says what of semihosting there is: `:semihosting-features`, to be read only.
//!
//! Source: Arm, "Semihosting for AArch32 and AArch64", chapter 5, "Feature detection".

/// Its name.
pub(super) const NAME: &[u8] = b":semihosting-features";

/// Four bytes by which it is known, and one of features: the exit with a status of its own on 32
/// bits, and an output for errors (`:tt` opened to append).
const CONTENT: &[u8] = b"SHFB\x03";

/// Handles from here on are of this file; no other file gets so high a one.
const FIRST_HANDLE: u32 = 0x1_0000;
const MOST_HANDLES: usize = 16;

/// Where each handle stands in the file.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Features {
    positions: [Option<usize>; MOST_HANDLES],
}

impl Features {
    /// A handle of the file, at its beginning; nothing when all are in use.
    pub(super) fn open(&mut self) -> Option<u32> {
        let free = self.positions.iter().position(Option::is_none)?;
        self.positions[free] = Some(0);
        Some(FIRST_HANDLE + free as u32)
    }

    /// Where an open handle stands.
    pub(super) fn position(&mut self, handle: u32) -> Option<&mut Option<usize>> {
        let place = handle.checked_sub(FIRST_HANDLE)? as usize;
        self.positions.get_mut(place).filter(|position| position.is_some())
    }
}

/// The bytes that a read of so many finds at a place; the place moves behind them.
pub(super) fn read(place: &mut usize, count: usize) -> &'static [u8] {
    let rest = &CONTENT[(*place).min(CONTENT.len())..];
    let bytes = &rest[..count.min(rest.len())];
    *place += bytes.len();
    bytes
}

/// Its length in bytes.
pub(super) const fn length() -> u32 {
    CONTENT.len() as u32
}
