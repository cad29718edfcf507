//! Puzzle sets defined in the table: other files, and seeds.

use std::path::{Component, Path, PathBuf};

use reference::{PuzzleRequest, Size};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fields::{At, Fields, Wrong};
use super::is_plain_name;

/// Source of the puzzles of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetSource {
    /// File, relative to the root.
    File(PathBuf),
    /// Seeds, as for `isagrid generate`.
    Seeds(Box<Seeds>),
}

/// Puzzles generated from consecutive seeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seeds {
    /// Properties of the puzzles.
    pub wanted: PuzzleRequest,
    /// Seed of the first puzzle.
    pub first: u64,
    /// Number of puzzles.
    pub count: u64,
}

/// Fields of a set of seeds, each with an example.
const FIELDS: &[(&str, &str)] = &[
    ("size", "size = 9"),
    ("count", "count = 20"),
    ("seed", "seed = 1"),
    ("givens", "givens = 30"),
];

/// Most puzzles of a set of seeds, which are generated each time.
const MOST_PUZZLES: u64 = 100_000;

/// Sets defined in the table, with their names.
pub(super) fn of(sets: &DeTable<'_>) -> Result<Vec<(String, SetSource)>, Wrong> {
    let set = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let name: &str = AsRef::<str>::as_ref(key.get_ref());
        if !is_plain_name(name) {
            let shown = asmkit::plain_name(name);
            return Err((
                key.span().start,
                format!("`{shown}` is not a valid name for a puzzle set"),
            ));
        }
        Ok((name.to_owned(), source(value)?))
    };
    sets.iter().map(set).collect()
}

fn source(value: &Spanned<DeValue<'_>>) -> Result<SetSource, Wrong> {
    let at = value.span().start;
    match value.get_ref() {
        DeValue::String(file) => {
            let path = Path::new(file.as_ref());
            let is_below = path.components().all(|part| matches!(part, Component::Normal(_)));
            if is_below && !file.is_empty() {
                return Ok(SetSource::File(path.to_owned()));
            }
            let message = "the file of a set is a path below the folder that has asm, without `..`";
            Err((at, message.to_owned()))
        }
        DeValue::Table(own) => {
            let (what, known, defaults) = ("a set of seeds", FIELDS, None);
            seeds(&Fields { what, at, known, own, defaults })
        }
        _ => {
            let message =
                "a set is a file in quotes, or seeds as in { size = 9, count = 20, seed = 1 }";
            Err((at, message.to_owned()))
        }
    }
}

fn seeds(fields: &Fields<'_>) -> Result<SetSource, Wrong> {
    fields.check_names()?;
    let side: At<u64> = fields.required("size")?;
    let known = usize::try_from(*side.get_ref()).ok().and_then(Size::from_side);
    let size = known.ok_or_else(|| (side.span().start, "a size is 4, 9, 16 or 25".to_owned()))?;
    let count: At<u64> = fields.required("count")?;
    if !(1..=MOST_PUZZLES).contains(count.get_ref()) {
        return Err((count.span().start, format!("count must be from 1 to {MOST_PUZZLES}")));
    }
    let mut wanted = PuzzleRequest::new(size);
    if let Some(givens) = fields.optional::<u64>("givens")? {
        let number = usize::try_from(*givens.get_ref()).unwrap_or(usize::MAX);
        wanted.givens = Some(number..=number);
        wanted.check().map_err(|why| (givens.span().start, why.to_string()))?;
    }
    let first = fields.required("seed")?.into_inner();
    Ok(SetSource::Seeds(Box::new(Seeds { wanted, first, count: count.into_inner() })))
}
