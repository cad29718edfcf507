//! Bundled lanes, used outside a clone.

use std::fs;
use std::path::Path;

use lanes::root::{Root, bundled_files};

use crate::support::{Done, isagrid, root};

fn elsewhere(arguments: &[&str]) -> (tempfile::TempDir, Done) {
    let folder = tempfile::tempdir().unwrap();
    let done = isagrid(folder.path(), arguments, b"");
    (folder, done)
}

#[test]
fn bundled_files_are_those_of_the_repository() {
    let mut bundled: Vec<_> = bundled_files().collect();
    bundled.sort();
    let mut here = Vec::new();
    for folder in ["asm", "golden", "docs/examples"] {
        collect(Path::new(folder), &mut here);
    }
    here.sort();
    let names: Vec<_> = bundled.iter().map(|(file, _)| file.clone()).collect();
    // A folder is read when the file that names it is compiled; a new file in it does not trigger that.
    assert_eq!(names, here, "where one is missing: touch data/lib.rs and build again");
    for (file, bytes) in bundled {
        assert!(fs::read(root().join(&file)).unwrap() == bytes, "{} is another", file.display());
    }
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let path = folder.join(entry.unwrap().file_name());
        if root().join(&path).is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

#[test]
fn lanes_are_verified_anywhere() {
    let (folder, done) = elsewhere(&["verify", "--only", "4x4", "--json", "report.json"]);
    assert_eq!(done.status, 0, "{}", done.printed());
    let note = "verifying the bundled lanes: no asm/lanes.toml here or above\n";
    assert_eq!(done.stderr, note);
    assert!(done.out().ends_with("3 bundled lanes, 636 runs: all match the golden results\n"));
    let report = fs::read_to_string(folder.path().join("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["ok"], &report["bundled"]), (&true.into(), &true.into()));
}

/// Every lane on one puzzle: each solver assembles as in a clone, with the same counts.
#[test]
fn bundled_lanes_run_as_in_the_clone() {
    let arguments = ["verify", "-q", "--puzzle", "9x9:1"];
    let (_, done) = elsewhere(&arguments);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{}", done.printed());
    let clone = isagrid(&root(), &arguments, b"").out();
    assert_eq!(done.out(), clone.replace(" lanes, ", " bundled lanes, "));
}

#[test]
fn bundled_lanes_cannot_be_blessed() {
    let (folder, done) = elsewhere(&["verify", "--bless"]);
    assert_eq!(done.status, 2);
    let message = "error: the bundled lanes cannot be blessed: `isagrid lanes --write DIR`";
    assert!(done.stderr.starts_with(message), "{}", done.stderr);
    let (_, done) = elsewhere(&["puzzles"]);
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("create such a folder with `isagrid lanes --write DIR`"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert!(Root::Bundled.write(Path::new("golden/x"), "").is_err());
}

#[test]
fn copy_is_a_folder_of_lanes() {
    let (folder, done) = elsewhere(&["lanes", "--write", "mine"]);
    assert_eq!(done.status, 0, "{}", done.printed());
    let mine = folder.path().join("mine");
    let done = isagrid(&mine, &["verify", "mips32-mars-4x4", "--puzzle", "4x4:1"], b"");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{}", done.printed());
    let (solver, puzzle) = ("asm/backtrack/mips32-mars-9x9.s", "docs/examples/founding.txt");
    let puzzle = fs::read(mine.join(puzzle)).unwrap();
    let done = isagrid(&mine, &["run", solver], &puzzle);
    assert!(done.out().starts_with("397641258\n"), "{}", done.printed());
    let listed = isagrid(&mine, &["lanes"], b"");
    assert_eq!((listed.status, listed.stderr.as_str()), (0, ""));
    assert_eq!(listed.out(), isagrid(&mine, &["verify", "--list"], b"").out());
    assert_eq!(listed.out(), elsewhere(&["lanes"]).1.out());
    let again = isagrid(folder.path(), &["lanes", "--write", "mine"], b"");
    assert_eq!(again.status, 2);
    let message = "error: `mine` is not empty: name a new or empty folder\n";
    assert_eq!(again.stderr, message);
    let blessed = isagrid(&mine, &["verify", "mips32-mars-4x4", "--bless"], b"");
    assert!(
        blessed.out().ends_with("nothing to bless: the golden files are up to date\n"),
        "{}",
        blessed.printed()
    );
}

#[test]
fn speed_is_measured_anywhere() {
    let (_, done) = elsewhere(&["bench", "-n", "1", "--lane", "mips32-mars-4x4"]);
    assert_eq!(done.status, 0, "{}", done.printed());
    assert!(done.out().contains("mips32-mars-4x4, backtrack on puzzle 4x4:"), "{}", done.out());
    assert!(done.out().ends_with("to reproduce: isagrid bench --runs 1 --lane mips32-mars-4x4\n"));
}
