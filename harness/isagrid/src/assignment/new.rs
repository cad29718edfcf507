//! `isagrid assignment new`: a folder to begin with.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use machines::files;

use super::bundled;
use crate::{Ended, Ending, Usage, say};

#[derive(ClapArgs)]
pub(super) struct NewArgs {
    /// The folder, which must not be there yet
    folder: PathBuf,
    /// What the assignment is about
    #[arg(long, value_enum, default_value_t)]
    kind: Kind,
    /// Copy one of the assignments that came with isagrid
    #[arg(long, value_name = "NAME", conflicts_with = "kind")]
    like: Option<String>,
}

/// Kinds of assignments, each with a short one whose lines are explained.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Kind {
    /// Functions, which are called with arguments
    #[default]
    Functions,
    /// A whole program that reads text and prints text
    Text,
    /// A whole program that finds values in memory and leaves an answer there
    Memory,
}

/// The files of a short assignment.
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

pub(super) fn new(args: &NewArgs) -> Ended {
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
                    "no assignment is called `{}`: there are {}",
                    asmkit::plain_name(like),
                    known.join(", ")
                )));
            };
            inside.clone()
        }
    };
    let folder = &args.folder;
    if folder.exists() {
        return Err(Usage(format!("{} is there already", files::shown(folder))));
    }
    for (file, bytes) in inside {
        files::write_with_folders(&folder.join(file), bytes)?;
    }
    let shown = files::shown(folder);
    say::out(&format!(
        "{shown} is an assignment now: isagrid assignment check {}\n",
        folder.display()
    ));
    Ok(Ending::Well)
}
