//! Files of the repository, and tools that run on it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Root of the clone that this program runs in.
///
/// Cargo names the manifest's folder when it runs the program. The folder at build time may be another one, because
/// cargo does not compile a copied or moved clone again.
pub fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let built = Path::new(env!("CARGO_MANIFEST_DIR"));
    root_of(here.as_deref(), built, |folder| folder.join("xtask/Cargo.toml").is_file())
}

/// Root of the clone that contains the first of these folders, or else the second.
fn root_of(here: Option<&Path>, built: &Path, is_root: impl Fn(&Path) -> bool) -> PathBuf {
    let mut folders = here.into_iter().chain([built]).flat_map(Path::ancestors);
    let root = folders.find(|folder| is_root(folder));
    root.or(built.parent()).unwrap_or(built).to_owned()
}

/// The cargo that built this program.
pub fn cargo() -> Command {
    Command::new(option_env!("CARGO").unwrap_or("cargo"))
}

/// Builds a program of these packages in a profile, and returns its path.
///
/// # Errors
/// An error message if cargo does not start or the program does not build.
pub fn build(
    root: &Path,
    profile: &str,
    packages: &[&str],
    program: &str,
) -> Result<PathBuf, String> {
    let mut build = cargo();
    build.args(["build", "--profile", profile]).args(packages).current_dir(root);
    let status = build.status().map_err(|error| format!("cannot start cargo: {error}"))?;
    if !status.success() {
        return Err(format!("{program} does not build"));
    }
    // The folder of builds is the one that this program is in.
    let this = std::env::current_exe().map_err(|error| format!("cannot find xtask: {error}"))?;
    let builds = this.parent().and_then(Path::parent);
    let builds = builds.ok_or_else(|| format!("{} is in no folder of builds", this.display()))?;
    Ok(builds.join(if profile == "dev" { "debug" } else { profile }).join(program))
}

/// Every file that is or would be committed, as paths from the root with `/`.
///
/// Without git, every file outside build folders.
pub fn files(root: &Path) -> Vec<String> {
    let arguments = ["ls-files", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").args(arguments).current_dir(root).output();
    let mut files: Vec<String> = match output {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
        }
        _ => {
            let mut found = Vec::new();
            walk(root, root, &mut found);
            found
        }
    };
    files.retain(|file| root.join(file).is_file());
    files.sort();
    files.dedup();
    files
}

/// Adds every file below a folder, outside build folders, as paths from the root with `/`.
pub fn walk(root: &Path, folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if name == "target" || name == ".git" {
            continue;
        }
        if path.is_dir() {
            walk(root, &path, found)
        } else {
            let below = path.strip_prefix(root).unwrap_or(&path);
            found.push(below.to_string_lossy().replace('\\', "/"));
        }
    }
}

/// Text of a file, or `None` if it is not text.
pub fn text(root: &Path, file: &str) -> Option<String> {
    std::fs::read_to_string(root.join(file)).ok()
}

/// Path of an installed program.
#[expect(clippy::disallowed_methods, reason = "looking for an installed program")]
pub fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut candidates = std::env::split_paths(&path).map(|folder| folder.join(name));
    candidates.find(|candidate| candidate.is_file())
}

/// Makes a file look changed, so that cargo compiles it again.
///
/// # Errors
/// An error message with the path if the file's time cannot be set.
#[expect(clippy::disallowed_methods, reason = "cargo compares times of files")]
pub fn touch(file: &Path) -> Result<(), String> {
    let touched = std::fs::File::options().append(true).open(file);
    let touched = touched.and_then(|file| file.set_modified(std::time::SystemTime::now()));
    touched.map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::root_of;

    #[test]
    fn the_root_is_that_of_the_clone_one_is_in() {
        let (old, new) = (Path::new("/old/xtask"), Path::new("/new/xtask/tasks"));
        let is_root = |folder: &Path| folder == Path::new("/new") || folder == Path::new("/old");
        assert_eq!(root_of(Some(new), old, is_root), Path::new("/new"));
        assert_eq!(root_of(None, old, is_root), Path::new("/old"));
        // Another package started this program.
        assert_eq!(root_of(Some(Path::new("/elsewhere/it")), old, is_root), Path::new("/old"));
        assert_eq!(root_of(None, old, |_| false), Path::new("/old"));
    }
}
