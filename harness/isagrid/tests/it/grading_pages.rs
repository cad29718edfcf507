//! Every command of docs/grading.md, docs/grading-class.md and docs/shards.md.

use std::fs;
use std::path::Path;

use crate::support::{isagrid, root};

fn page(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).unwrap()
}

#[test]
fn grading_page_works() {
    assert!(commands_followed("grading.md") >= 8);
}

#[test]
fn classes_page_works() {
    assert!(commands_followed("grading-class.md") >= 15);
}

#[test]
fn functions_page_works() {
    assert!(commands_followed("grading-functions.md") >= 4);
}

#[test]
fn programs_page_works() {
    assert!(commands_followed("grading-programs.md") >= 3);
}

#[test]
fn shards_page_works() {
    assert!(commands_followed("shards.md") >= 8);
}

/// Runs the commands of a page in a folder and checks their output; returns their number.
fn commands_followed(name: &str) -> u32 {
    let home = tempfile::tempdir().unwrap();
    let (mut inside, mut file, mut commands) = (String::new(), String::new(), 0);
    let mut out: Vec<String> = Vec::new();
    for line in page(name).lines() {
        if let Some(fence) = line.strip_prefix("```") {
            if let Some((_, name)) = inside.split_once(' ') {
                fs::write(home.path().join(name), &file).unwrap();
            }
            assert!(out.is_empty(), "the page leaves out {out:?}");
            file.clear();
            fence.clone_into(&mut inside);
        } else if inside.contains(' ') {
            file += &format!("{line}\n");
        } else if let (true, Some(command)) = (inside == "console", line.strip_prefix("$ ")) {
            assert!(out.is_empty(), "the page leaves out {out:?}");
            out = followed(home.path(), command).lines().map(str::to_owned).rev().collect();
            commands += 1;
        } else if inside == "console" {
            assert_eq!(out.pop().as_deref(), Some(line), "the page, and what comes");
        }
    }
    commands
}

/// Words of a command, some of them quoted.
fn words(command: &str) -> Vec<&str> {
    let pieces = command.split('"').enumerate().flat_map(|(number, piece)| {
        let is_quoted = number % 2 == 1;
        if is_quoted { vec![piece] } else { piece.split_whitespace().collect() }
    });
    pieces.collect()
}

/// Runs a shell line; returns messages, then output.
fn followed(folder: &Path, command: &str) -> String {
    match words(command).as_slice() {
        ["mkdir", "-p", new] => fs::create_dir_all(folder.join(new)).unwrap(),
        ["cp", from, to] => drop(fs::copy(folder.join(from), folder.join(to)).unwrap()),
        ["isagrid", arguments @ ..] => {
            let done = isagrid(folder, arguments, b"");
            let is_class = command.starts_with("isagrid grade");
            assert!(
                done.status < 2 || done.status == 3 && is_class,
                "{command}: {}",
                done.printed()
            );
            let messages = if is_class { done.stderr.as_str() } else { "" };
            return format!("{messages}{}", done.out());
        }
        _ => panic!("the page has a command that this test does not know: {command}"),
    }
    String::new()
}

/// The shell line of docs/shards.md runs all shards.
#[cfg(unix)]
#[test]
fn shell_line_runs_all_shards() {
    let home = crate::shards::home();
    crate::shards::planned(home.path(), 16);
    let text = page("shards.md");
    let line = text.lines().find(|line| line.contains("xargs")).unwrap();
    let bin = Path::new(env!("CARGO_BIN_EXE_isagrid")).parent().unwrap().display();
    let mut sh = std::process::Command::new("sh");
    sh.args(["-c", line]).current_dir(home.path()).env("PATH", format!("{bin}:/usr/bin:/bin"));
    let done = sh.output().unwrap();
    assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    crate::shards::is_as_one_process(home.path());
}

/// The workflow's steps grade a class, with artifacts where its actions put them.
#[test]
fn workflow_of_the_page_merges_its_jobs() {
    let home = crate::shards::home();
    let home = home.path();
    fs::rename(home.join("hw"), home.join("homework")).unwrap();
    fs::rename(home.join("class"), home.join("submissions")).unwrap();
    let text = page("shards.md");
    let run = |begins: &str, from: &str, to: &str| {
        let rest = text.split_once(begins).unwrap_or_else(|| panic!("{begins}")).1;
        let line = format!("{begins}{}", rest.lines().next().unwrap()).replace(from, to);
        let line = line.trim_end_matches(')').replace("\"$GITHUB_STEP_SUMMARY\"", "summary.md");
        isagrid(home, &line.split(' ').skip(1).collect::<Vec<_>>(), b"")
    };
    let planned = run("isagrid plan grade homework submissions", "", "");
    assert_eq!(planned.status, 0, "{}", planned.printed());
    let matrix: serde_json::Value = serde_json::from_slice(&planned.stdout).unwrap();
    let shards = matrix["shard"].as_array().unwrap();
    for (index, shard) in shards.iter().enumerate() {
        let this = "\"$SHARD\"";
        let done = run(&format!("isagrid shard plan.json {this}"), this, shard.as_str().unwrap());
        assert_eq!(done.status, 0, "{}", done.printed());
        let artifact = home.join(format!("shard-{index}"));
        fs::create_dir(&artifact).unwrap();
        for entry in fs::read_dir(home.join("shards")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "jsonl") {
                fs::rename(&path, artifact.join(path.file_name().unwrap())).unwrap();
            }
        }
    }
    fs::create_dir(home.join("plan")).unwrap();
    fs::rename(home.join("plan.json"), home.join("plan/plan.json")).unwrap();
    let merged = run("isagrid merge plan/plan.json", "", "");
    let one = isagrid(home, &["grade", "homework", "submissions"], b"");
    assert_eq!((merged.status, merged.out()), (one.status, one.out()), "{}", merged.printed());
    assert!(home.join("summary.md").is_file());
}
