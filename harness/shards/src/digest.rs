//! Digests that identify content.

use std::io::{self, Read as _};
use std::path::Path;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::{failed, opened};

/// Digest of bytes in pieces.
#[derive(Debug, Clone, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Digest as 64 hexadecimal digits.
    #[must_use]
    pub fn show(self) -> String {
        HEXLOWER.encode(&self.0.finalize())
    }
}

/// First 16 bytes of the digest of bytes.
pub(crate) fn short(bytes: &[u8]) -> [u8; 16] {
    let digest = Sha256::digest(bytes);
    std::array::from_fn(|at| digest[at])
}

/// Digest of bytes, as 64 hexadecimal digits.
#[must_use]
pub fn of(bytes: &[u8]) -> String {
    let mut digest = Digest::default();
    digest.add(bytes);
    digest.show()
}

/// Digest and size of a file, read in pieces.
///
/// # Errors
/// An error message with the path if it cannot be read.
pub fn of_file(path: &Path) -> Result<(String, u64), String> {
    let read = || -> io::Result<(String, u64)> {
        let mut file = opened(path)?;
        let (mut digest, mut size) = (Digest::default(), 0);
        let mut piece = vec![0; 1 << 16];
        loop {
            match file.read(&mut piece)? {
                0 => return Ok((digest.show(), size)),
                length => {
                    digest.add(&piece[..length]);
                    size += length as u64;
                }
            }
        }
    };
    read().map_err(|why| failed("read", path, &why))
}
