//! docs/lanes.md, followed to the letter.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{isagrid, root};

#[test]
fn the_page_leads_from_nothing_to_a_verified_lane() {
    let text = fs::read_to_string(root().join("docs/lanes.md")).unwrap();
    let home = tempfile::tempdir().unwrap();
    let (mut folder, mut out) = (home.path().to_owned(), Vec::new());
    let (mut inside, mut table, mut commands) = (String::new(), String::new(), 0);
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            if inside == "toml" {
                fs::write(folder.join("course/asm/lanes.toml"), &table).unwrap();
            }
            assert!(out.is_empty(), "the page leaves out {out:?}");
            language.clone_into(&mut inside);
        } else if let (true, Some(command)) = (inside == "console", line.strip_prefix("$ ")) {
            assert!(out.is_empty(), "the page leaves out {out:?}");
            let printed = follow(&mut folder, command);
            out = printed.lines().map(str::to_owned).rev().collect();
            commands += 1;
        } else if inside == "console" {
            assert_eq!(out.pop().as_deref(), Some(line), "the page, and what comes");
        } else if inside == "toml" {
            table += &format!("{line}\n");
        }
    }
    assert!(commands >= 8 && !table.is_empty(), "{commands} commands");
}

/// Does what a line of a shell does, and gives what was printed.
fn follow(folder: &mut PathBuf, command: &str) -> String {
    let (command, to) = command.split_once(" > ").unwrap_or((command, ""));
    let words: Vec<&str> = command.split_whitespace().collect();
    match words.as_slice() {
        ["mkdir", "-p", folders @ ..] => {
            folders.iter().for_each(|new| fs::create_dir_all(folder.join(new)).unwrap());
        }
        ["cp", from, to] => {
            fs::copy(folder.join(from), folder.join(to)).unwrap();
        }
        ["cd", below] => folder.push(below),
        ["isagrid", arguments @ ..] => {
            let done = isagrid(Path::new(folder), arguments, b"");
            assert!(done.status < 2, "{command}: {}", done.told());
            if !to.is_empty() {
                fs::write(folder.join(to), &done.stdout).unwrap();
                return String::new();
            }
            return done.out();
        }
        _ => panic!("the page has a command that this test does not know: {command}"),
    }
    String::new()
}
