//! New puzzles from seeds, the same as from `isagrid generate`.

use reference::dupree::Band;
use reference::{PuzzleRequest, Size, generate_requested};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Requirements for a new puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct PuzzleOptions {
    /// Side length in cells: 4, 9, 16 or 25.
    pub side: u32,
    /// Minimum number of givens; null for any.
    pub least_givens: Option<u32>,
    /// Maximum number of givens; null for any.
    pub most_givens: Option<u32>,
    /// Name of a band of DuPree's scores, such as `hard`; null for any.
    pub band: Option<String>,
}

/// A new puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct NewPuzzle {
    /// Givens, row by row, with a dot for each empty cell.
    pub puzzle: String,
    /// Its only solution.
    pub solution: String,
    /// Number of givens and difficulty, in words.
    pub about: String,
}

/// Names of the bands of DuPree's scores, easiest first.
pub(crate) fn bands() -> Vec<String> {
    Band::ALL.iter().map(|band| band.name().to_owned()).collect()
}

impl PuzzleOptions {
    fn wanted(&self) -> Result<PuzzleRequest, String> {
        let size = Size::from_side(self.side as usize);
        let size = size.ok_or_else(|| "a side has 4, 9, 16 or 25 cells".to_owned())?;
        let band = |name: &String| {
            let found = Band::ALL.into_iter().find(|band| band.name() == name);
            found.ok_or_else(|| format!("no band is called `{}`", asmkit::plain_name(name)))
        };
        let is_any = self.least_givens.is_none() && self.most_givens.is_none();
        let least = self.least_givens.map_or(0, |least| least as usize);
        let most = self.most_givens.map_or(size.cells(), |most| most as usize);
        Ok(PuzzleRequest {
            givens: (!is_any).then_some(least..=most),
            band: self.band.as_ref().map(band).transpose()?,
            ..PuzzleRequest::new(size)
        })
    }
}

/// Generates the puzzle of a seed.
///
/// # Errors
/// An error message if no such puzzle can exist, or none was found.
pub(crate) fn generate(wish: &PuzzleOptions, seed: u64) -> Result<NewPuzzle, String> {
    let wanted = wish.wanted()?;
    wanted.check().map_err(|why| format!("no such puzzle can be generated: {why}"))?;
    let made = generate_requested(&wanted, seed).map_err(|why| why.to_string())?;
    Ok(NewPuzzle {
        puzzle: made.puzzle.to_string(),
        solution: made.grid.to_string(),
        about: made.to_string(),
    })
}
