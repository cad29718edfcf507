//! Every command of the pages about your own lanes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{isagrid, root};

#[test]
fn lanes_page_works() {
    let home = tempfile::tempdir().unwrap();
    assert!(followed("docs/lanes.md", home.path(), "course/asm/lanes.toml") >= 12);
}

#[test]
fn comparing_page_works() {
    let home = tempfile::tempdir().unwrap();
    assert!(followed("docs/comparing.md", home.path(), "sudoku/asm/lanes.toml") >= 12);
    let at = |file: &str| fs::read_to_string(home.path().join("sudoku").join(file)).unwrap();
    assert!(at("table.tex").contains("\\begin{tabular}") && at("table.md").contains("| mine |"));
    assert!(at("counts.csv").lines().count() == 9, "{}", at("counts.csv"));
    assert!(at("report.html").ends_with("</html>") && at("yesterday.json").contains("\"mine\""));
}

/// Changes in the lane's row or source, and the resulting messages.
const MISTAKES: [(&str, &str); 7] = [
    ("node = \"solve\"", "node = \"Solve\""),
    ("        li num 1\n", "        li num 2\n"),
    ("row_stride = 64", "row_stride = 36"),
    ("cell = 4", "cell = 1"),
    ("feed = \"rows\"", "feed = \"line\""),
    ("read = \"rows\"", "read = \"line\""),
    ("sets = [\"9x9\", \"easy\"]", "sets = [\"9x9\"]"),
];

#[test]
fn mistakes_are_reported_as_the_page_says() {
    let home = tempfile::tempdir().unwrap();
    followed("docs/comparing.md", home.path(), "sudoku/asm/lanes.toml");
    let sudoku = home.path().join("sudoku");
    let (table, source) = (sudoku.join("asm/lanes.toml"), sudoku.join("asm/mine/solver.s"));
    let page = fs::read_to_string(root().join("docs/comparing.md")).unwrap();
    let rows = page.lines().skip_while(|line| *line != "| message | look at |").skip(2);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with("| ")).collect();
    assert_eq!(rows.len(), MISTAKES.len(), "{rows:?}");
    let right = [&table, &source].map(|file| (file, fs::read_to_string(file).unwrap()));
    for (row, (from, to)) in rows.iter().zip(MISTAKES) {
        for (file, text) in &right {
            // The lane is the last of the table.
            let wrong =
                text.rfind(from).map(|at| [&text[..at], to, &text[at + from.len()..]].concat());
            fs::write(file, wrong.as_ref().unwrap_or(text)).unwrap();
        }
        let reported = ["verify --puzzle easy:1", "compare --puzzles easy:1"].map(|command| {
            let words: Vec<&str> = command.split(' ').chain(["mine", "pdp10-line-9x9"]).collect();
            isagrid(&sudoku, &words, b"").printed()
        });
        let message = row.split(" | ").next().unwrap().trim_start_matches("| ");
        let found = reported.iter().any(|reported| reported.contains(message));
        assert!(found, "{from} as {to}, {message}: {}", reported.concat());
    }
}

/// Runs the commands of a page in a folder; appends its rows to the table of lanes. Returns the
/// number of commands.
fn followed(page: &str, home: &Path, lanes: &str) -> usize {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let (mut folder, mut out) = (home.to_owned(), Vec::new());
    let (mut inside, mut table) = (String::new(), String::new());
    let (mut commands, mut tables) = (0, 0);
    let mut left_out = false;
    for line in text.lines() {
        let is_command = inside == "console" && line.starts_with("$ ");
        if line.starts_with("```") || is_command {
            assert!(out.is_empty() || left_out, "{page} leaves out {out:?}");
            (out, left_out) = (Vec::new(), false);
        }
        if let Some(language) = line.strip_prefix("```") {
            if inside == "toml" {
                let before = fs::read_to_string(home.join(lanes)).unwrap_or_default();
                fs::write(home.join(lanes), before + &std::mem::take(&mut table)).unwrap();
                tables += 1;
            }
            language.clone_into(&mut inside);
        } else if let (true, Some(command)) = (is_command, line.strip_prefix("$ ")) {
            let printed = follow(&mut folder, command);
            out = printed.lines().map(str::to_owned).rev().collect();
            commands += 1;
        } else if inside == "console" && line == "..." {
            left_out = true;
        } else if inside == "console" {
            while left_out && out.last().is_some_and(|next| next != line) {
                out.pop();
            }
            left_out = false;
            assert_eq!(out.pop().as_deref(), Some(line), "{page}, and what comes");
        } else if inside == "toml" {
            table += &format!("{line}\n");
        }
    }
    assert!(tables > 0, "{page} shows a table of lanes");
    commands
}

/// Runs a shell line; returns the output.
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
            assert!(done.status < 2, "{command}: {}", done.printed());
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
