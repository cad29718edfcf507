//! Rows of the table, and the lanes they define.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use architecture::World;
use reference::Size;
use targets::target::{Target, UnknownTarget};
use toml::Spanned;

use super::fields::{At, Fields, Wrong, word_of};
use super::{Algorithm, GridPlace, Lane, TWIN_BUDGET_NODES, is_plain_name, matches};
use crate::exchange::{Feed, Read};
use crate::root::Root;
use crate::verify::Checks;

/// Fields of a row, each with an example.
pub(super) const FIELDS: &[(&str, &str)] = &[
    ("name", "name = \"mine\""),
    ("algorithm", "algorithm = \"backtrack\""),
    ("machine", "machine = \"mips32\""),
    ("dialect", "dialect = \"mars\""),
    ("made_by", "made_by = \"gcc -O2\""),
    ("variants", "variants = { o2 = \"gcc -O2\" }"),
    ("switches", "switches = [\"delayed-branches\"]"),
    ("sources", "sources = [\"mine/solver.s\"]"),
    ("size", "size = 9"),
    ("feed", "feed = \"line\""),
    ("read", "read = \"line\""),
    ("node", "node = \"solve\""),
    ("search", "search = \"sudoku\""),
    ("grid", "grid = { symbol = \"grid\", row_stride = 9, cell = 1 }"),
    ("overwrites", "overwrites = true"),
    ("sets", "sets = [\"easy\"]"),
    ("most_nodes", "most_nodes = 10000"),
    ("most_instructions", "most_instructions = 500000000"),
    ("checks", "checks = [\"grids\", \"decisions\"]"),
];

/// Fields of `grid`.
const GRID_FIELDS: &[(&str, &str)] = &[
    ("symbol", "symbol = \"grid\""),
    ("row_stride", "row_stride = 9"),
    ("cell", "cell = 1"),
    ("strings", "strings = true"),
];

/// Words of `feed`.
const FEEDS: [(&str, Feed); 4] = [
    ("line", Feed::Line),
    ("rows", Feed::Rows),
    ("its-file", Feed::ItsFile),
    ("spl-file", Feed::SplFile),
];

/// Words of `read`.
const READS: [(&str, Read); 4] = [
    ("line", Read::Line),
    ("rows", Read::Rows),
    ("drawing", Read::Drawing),
    ("table", Read::Table),
];

#[derive(Clone)]
pub(super) struct CatalogRow {
    pub(super) name: At<String>,
    algorithm: Algorithm,
    machine: At<String>,
    dialect: Option<At<String>>,
    made_by: Option<String>,
    variants: BTreeMap<String, String>,
    switches: Option<At<Vec<At<String>>>>,
    sources: At<Vec<At<String>>>,
    size: At<u64>,
    feed: At<Feed>,
    read: At<Read>,
    nodes: Option<At<Vec<At<String>>>>,
    search: Option<At<String>>,
    grid: Option<At<GridPlace>>,
    overwrites: bool,
    sets: At<Vec<At<String>>>,
    most_nodes: Option<At<u64>>,
    most_instructions: Option<At<u64>>,
    checks: Checks,
}

/// Placeholder for the name of a variant.
const VARIANT: &str = "{variant}";

impl CatalogRow {
    /// A row as written.
    pub(super) fn read(fields: &Fields<'_>) -> Result<CatalogRow, Wrong> {
        fields.check_names()?;
        let name = fields.required("name")?;
        let all = Algorithm::ALL.into_iter().chain([Algorithm::Any]);
        let algorithms: Vec<_> = all.map(|algorithm| (algorithm.name(), algorithm)).collect();
        let algorithm = *fields.one_of("algorithm", &algorithms)?.get_ref();
        // The search of a lane with an unknown algorithm is not checked.
        let is_any = algorithm == Algorithm::Any;
        let of_search = |name| (!is_any).then(|| fields.missing(name));
        // A row with a dialect must not take made_by from the defaults, and vice versa.
        let (dialect, made) = (fields.has("dialect"), fields.has("made_by"));
        let made = made || fields.has("variants");
        let asked =
            |is_asked: bool| Fields { defaults: fields.defaults.filter(|_| is_asked), ..*fields };
        let (of_sources, of_finished) = (asked(!made), asked(!dialect));
        Ok(CatalogRow {
            name,
            algorithm,
            machine: fields.required("machine")?,
            dialect: of_sources.optional("dialect")?,
            made_by: of_finished.optional("made_by")?.map(Spanned::into_inner),
            variants: variants(&of_finished)?,
            switches: fields.list("switches")?,
            sources: fields.list("sources")?.ok_or_else(|| fields.missing("sources"))?,
            size: fields.required("size")?,
            feed: fields.one_of("feed", &FEEDS)?,
            read: fields.one_of("read", &READS)?,
            nodes: or_missing(fields.list("node")?, of_search("node"))?.filter(|_| !is_any),
            search: fields.optional("search")?.filter(|_| !is_any),
            grid: or_missing(grid(fields)?, of_search("grid"))?.filter(|_| !is_any),
            overwrites: fields.optional("overwrites")?.is_some_and(Spanned::into_inner),
            sets: fields.list("sets")?.ok_or_else(|| fields.missing("sets"))?,
            most_nodes: fields.optional("most_nodes")?,
            most_instructions: fields.optional("most_instructions")?,
            checks: checks(fields, algorithm)?,
        })
    }

    /// Expands variants and patterns into one row each.
    pub(super) fn expanded(self, root: &Root) -> Result<Vec<CatalogRow>, Wrong> {
        let variants = self.variants();
        let each = variants.into_iter().map(|row| row.matches(root));
        each.collect::<Result<Vec<_>, _>>().map(|rows| rows.into_iter().flatten().collect())
    }

    /// Row with a placeholder replaced in its name and sources.
    fn with(&self, word: &str, name: &str, in_sources: &str) -> CatalogRow {
        let put =
            |text: &At<String>, by| Spanned::new(text.span(), text.get_ref().replace(word, by));
        let sources = self.sources.get_ref().iter().map(|source| put(source, in_sources));
        CatalogRow {
            name: put(&self.name, name),
            sources: Spanned::new(self.sources.span(), sources.collect()),
            variants: BTreeMap::new(),
            ..self.clone()
        }
    }

    /// Expands variants: each replaces [`VARIANT`] by its name, and has its own `made_by`.
    fn variants(self) -> Vec<CatalogRow> {
        if self.variants.is_empty() {
            return vec![self];
        }
        let of = |(variant, made_by): (&String, &String)| CatalogRow {
            made_by: Some(made_by.clone()),
            ..self.with(VARIANT, variant, variant)
        };
        self.variants.iter().map(of).collect()
    }

    /// Expands patterns into one row per file, in the order of the files.
    fn matches(self, root: &Root) -> Result<Vec<CatalogRow>, Wrong> {
        let has_name = |source: &&At<String>| source.get_ref().contains(matches::NAME);
        let Some(source) = self.sources.get_ref().iter().find(has_name) else {
            return Ok(vec![self]);
        };
        if !self.name.get_ref().contains(matches::NAME) {
            let message = "the sources stand for several files: the name has {name}, too, as in \
                           name = \"{name}\"";
            return Err(wrong(&self.name, message));
        }
        below_asm(source)?;
        let found = matches::of(root, source.get_ref());
        if found.is_empty() {
            let (shown, name) = (asmkit::plain_name(source.get_ref()), matches::NAME);
            let message =
                format!("no file in the folder asm matches `{shown}`, with any text for {name}");
            return Err(wrong(source, message));
        }
        let of = |in_file: &String| self.with(matches::NAME, &matches::lane_name(in_file), in_file);
        Ok(found.iter().map(of).collect())
    }

    /// Converts the row to a lane.
    pub(super) fn lane(self) -> Result<Lane, Wrong> {
        let size = self.size()?;
        let target = self.target()?;
        self.check_exchange(&target)?;
        let (sources, sets) = (self.sources()?, self.sets()?);
        let nodes = self.nodes()?;
        let most_nodes = up_to("most_nodes", &self.most_nodes, TWIN_BUDGET_NODES)?;
        let most_instructions =
            up_to("most_instructions", &self.most_instructions, MOST_INSTRUCTIONS)?;
        self.check_grid(&target, size)?;
        Ok(Lane {
            algorithm: self.algorithm,
            switches: self.switches(),
            name: self.name.into_inner(),
            // The line is set by the caller, who has the text.
            row_line: 0,
            target,
            made_by: self.made_by,
            sources,
            size,
            feed: self.feed.into_inner(),
            read: self.read.into_inner(),
            nodes,
            search: self.search.map(Spanned::into_inner),
            grid: self.grid.map(Spanned::into_inner),
            overwrites: self.overwrites,
            sets,
            most_nodes,
            most_instructions,
            checks: self.checks,
        })
    }

    /// Checks the layout of the grid.
    fn check_grid(&self, target: &Target, size: Size) -> Result<(), Wrong> {
        let Some(grid) = &self.grid else { return Ok(()) };
        let checked = grid.get_ref().check(self.algorithm, size, target.spec().unit_bits);
        checked.map_err(|why| wrong(grid, why))
    }

    fn size(&self) -> Result<Size, Wrong> {
        let side = usize::try_from(*self.size.get_ref()).unwrap_or(usize::MAX);
        let size =
            Size::from_side(side).ok_or_else(|| wrong(&self.size, "a size is 4, 9, 16 or 25"))?;
        let by_digits = matches!(self.feed.get_ref(), Feed::Rows | Feed::SplFile)
            || *self.read.get_ref() == Read::Rows;
        if by_digits && side > 9 {
            Err(wrong(&self.size, "rows as integers go up to size 9: use \"line\""))
        } else {
            Ok(size)
        }
    }

    fn target(&self) -> Result<Target, Wrong> {
        let (machine, made_by) = (self.machine.get_ref(), &self.made_by);
        let switches = &self.switches();
        let named = match (&self.dialect, made_by) {
            (Some(dialect), None) => Target::named(machine, dialect.get_ref(), switches),
            (None, Some(_)) => Target::of_finished(machine, switches),
            _ => {
                let message = "a lane has the dialect of its sources, or made_by for what made its \
                               finished program";
                return Err(wrong(&self.name, message));
            }
        };
        named.map_err(|unknown| match unknown {
            UnknownTarget::Machine { known } => {
                let known = known.join(", ");
                wrong(&self.machine, format!("unknown machine `{machine}`; expected {known}"))
            }
            UnknownTarget::Dialect { known } => {
                let known = known.join(", ");
                let dialect = self.dialect.as_ref().unwrap_or(&self.machine);
                let name = dialect.get_ref();
                wrong(dialect, format!("{machine} has no dialect `{name}`: it has {known}"))
            }
            UnknownTarget::Switch(message) => match &self.switches {
                Some(switches) => wrong(switches, message),
                None => wrong(&self.machine, message),
            },
        })
    }

    /// Checks that the machine supports the input and output formats.
    fn check_exchange(&self, target: &Target) -> Result<(), Wrong> {
        let machine = self.machine.get_ref();
        let world = target.world();
        match self.feed.get_ref() {
            Feed::SplFile if world != World::Siblings => {
                let message = format!("{machine} has no input files: use \"line\" or \"rows\"");
                Err(wrong(&self.feed, message))
            }
            Feed::Line | Feed::Rows if world == World::Siblings => {
                let message = "a script reads no standard input: use \"spl-file\"";
                Err(wrong(&self.feed, message))
            }
            Feed::ItsFile if world != World::Disk => {
                let message = format!("{machine} has no ITS files: use \"line\" or \"rows\"");
                Err(wrong(&self.feed, message))
            }
            _ => Ok(()),
        }
    }

    fn switches(&self) -> Vec<String> {
        let switches = self.switches.iter().flat_map(|switches| switches.get_ref());
        switches.map(|switch| switch.get_ref().clone()).collect()
    }

    fn sources(&self) -> Result<Vec<PathBuf>, Wrong> {
        let sources = self.sources.get_ref();
        if sources.is_empty() {
            return Err(wrong(&self.sources, "a lane has at least one source"));
        }
        sources.iter().map(below_asm).collect()
    }

    fn sets(&self) -> Result<Vec<String>, Wrong> {
        let mut names: Vec<String> = Vec::new();
        for set in self.sets.get_ref() {
            let (name, shown) = (set.get_ref(), asmkit::plain_name(set.get_ref()));
            if !is_plain_name(name) {
                return Err(wrong(set, format!("`{shown}` is not a valid name for a puzzle set")));
            }
            if names.contains(name) {
                return Err(wrong(set, format!("the set `{name}` is named twice")));
            }
            names.push(name.clone());
        }
        if names.is_empty() {
            Err(wrong(&self.sets, "a lane runs at least one puzzle set"))
        } else {
            Ok(names)
        }
    }

    fn nodes(&self) -> Result<Vec<String>, Wrong> {
        let Some(nodes) = &self.nodes else { return Ok(Vec::new()) };
        if nodes.get_ref().is_empty() {
            return Err(wrong(nodes, "node names at least one label"));
        }
        Ok(nodes.get_ref().iter().map(|node| node.get_ref().clone()).collect())
    }
}

/// Largest value of `most_instructions`.
const MOST_INSTRUCTIONS: u64 = 1_000_000_000_000;

/// Parses a number from 1 to `most`.
fn up_to(name: &str, number: &Option<At<u64>>, most: u64) -> Result<Option<u64>, Wrong> {
    let Some(number) = number else { return Ok(None) };
    if (1..=most).contains(number.get_ref()) {
        Ok(Some(*number.get_ref()))
    } else {
        Err(wrong(number, format!("{name} must be from 1 to {most}")))
    }
}

/// `made_by` of each variant, by its name.
fn variants(fields: &Fields<'_>) -> Result<BTreeMap<String, String>, Wrong> {
    let Some((span, table)) = fields.table("variants")? else { return Ok(BTreeMap::new()) };
    let within = Fields {
        what: "a table of variants",
        at: span.start,
        known: &[],
        own: table,
        defaults: None,
    };
    let made_by =
        |key: &str| within.required(key).map(|it: At<String>| (key.to_owned(), it.into_inner()));
    table.keys().map(|key| made_by(key.get_ref())).collect()
}

/// Required field.
fn or_missing<T>(field: Option<T>, missing: Option<Wrong>) -> Result<Option<T>, Wrong> {
    match (field, missing) {
        (None, Some(missing)) => Err(missing),
        (field, _) => Ok(field),
    }
}

/// Checks of a lane: those of its row, or all; no decisions for an unknown algorithm.
fn checks(fields: &Fields<'_>, algorithm: Algorithm) -> Result<Checks, Wrong> {
    let mut checks = Checks::ALL;
    if let Some(list) = fields.list("checks")? {
        let words: Vec<_> = Checks::NAMES
            .into_iter()
            .filter_map(|name| Some((name, Checks::named(name)?)))
            .collect();
        let each = list.get_ref().iter().map(|word| word_of("checks", word, &words));
        let named = each.collect::<Result<Vec<_>, _>>()?.into_iter().fold(Checks::NONE, Checks::or);
        if named == Checks::NONE {
            return Err(wrong(&list, "checks must name at least one check"));
        }
        checks = named;
    }
    if algorithm == Algorithm::Any {
        checks.decisions = false;
    }
    if checks == Checks::NONE {
        let message = "the decisions of the algorithm `any` are unknown; check its grids";
        return Err((fields.at, message.to_owned()));
    }
    Ok(checks)
}

fn grid(fields: &Fields<'_>) -> Result<Option<At<GridPlace>>, Wrong> {
    let Some((span, table)) = fields.table("grid")? else { return Ok(None) };
    let known = GRID_FIELDS;
    let grid =
        Fields { what: "the grid of a lane", at: span.start, known, own: table, defaults: None };
    grid.check_names()?;
    let place = GridPlace {
        symbol: grid.required("symbol")?.into_inner(),
        row_stride: grid.required("row_stride")?.into_inner(),
        cell: grid.required("cell")?.into_inner(),
        strings: grid.optional("strings")?.is_some_and(Spanned::into_inner),
    };
    Ok(Some(Spanned::new(span, place)))
}

/// Path of a source, relative to the root.
fn below_asm(source: &At<String>) -> Result<PathBuf, Wrong> {
    let path = Path::new(source.get_ref());
    if path.components().all(|part| matches!(part, Component::Normal(_))) {
        Ok(Path::new("asm").join(path))
    } else {
        Err(wrong(source, "a source is a path below the folder asm, without `..`"))
    }
}

fn wrong<T>(value: &Spanned<T>, message: impl Into<String>) -> Wrong {
    (value.span().start, message.into())
}
