//! `isagrid assignment new`: creates a small assignment to start from.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use targets::files;

use super::bundled;
use crate::{CommandResult, Ending, Usage, say};

#[derive(ClapArgs)]
pub(super) struct NewArgs {
    /// Folder to create
    folder: PathBuf,
    /// Kind of assignment
    #[arg(long, value_enum, default_value_t)]
    kind: Kind,
    /// Copy a bundled assignment
    #[arg(long, value_name = "NAME", conflicts_with = "kind")]
    like: Option<String>,
}

/// Kinds of assignments, each with a short, commented template.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Kind {
    /// Functions called with arguments
    #[default]
    Functions,
    /// A whole program that reads and prints text
    Text,
    /// A whole program with input and answer in memory
    Memory,
}

/// Files of a template.
macro_rules! files {
    ($kind:literal, $odd:literal) => {
        &[
            ("assignment.toml", include_str!(concat!("template/", $kind, "/assignment.toml"))),
            ("scaffold.s", include_str!(concat!("template/", $kind, "/scaffold.s"))),
            ("reference.s", include_str!(concat!("template/", $kind, "/reference.s"))),
            (
                concat!("oddities/", $odd),
                include_str!(concat!("template/", $kind, "/oddities/", $odd)),
            ),
        ]
    };
}

impl Kind {
    fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Kind::Functions => files!("functions", "table.s"),
            Kind::Text => files!("text", "from-the-first.s"),
            Kind::Memory => files!("memory", "from-the-end.s"),
        }
    }
}

pub(super) fn new(args: &NewArgs) -> CommandResult {
    let all = bundled();
    let inside: Vec<(PathBuf, &[u8])> = match &args.like {
        None => {
            let files = args.kind.files().iter();
            files.map(|(name, text)| (PathBuf::from(name), text.as_bytes())).collect()
        }
        Some(like) => {
            let Some((_, inside)) = all.iter().find(|(name, _)| name == like) else {
                let known: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
                return Err(Usage(format!(
                    "unknown assignment `{}`: expected one of {}",
                    asmkit::plain_name(like),
                    known.join(", ")
                )));
            };
            inside.clone()
        }
    };
    let folder = &args.folder;
    if folder.exists() {
        return Err(Usage(format!("{} already exists", files::shown(folder))));
    }
    for (file, bytes) in inside {
        files::write_with_folders(&folder.join(file), bytes)?;
    }
    let shown = files::shown(folder);
    say::out(&format!(
        "created the assignment {shown}; check it with: isagrid assignment check {}\n",
        folder.display()
    ));
    Ok(Ending::Well)
}
