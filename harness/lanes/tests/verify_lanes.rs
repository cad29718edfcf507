//! The program that `cargo xtask verify-all` runs: output and exit status.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const LANE: &str = "mips32-mars-4x4";
const COUNTS: &str = "golden/counts/mips32-mars-4x4.tsv";

/// Folder with one lane of the repository, and the files it needs.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let table = fs::read_to_string(here.join("asm/lanes.toml")).expect("the table");
    let row = table.split("[[lane]]").find(|row| row.contains(&format!("name = \"{LANE}\"\n")));
    let row = format!("[[lane]]{}", row.expect("the lane"));
    let write = |file: &str, text: &str| {
        let path = home.path().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
        fs::write(path, text).expect("it is written");
    };
    write("asm/lanes.toml", &row);
    let source = "asm/backtrack/mips32-mars-4x4.s";
    for file in [source, "golden/puzzles/4x4.txt", "golden/solutions/4x4.txt", COUNTS] {
        write(file, &fs::read_to_string(here.join(file)).expect(file));
    }
    home
}

/// Exit status, standard output and standard error in a folder.
fn verify(home: &Path) -> (i32, String, String) {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_verify-lanes"));
    let done = Command::new(program).current_dir(home).output().expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (done.status.code().expect("an exit status"), text(&done.stdout), text(&done.stderr))
}

fn change(home: &Path, file: &str, change: impl Fn(&str) -> String) {
    let path = home.join(file);
    let text = fs::read_to_string(&path).expect("the file");
    let changed = change(&text);
    assert_ne!(changed, text, "{file} is changed");
    fs::write(path, changed).expect("it is written");
}

#[test]
fn each_result_has_its_status() {
    let right = home();
    let (status, out, error) = verify(right.path());
    assert_eq!((status, error.as_str()), (0, ""), "{out}");
    assert!(
        out.contains("\n1 lane, ") && out.ends_with(": all match the golden results\n"),
        "{out}"
    );

    let counted = home();
    change(counted.path(), COUNTS, |text| {
        let last = text.trim_end().rfind('\t').expect("a column");
        format!("{}\t1\n", &text[..last])
    });
    let (status, out, _) = verify(counted.path());
    assert_eq!(status, 1, "{out}");
    assert!(out.contains(&format!("\n  to reproduce: isagrid verify {LANE} --puzzle ")), "{out}");
    assert!(out.ends_with("1 lane FAILED\n"), "{out}");

    let table = home();
    change(table.path(), "asm/lanes.toml", |text| format!("{text}\nbad = [\n"));
    let (status, out, error) = verify(table.path());
    assert_eq!((status, out.as_str()), (2, ""), "{error}");
    assert!(error.starts_with("error: asm/lanes.toml:"), "{error}");

    let source = home();
    change(source.path(), "asm/backtrack/mips32-mars-4x4.s", |text| {
        format!("{text}\n frobnicate $t0\n")
    });
    let (status, out, _) = verify(source.path());
    assert_eq!(status, 3, "{out}");
    assert!(out.contains("frobnicate"), "{out}");
}
