//! Progress of a verification on a terminal, and silence elsewhere.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::terminal::opened;
use crate::verify::{change, clone};

/// What a verification of two lanes shows on a terminal with these variables; `None` where no
/// terminal can be opened, which the test reports.
fn shown(variables: &[(&str, &str)]) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    shown_of(folder.path(), &["verify", "-q", "-j", "1", "--only", "4x4"], variables)
}

/// The same for any command that ends well in a folder.
fn shown_of(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Option<String> {
    let (ours, theirs) = match opened() {
        Ok(ends) => ends,
        Err(error) => {
            #[expect(clippy::print_stderr, reason = "a test that does less says so")]
            {
                eprintln!("no terminal can be opened ({error}): progress is not tested");
            }
            return None;
        }
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_isagrid"));
    for name in ["TERM", "LC_ALL", "LC_CTYPE", "LANG"] {
        command.env_remove(name);
    }
    let mut child = command
        .args(arguments)
        .current_dir(folder)
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(theirs)
        .spawn()
        .unwrap();
    drop(command);
    let mut text = Vec::new();
    let mut bytes = [0; 4096];
    // The last one who holds the terminal is gone: that is an error here, and the end.
    while let Ok(count @ 1..) = rustix::io::read(&ours, &mut bytes) {
        text.extend_from_slice(&bytes[..count]);
    }
    assert!(child.wait().unwrap().success());
    Some(String::from_utf8(text).unwrap())
}

#[test]
fn a_terminal_shows_lane_runs_rate_and_time_in_the_letters_it_has() {
    let Some(plain) = shown(&[("TERM", "xterm"), ("LANG", "C")]) else { return };
    for message in ["mips32-mars-", " of 636 runs, ", "/s [", " left"] {
        assert!(plain.contains(message), "{message}: {plain:?}");
    }
    assert!(plain.is_ascii(), "{plain:?}");
    let utf8 = shown(&[("TERM", "xterm"), ("LANG", "C"), ("LC_ALL", "C.UTF-8")]).unwrap();
    // How far a bar comes before the end is a matter of time: an eighth of a letter will do.
    let eighths = |letter| ('\u{2588}'..='\u{258f}').contains(&letter);
    assert!(utf8.contains(eighths) && utf8.contains(" of 636 runs, "), "{utf8:?}");
    // It is gone at the end.
    assert!(plain.ends_with("\u{1b}[2K") || plain.ends_with('\r'), "{plain:?}");
}

#[test]
fn a_terminal_that_takes_nothing_back_shows_nothing() {
    let Some(text) = shown(&[("TERM", "dumb")]) else { return };
    assert_eq!(text, "");
}

#[test]
fn puzzles_that_are_made_of_seeds_are_counted() {
    let clone = clone();
    let table = "asm/lanes.toml";
    change(clone.path(), table, "sets = [\"4x4\"]", "sets = [\"seeds\"]\nchecks = [\"grids\"]");
    let sets = "[sets]\nseeds = { size = 4, count = 3000, seed = 7 }\n[[lane]]";
    change(clone.path(), table, "[[lane]]", sets);
    let verify = ["verify", "mips32-mars-4x4", "--check", "grids"];
    let Some(text) = shown_of(clone.path(), &verify, &[("TERM", "xterm"), ("LANG", "C")]) else {
        return;
    };
    for message in ["puzzles generated [", "puzzles solved [", " of 3000, "] {
        assert!(text.contains(message), "{message}: {text:?}");
    }
}
