//! A row of the table as it is written, and the lane it means.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use architecture::World;
use machines::target::{Target, UnknownTarget};
use reference::Size;
use serde::Deserialize;
use toml::Spanned;

use super::{Algorithm, GridPlace, Lane, TWIN_BUDGET_NODES, is_plain_name};
use crate::exchange::{Feed, Read};

/// Where a row is wrong, as a byte of the table, and why.
type Wrong = (usize, String);

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub(super) name: Spanned<String>,
    algorithm: Algorithm,
    machine: Spanned<String>,
    dialect: Option<Spanned<String>>,
    made_by: Option<String>,
    #[serde(default)]
    variants: BTreeMap<String, String>,
    switches: Option<Spanned<Vec<String>>>,
    sources: Spanned<Vec<Spanned<String>>>,
    size: Spanned<usize>,
    feed: Spanned<Feed>,
    read: Spanned<Read>,
    node: Spanned<Labels>,
    grid: GridPlace,
    #[serde(default)]
    overwrites: bool,
    sets: Spanned<Vec<Spanned<String>>>,
    most_nodes: Option<Spanned<u64>>,
}

/// A label, or several.
#[derive(Clone, Deserialize)]
#[serde(untagged, expecting = "node is a label, or a list of labels")]
enum Labels {
    One(String),
    Several(Vec<String>),
}

/// What stands for a variant's name in the fields of a row that has several.
const VARIANT: &str = "{variant}";

impl Row {
    /// The row, or one for each of its variants: each has its name for [`VARIANT`], and says what made it.
    pub(super) fn variants(self) -> Vec<Row> {
        if self.variants.is_empty() {
            return vec![self];
        }
        let of = |(variant, made_by): (&String, &String)| {
            let named = |text: &Spanned<String>| {
                Spanned::new(text.span(), text.get_ref().replace(VARIANT, variant))
            };
            let sources = self.sources.get_ref().iter().map(named).collect();
            Row {
                name: named(&self.name),
                made_by: Some(made_by.clone()),
                sources: Spanned::new(self.sources.span(), sources),
                variants: BTreeMap::new(),
                ..self.clone()
            }
        };
        self.variants.iter().map(of).collect()
    }

    /// The lane, or where the row is wrong.
    pub(super) fn lane(self) -> Result<Lane, Wrong> {
        let size = self.size()?;
        let target = self.target()?;
        self.check_exchange(&target)?;
        let (sources, sets) = (self.sources()?, self.sets()?);
        let (nodes, most_nodes) = (self.nodes()?, self.most_nodes()?);
        if self.grid.cell == 0 || self.grid.row_stride < self.grid.cell * size.side() as u64 {
            let message = "the rows of the grid overlap: row_stride is at least cell times size";
            return Err(wrong(&self.name, message));
        }
        self.check_strings(&target, size)?;
        Ok(Lane {
            name: self.name.into_inner(),
            algorithm: self.algorithm,
            target,
            made_by: self.made_by,
            switches: self.switches.map_or_else(Vec::new, Spanned::into_inner),
            sources,
            size,
            feed: self.feed.into_inner(),
            read: self.read.into_inner(),
            nodes,
            grid: self.grid,
            overwrites: self.overwrites,
            sets,
            most_nodes,
        })
    }

    /// Whether cells are as the algorithm has them, and have room for that.
    fn check_strings(&self, target: &Target, size: Size) -> Result<(), Wrong> {
        let GridPlace { strings, cell, .. } = self.grid;
        if strings != (self.algorithm == Algorithm::Candidates) {
            let message = "strings = true is for the algorithm `candidates`, and it needs that";
            return Err(wrong(&self.name, message));
        }
        let characters = cell * u64::from(target.spec().unit_bits / 7);
        if strings && characters < size.side() as u64 {
            let message = "a cell of the grid has no room for a character for each digit";
            return Err(wrong(&self.name, message));
        }
        Ok(())
    }

    fn size(&self) -> Result<Size, Wrong> {
        let side = *self.size.get_ref();
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
        let switches = self.switches.as_ref().map_or(&[][..], |switches| switches.get_ref());
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
                wrong(&self.machine, format!("there is no machine `{machine}`: there is {known}"))
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

    /// Whether the machine has such files, and prints in such a way.
    fn check_exchange(&self, target: &Target) -> Result<(), Wrong> {
        let machine = self.machine.get_ref();
        let world = target.world();
        match self.feed.get_ref() {
            Feed::SplFile if world != World::Beside => {
                let message = format!("{machine} is given no files: use \"line\" or \"rows\"");
                Err(wrong(&self.feed, message))
            }
            Feed::Line | Feed::Rows if world == World::Beside => {
                let message = "a script reads no standard input: use \"spl-file\"";
                Err(wrong(&self.feed, message))
            }
            Feed::ItsFile if world != World::Disk => {
                let message = format!("{machine} has no files of ITS: use \"line\" or \"rows\"");
                Err(wrong(&self.feed, message))
            }
            _ => Ok(()),
        }
    }

    fn sources(&self) -> Result<Vec<PathBuf>, Wrong> {
        let mut sources = Vec::new();
        for source in self.sources.get_ref() {
            let path = Path::new(source.get_ref());
            if !path.components().all(|part| matches!(part, Component::Normal(_))) {
                let message = "a source is a path below the folder asm, without `..`";
                return Err(wrong(source, message));
            }
            sources.push(Path::new("asm").join(path));
        }
        if sources.is_empty() {
            Err(wrong(&self.sources, "a lane has at least one source"))
        } else {
            Ok(sources)
        }
    }

    fn sets(&self) -> Result<Vec<String>, Wrong> {
        let mut names: Vec<String> = Vec::new();
        for set in self.sets.get_ref() {
            let (name, shown) = (set.get_ref(), asmkit::plain_name(set.get_ref()));
            if !is_plain_name(name) {
                return Err(wrong(set, format!("`{shown}` is no name of a puzzle set")));
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
        match self.node.get_ref() {
            Labels::One(label) => Ok(vec![label.clone()]),
            Labels::Several(none) if none.is_empty() => {
                Err(wrong(&self.node, "node names at least one label"))
            }
            Labels::Several(labels) => Ok(labels.clone()),
        }
    }

    fn most_nodes(&self) -> Result<Option<u64>, Wrong> {
        let Some(most) = &self.most_nodes else { return Ok(None) };
        if (1..=TWIN_BUDGET_NODES).contains(most.get_ref()) {
            Ok(Some(*most.get_ref()))
        } else {
            Err(wrong(most, format!("most_nodes is from 1 to {TWIN_BUDGET_NODES}")))
        }
    }
}

fn wrong<T>(value: &Spanned<T>, message: impl Into<String>) -> Wrong {
    (value.span().start, message.into())
}
