//! Puzzle sets of the table's own: files elsewhere, and seeds that say it all.

use std::path::{Component, Path, PathBuf};

use reference::{Size, Wanted};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fields::{At, Fields, Wrong};
use super::is_plain_name;

/// Where the puzzles of a set come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A file, from the root.
    File(PathBuf),
    /// Seeds, as `isagrid generate` has them.
    Seeds(Box<Seeds>),
}

/// Puzzles that are made of seeds, one of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seeds {
    /// What they are like.
    pub wanted: Wanted,
    /// The seed of the first one; the others have the next ones.
    pub first: u64,
    /// How many there are.
    pub count: u64,
}

/// The fields of a set that is made of seeds, each as one writes it.
const FIELDS: &[(&str, &str)] = &[
    ("size", "size = 9"),
    ("count", "count = 20"),
    ("seed", "seed = 1"),
    ("givens", "givens = 30"),
];

/// Puzzles of a set at most, where they are made each time.
const MOST_PUZZLES: u64 = 100_000;

/// The sets that a table has itself, with their names.
pub(super) fn of(sets: &DeTable<'_>) -> Result<Vec<(String, Source)>, Wrong> {
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

fn source(value: &Spanned<DeValue<'_>>) -> Result<Source, Wrong> {
    let at = value.span().start;
    match value.get_ref() {
        DeValue::String(file) => {
            let path = Path::new(file.as_ref());
            let is_below = path.components().all(|part| matches!(part, Component::Normal(_)));
            if is_below && !file.is_empty() {
                return Ok(Source::File(path.to_owned()));
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

fn seeds(fields: &Fields<'_>) -> Result<Source, Wrong> {
    fields.check_names()?;
    let side: At<u64> = fields.required("size")?;
    let known = usize::try_from(*side.get_ref()).ok().and_then(Size::from_side);
    let size = known.ok_or_else(|| (side.span().start, "a size is 4, 9, 16 or 25".to_owned()))?;
    let count: At<u64> = fields.required("count")?;
    if !(1..=MOST_PUZZLES).contains(count.get_ref()) {
        return Err((count.span().start, format!("count must be from 1 to {MOST_PUZZLES}")));
    }
    let mut wanted = Wanted::new(size);
    if let Some(givens) = fields.optional::<u64>("givens")? {
        let number = usize::try_from(*givens.get_ref()).unwrap_or(usize::MAX);
        wanted.givens = Some(number..=number);
        wanted.check().map_err(|why| (givens.span().start, why.to_string()))?;
    }
    let first = fields.required("seed")?.into_inner();
    Ok(Source::Seeds(Box::new(Seeds { wanted, first, count: count.into_inner() })))
}
