//! `isagrid assignment new`: a folder to begin with.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use machines::files;

use super::bundled;
use crate::{Ended, Ending, Usage, say};

#[derive(ClapArgs)]
pub(super) struct NewArgs {
    /// The folder, which must not be there yet
    folder: PathBuf,
    /// Copy one of the assignments that came with isagrid, in the place of a short one that is explained
    /// line by line
    #[arg(long, value_name = "NAME")]
    like: Option<String>,
}

/// A short assignment whose lines are explained.
const TEMPLATE: &[(&str, &str)] = &[
    ("assignment.toml", include_str!("template/assignment.toml")),
    ("scaffold.s", include_str!("template/scaffold.s")),
    ("reference.s", include_str!("template/reference.s")),
    ("oddities/table.s", include_str!("template/oddities/table.s")),
];

pub(super) fn new(args: &NewArgs) -> Ended {
    let all = bundled();
    let inside: Vec<(PathBuf, &[u8])> = match &args.like {
        None => {
            TEMPLATE.iter().map(|(name, text)| (PathBuf::from(name), text.as_bytes())).collect()
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
