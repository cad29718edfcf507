//! Cases that no program was made for: each submission gets other values, or puzzles that are the same
//! in disguise.
//!
//! Which ones follows from a secret and the submission's content by HMAC-SHA-256 (RFC 2104, FIPS 180-4): each
//! grader gets the same every time, and no one else can predict it.

use std::borrow::Cow;

use hmac::{Hmac, KeyInit as _, Mac as _};
use reference::symmetry::{Kind, Transform};
use sha2::Sha256;

use super::GivenCase;
use crate::assignment::{Program, Vary};
use crate::grade::PreparedAssignment;

/// Fewest bytes of a secret: what is shorter can be tried out.
const LEAST_BYTES: usize = 16;

/// Disguises that are tried until the reference solves one within its limit.
const MOST_TRIES: u32 = 16;

/// Secret that only graders know.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// A secret of these bytes; white space around them is none of it.
    ///
    /// # Errors
    /// An error message if there are too few.
    pub fn new(bytes: &[u8]) -> Result<Secret, String> {
        let bytes = bytes.trim_ascii();
        if bytes.len() < LEAST_BYTES {
            return Err(format!(
                "a secret needs at least {LEAST_BYTES} characters, but this has {}",
                bytes.len()
            ));
        }
        Ok(Secret(bytes.to_owned()))
    }

    /// Seed from the secret and parts, with each part delimited.
    pub(crate) fn seed(&self, parts: &[&[u8]]) -> u64 {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of every length");
        for part in parts {
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part);
        }
        let digest = mac.finalize().into_bytes();
        let (first, _) = digest.split_first_chunk().expect("a digest of 32 bytes");
        u64::from_le_bytes(*first)
    }

    /// Fingerprint of this secret.
    pub(crate) fn name(&self) -> u64 {
        self.seed(&[b"name"])
    }
}

impl PreparedAssignment {
    /// The same assignment, whose varied cases are now others for each submission.
    #[must_use]
    pub fn with_secret(mut self, secret: Secret) -> Self {
        self.secret = Some(secret);
        self
    }

    /// Fingerprint of the secret; none if there is no secret.
    #[must_use]
    pub fn secret_name(&self) -> Option<u64> {
        self.secret.as_ref().map(Secret::name)
    }

    /// The first group whose cases are others for each submission.
    #[must_use]
    pub fn varied_group(&self) -> Option<&str> {
        let tasks = self.assignment.tasks().iter().flat_map(|task| &task.groups);
        let tasks = tasks.filter(|group| group.is_redrawn).map(|group| group.name.as_str());
        let program = self.assignment.program().map_or(&[][..], |program| &program.groups);
        let program = program.iter().filter(|group| group.vary.is_some());
        tasks.chain(program.map(|group| group.name.as_str())).next()
    }

    /// The cases of a submission.
    pub(super) fn puzzles_of(&self, work: &Program, submission: &str) -> Cow<'_, [GivenCase]> {
        let Some(secret) = self.secret.as_ref().filter(|_| self.varied_group().is_some()) else {
            return Cow::Borrowed(&self.puzzles);
        };
        let vary = |case: &GivenCase| match work.groups[case.group].vary {
            None => case.clone(),
            Some(vary) => self.varied(work, case, vary, secret, submission),
        };
        Cow::Owned(self.puzzles.iter().map(vary).collect())
    }

    /// A puzzle in disguise, or other values; as it is where the reference is right with none of those
    /// tried.
    fn varied(
        &self,
        work: &Program,
        case: &GivenCase,
        vary: Vary,
        secret: &Secret,
        submission: &str,
    ) -> GivenCase {
        let mut tries = (0..MOST_TRIES).filter_map(|number| {
            let parts = [submission.as_bytes(), case.id.as_bytes(), &number.to_le_bytes()];
            let seed = secret.seed(&parts);
            let mut varied = match vary {
                Vary::Draw => case.drawn_again(work, seed),
                Vary::Puzzle(kind) => disguised(work, case, kind, seed)?,
            };
            let image = &self.reference_image;
            varied.prepare(&self.assignment, image).ok().map(|()| varied)
        });
        tries.next().unwrap_or_else(|| case.clone())
    }
}

/// A puzzle that is the same in disguise.
fn disguised(work: &Program, case: &GivenCase, kind: Kind, seed: u64) -> Option<GivenCase> {
    let (sudoku, (puzzle, solution)) = (work.sudoku.as_ref()?, case.puzzle.as_ref()?);
    let change = Transform::random(sudoku.size, seed, kind);
    let (puzzle, solution) = (change.apply_to_puzzle(puzzle), change.apply(solution));
    Some(case.clone().with_puzzle(sudoku, puzzle, solution))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4231, test case 2, is of a key that is shorter than a secret may be; case 3's key has twenty
    /// bytes, and its digest begins with `773ea91e36800e46`.
    #[test]
    fn seeds_are_beginnings_of_hmacs() {
        let mut mac = Hmac::<Sha256>::new_from_slice(&[0xaa; 20]).expect("a key");
        mac.update(&[0xdd; 50]);
        assert_eq!(mac.finalize().into_bytes()[..8], 0x773ea91e36800e46_u64.to_be_bytes());
        let secret = Secret::new(&[0xaa; 20]).expect("a secret");
        let seeds = [secret.seed(&[b"ab", b"c"]), secret.seed(&[b"a", b"bc"]), secret.name()];
        assert!(seeds[0] != seeds[1] && seeds[0] != seeds[2]);
        assert_eq!(seeds[0], secret.seed(&[b"ab", b"c"]));
    }

    #[test]
    fn a_secret_is_not_short_and_never_shown() {
        let short = Secret::new(b"  fifteen letters\n").map(|secret| format!("{secret:?}"));
        assert_eq!(short, Err("a secret needs at least 16 characters, but this has 15".to_owned()));
        let secret = Secret::new(b"sixteen letters!\n").map(|secret| format!("{secret:?}"));
        assert_eq!(secret, Ok("Secret".to_owned()));
    }
}
