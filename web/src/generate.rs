//! New puzzles from seeds, as `isagrid generate` makes them.

use reference::dupree::Band;
use reference::{Size, Wanted, generate_wanted};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a new puzzle should be like.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct Wish {
    /// Cells of a side: 4, 9, 16 or 25.
    pub side: u32,
    /// The fewest givens; null where that does not matter.
    pub least_givens: Option<u32>,
    /// The most givens; null where that does not matter.
    pub most_givens: Option<u32>,
    /// The name of a band of DuPree's scores, such as `hard`; null where that does not matter.
    pub band: Option<String>,
}

/// A new puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct NewPuzzle {
    /// The givens, row by row, a point for each empty cell.
    pub puzzle: String,
    /// Its only solution.
    pub solution: String,
    /// How many givens it has, and how hard it is, in words.
    pub about: String,
}

/// The bands of DuPree's scores by their names, the easiest first.
pub(crate) fn bands() -> Vec<String> {
    Band::ALL.iter().map(|band| band.name().to_owned()).collect()
}

impl Wish {
    fn wanted(&self) -> Result<Wanted, String> {
        let size = Size::from_side(self.side as usize);
        let size = size.ok_or_else(|| "a side has 4, 9, 16 or 25 cells".to_owned())?;
        let band = |name: &String| {
            let found = Band::ALL.into_iter().find(|band| band.name() == name);
            found.ok_or_else(|| format!("no band is called `{}`", asmkit::plain_name(name)))
        };
        let is_any = self.least_givens.is_none() && self.most_givens.is_none();
        let least = self.least_givens.map_or(0, |least| least as usize);
        let most = self.most_givens.map_or(size.cells(), |most| most as usize);
        Ok(Wanted {
            givens: (!is_any).then_some(least..=most),
            band: self.band.as_ref().map(band).transpose()?,
            ..Wanted::new(size)
        })
    }
}

/// The puzzle of a seed.
///
/// # Errors
/// A sentence when there can be no such puzzle, or none was found.
pub(crate) fn generate(wish: &Wish, seed: u64) -> Result<NewPuzzle, String> {
    let wanted = wish.wanted()?;
    wanted.check().map_err(|why| format!("no such puzzle can be made: {why}"))?;
    let made = generate_wanted(&wanted, seed).map_err(|why| why.to_string())?;
    Ok(NewPuzzle {
        puzzle: made.puzzle.to_string(),
        solution: made.grid.to_string(),
        about: made.to_string(),
    })
}
