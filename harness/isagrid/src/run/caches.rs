//! `--data-cache` and `--instruction-cache`: caches next to the run, and their counts.

use std::fmt::Write as _;

use clap::Args;
use machine::Spec;
use serde_json::{Map, Value, json};
use targets::cache::{Cache, CacheShape, CacheShapes, Caches};
use targets::escape::grouped;

use crate::say;

#[derive(Debug, Args)]
pub(crate) struct CacheArgs {
    /// Count hits and misses of a data cache: SETSxWAYSxBYTES of a line, as in 8x2x16
    ///
    /// Rules follow after commas: lru (default), fifo or random; write-back (default) or
    /// write-through. On machines with words instead of bytes, a line has words.
    #[arg(long, value_name = "CACHE", conflicts_with = "check")]
    data_cache: Option<String>,
    /// Count hits and misses of an instruction cache, as for --data-cache
    #[arg(long, value_name = "CACHE", conflicts_with = "check")]
    instruction_cache: Option<String>,
}

impl CacheArgs {
    /// Caches for a machine; `None` if there are no such options.
    ///
    /// # Errors
    /// An error message about a value that is not a cache, or a machine that has none.
    pub(super) fn of(&self, spec: &Spec) -> Result<Option<Caches>, String> {
        let read = |text: &Option<String>, name: &str| {
            let Some(text) = text else { return Ok(None) };
            CacheShape::read(text, spec).map(Some).map_err(|why| format!("--{name}: {why}"))
        };
        let data = read(&self.data_cache, "data-cache")?;
        let instruction = read(&self.instruction_cache, "instruction-cache")?;
        let is_used = data.is_some() || instruction.is_some();
        Ok(is_used.then(|| Caches::new(&CacheShapes { instruction, data })))
    }
}

/// Name of the data cache.
const DATA: &str = "data";

/// Caches by the words of the table and of JSON.
fn named(caches: &Caches) -> impl Iterator<Item = (&'static str, &Cache)> {
    let all = [(DATA, &caches.data), ("instruction", &caches.instruction)];
    all.into_iter().filter_map(|(name, cache)| Some((name, cache.as_ref()?)))
}

/// Shows the counts as a table, with a line about each cache.
pub(super) fn show(caches: &Caches, spec: &Spec) {
    let mut text =
        "cache               accesses            hits          misses   hit rate   write-backs\n"
            .to_owned();
    for (name, cache) in named(caches) {
        let counts = cache.counts();
        let [accesses, hits, misses, write_backs] =
            [counts.accesses, counts.hits, counts.misses(), counts.write_backs].map(grouped);
        let rate = counts.hit_rate().unwrap_or_else(|| "-".to_owned());
        let _ = writeln!(
            text,
            "{name:<12}{accesses:>16}{hits:>16}{misses:>16}{rate:>11}{write_backs:>14}"
        );
    }
    for (name, cache) in named(caches) {
        let _ = writeln!(text, "{name} cache: {}", cache.shape().described(spec, name == DATA));
    }
    say::note(text.trim_end());
}

/// The counts as JSON.
pub(super) fn value(caches: &Caches) -> Value {
    let value = |(name, cache): (&str, &Cache)| {
        let counts = cache.counts();
        let value = json!({
            "cache": cache.shape().to_string(),
            "accesses": counts.accesses,
            "hits": counts.hits,
            "misses": counts.misses(),
            "write_backs": counts.write_backs,
        });
        (name.to_owned(), value)
    };
    Value::Object(named(caches).map(value).collect::<Map<_, _>>())
}
