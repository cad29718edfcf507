//! Every command in README.md and in the pages works and prints what is shown, and generated pages
//! are up to date.

use std::path::Path;

use lanes::root::Root;

use crate::support::{Done, isagrid, root};

/// A command in a page, and the output shown below it.
struct Shown {
    command: String,
    output: Vec<String>,
}

impl Shown {
    /// Runs it; its input is the text after its prompts, or a file.
    fn done(&self) -> Option<Done> {
        self.done_in(&root())
    }

    /// Runs it in a folder.
    fn done_in(&self, folder: &Path) -> Option<Done> {
        let command = self.command.strip_prefix("cargo ").unwrap_or(&self.command);
        let words: Vec<&str> = command.strip_prefix("isagrid ")?.split_whitespace().collect();
        let typed = self.output.iter().filter_map(|line| line.strip_prefix("(isagrid) "));
        let typed: String = typed.map(|line| format!("{line}\n")).collect();
        let (arguments, input) = match words.as_slice() {
            [arguments @ .., "<", file] => (arguments, std::fs::read(root().join(file)).unwrap()),
            arguments => (arguments, typed.into_bytes()),
        };
        Some(isagrid(folder, arguments, &input))
    }

    /// Checks that the shown lines are printed in this order, with gaps only at `...`.
    fn is_in(&self, printed: &str) -> Result<(), String> {
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        let shown: Vec<&str> = self.output.iter().map(|line| line.trim_end()).collect();
        let mut at = 0;
        for (index, part) in shown.split(|line| *line == "...").enumerate() {
            let rest = &printed[at..];
            // An empty part matches anywhere.
            let begins = match (index, part) {
                (_, []) => Some(0),
                (0, part) => rest.starts_with(part).then_some(0),
                (_, part) => rest.windows(part.len()).position(|window| window == part),
            };
            let begins = begins.ok_or_else(|| format!("it does not print\n{}", part.join("\n")))?;
            at += begins + part.len();
        }
        match shown.last() {
            Some(&"...") => Ok(()),
            _ if at == printed.len() => Ok(()),
            _ => Err(format!("it goes on\n{}", printed[at..].join("\n"))),
        }
    }
}

fn shown(page: &str) -> Vec<Shown> {
    let text = std::fs::read_to_string(root().join(page)).unwrap();
    let mut all: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line.starts_with("```console");
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            all.push(Shown { command: command.to_owned(), output: Vec::new() });
        } else if let (true, Some(last)) = (inside, all.last_mut()) {
            last.output.push(line.to_owned());
        }
    }
    all
}

#[test]
fn readme_commands_print_what_is_shown() {
    let all = shown("README.md");
    assert!(all.len() >= 5, "README.md shows commands");
    for shown in all {
        let Some(done) = shown.done() else {
            // CI runs these; running them here would run this test again.
            let (command, script) = (&shown.command, root().join(".ci/run"));
            let script = std::fs::read_to_string(script).unwrap();
            assert!(script.contains(command), "`{command}` is run by .ci/run");
            table_is_golden(&shown.output);
            continue;
        };
        let printed = done.out() + &done.stderr;
        for line in shown.output.iter().filter(|line| !line.trim().is_empty() && *line != "...") {
            let command = &shown.command;
            let told = printed.lines().any(|told| told.trim_end() == line.trim_end());
            assert!(told, "`{command}` prints the line `{line}`:\n{printed}");
        }
    }
}

#[test]
fn first_programs_are_in_the_written_copy() {
    let page = std::fs::read_to_string(root().join("docs/first-programs.md")).unwrap();
    assert!(
        page.contains("`isagrid lanes --write play` and `cd play`"),
        "instructions without a clone"
    );
    let home = tempfile::tempdir().unwrap();
    assert_eq!(isagrid(home.path(), &["lanes", "--write", "play"], b"").status, 0);
    let play = home.path().join("play");
    for shown in shown("docs/first-programs.md") {
        let file = shown.command.split(' ').find(|word| word.starts_with("docs/"));
        let file = file.unwrap_or_else(|| panic!("`{}` runs a file", shown.command));
        assert!(play.join(file).is_file(), "{file} is in the copy");
    }
    let run = isagrid(&play, &["run", "docs/examples/first-mars.s"], b"");
    assert_eq!((run.status, run.out().as_str()), (0, "14\n"), "{}", run.told());
}

#[test]
fn commands_of_pages_without_output_work() {
    for (page, least) in [("docs/esp32c3.md", 2), ("docs/rating.md", 2)] {
        // Commands that write or read a file are in another test.
        let all = shown(page);
        let run: Vec<_> = all.iter().filter(|shown| !shown.command.contains("flash.bin")).collect();
        assert!(run.len() >= least, "{page} shows commands");
        for shown in run {
            let done = shown.done().unwrap();
            assert_eq!(done.status, 0, "`{}` of {page}: {}", shown.command, done.told());
        }
    }
}

#[test]
fn page_commands_print_what_is_shown() {
    // For each of the first programs: run, counts, a mistake and the debugger.
    let pages =
        [("docs/first-programs.md", 21), ("docs/node-of-backtrack.md", 4), ("docs/engines.md", 3)];
    for (page, least) in pages {
        let all = shown(page);
        assert!(all.len() >= least, "{page} shows commands");
        for shown in all {
            let done = shown.done().unwrap();
            let printed = done.out() + &done.stderr;
            let differs = shown.is_in(&printed);
            assert_eq!(differs, Ok(()), "`{}`: {page} and\n{printed}", shown.command);
        }
    }
}

#[test]
fn side_by_side_commands_print_what_is_shown() {
    let all = shown("docs/side-by-side.md");
    assert!(all.len() >= 2, "docs/side-by-side.md shows commands");
    for shown in all {
        let done = shown.done().unwrap();
        assert_eq!((done.status, done.stderr.as_str()), (0, ""), "`{}`", shown.command);
        let differs = shown.is_in(&done.out());
        assert_eq!(
            differs,
            Ok(()),
            "`{}`: docs/side-by-side.md and\n{}",
            shown.command,
            done.out()
        );
    }
}

#[test]
fn report_page_works() {
    let home = tempfile::tempdir().unwrap();
    let all = shown("docs/report.md");
    assert_eq!(all.len(), 3, "docs/report.md shows a report, two solvers, and what was verified");
    for shown in all {
        let done = shown.done_in(home.path()).unwrap();
        assert_eq!(done.status, 0, "`{}`: {}", shown.command, done.told());
        assert_eq!(shown.is_in(&done.out()), Ok(()), "`{}`: {}", shown.command, done.told());
    }
    let written = |file: &str| std::fs::read_to_string(home.path().join(file)).unwrap();
    let report = written("report.html");
    let page = std::fs::read_to_string(root().join("docs/report.md")).unwrap();
    // Text between double asterisks is a heading of the report.
    let headings: Vec<&str> = page.split("**").skip(1).step_by(2).collect();
    assert!(headings.len() >= 9, "{headings:?}");
    for heading in headings {
        assert!(report.contains(&format!(">{heading}</h")), "report.html has {heading}");
    }
    let beside = "Side by side: mips32-mars-9x9 and pdp10-line-9x9</h2>";
    assert!(written("two.html").contains(beside));
    assert!(written("out/report.html").contains(">Verification</h2>"));
}

#[test]
fn only_gaps_are_left_out() {
    let is_in = |shown: &[&str]| {
        let output = shown.iter().map(|line| (*line).to_owned()).collect();
        Shown { command: String::new(), output }.is_in("a\nb\nc\n").is_ok()
    };
    assert!(is_in(&["a", "b", "c"]) && is_in(&["a", "..."]) && is_in(&["...", "b", "..."]));
    assert!(is_in(&["a", "...", "c"]) && is_in(&["...", "c"]));
    assert!(!is_in(&["a", "b"]) && !is_in(&["b", "c"]) && !is_in(&["a", "c"]));
    assert!(!is_in(&["...", "b"]) && !is_in(&["...", "c", "...", "b", "..."]));
}

/// Checks the rows of the verification table against the golden counts.
fn table_is_golden(output: &[String]) {
    if output.is_empty() {
        return;
    }
    let root = Root::Folder(root());
    let lanes = lanes::lane::read_table(&root).unwrap();
    let (mut algorithm, mut size) = ("", "");
    let (mut shown, mut all) = (0, 0);
    let rows = output.iter().skip(1).take_while(|line| !line.is_empty());
    for row in rows.filter(|line| *line != "...") {
        let cells: Vec<&str> =
            row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        let [names @ .., machine, dialect, count, correct, same, instructions, golden] = &cells[..]
        else {
            panic!("too few columns: {row}");
        };
        // Names that the row above has, too, are left out.
        match names {
            [] => {}
            [new] => size = new,
            [new, of_size, ..] => (algorithm, size) = (new, of_size),
        }
        let group = lanes.iter().filter(|lane| {
            let names = (lane.algorithm.name(), lane.size.to_string(), lane.target.isa());
            let is_compiled = *dialect == "(compiled)";
            names == (algorithm, size.to_owned(), machine) && lane.made_by.is_some() == is_compiled
        });
        let (mut medians, mut runs) = (Vec::new(), 0);
        for lane in group {
            let costs = lanes::golden::read_counts(&root, &lane.name).unwrap();
            let mut of_lane: Vec<u64> = costs.values().map(|cost| cost.instructions).collect();
            of_lane.sort_unstable();
            medians.push(of_lane[(of_lane.len() - 1) / 2]);
            runs += of_lane.len() as u64;
        }
        medians.sort_unstable();
        assert_eq!(*count, medians.len().to_string(), "{row}");
        let number = machines::escape::grouped;
        let (runs_text, lowest) = (number(runs), number(medians[0]));
        let highest = number(medians[medians.len() - 1]);
        let range = if lowest == highest { lowest } else { format!("{lowest} to {highest}") };
        let expected = format!("{runs_text} of {runs_text}");
        assert_eq!(
            (*correct, *same, *instructions, *golden),
            (expected.as_str(), expected.as_str(), range.as_str(), "same"),
            "{row}"
        );
        shown += medians.len();
        all += runs;
    }
    if !output.iter().any(|line| line == "...") {
        assert_eq!(shown, lanes.len(), "README.md shows every lane");
        let verdict = format!(
            "{shown} lanes, {} runs: all match the golden results",
            machines::escape::grouped(all)
        );
        assert_eq!(output.last(), Some(&verdict));
    }
}

/// The table under "Lanes" has the lanes of asm/lanes.toml, in order, with their sources.
#[test]
fn readme_lists_the_lanes_of_the_table() {
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    let section = text.split("\n## Lanes\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    let listed: Vec<&str> = rows.iter().map(|row| row.split('`').nth(1).unwrap()).collect();
    let mut lanes = lanes::lane::read_table(&Root::Folder(root())).unwrap();
    // One sentence mentions the compiler-generated lanes.
    lanes.retain(|lane| lane.made_by.is_none());
    let named: Vec<&str> = lanes.iter().map(|lane| lane.name.as_str()).collect();
    assert_eq!(listed, named, "the table under Lanes in README.md, and asm/lanes.toml");
    for (row, lane) in rows.iter().zip(&lanes) {
        for source in &lane.sources {
            let link = format!("({})", source.display());
            assert!(row.contains(&link), "the row of {} in README.md links {link}", lane.name);
        }
    }
}

/// docs/README.md lists every page.
#[test]
fn index_lists_every_page() {
    let docs = root().join("docs");
    let index = std::fs::read_to_string(docs.join("README.md")).unwrap();
    for entry in std::fs::read_dir(docs).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".md") && name != "README.md" {
            let row = format!("| [{name}]({name}) | ");
            assert!(index.contains(&row), "docs/README.md has a row for {name}");
        }
    }
}

/// Pages that are not in git: each begins with a title, and links lead to headings of the page.
#[test]
fn pages_that_only_commands_have_are_whole() {
    for (file, command) in xtask::pages::IN_TARGET {
        // The whole comparison takes long, and another test goes through its numbers.
        if *command == xtask::pages::COMPARISON {
            continue;
        }
        let page = isagrid(&root(), command, b"");
        assert_eq!((page.status, page.stderr.as_str()), (0, ""), "{file}");
        let page = page.out();
        assert!(page.starts_with("# "), "{file}");
        let headings: Vec<String> = page
            .lines()
            .filter_map(|line| line.strip_prefix("## "))
            .map(|heading| heading.to_lowercase().replace(' ', "-"))
            .collect();
        for link in page.split("](").skip(1) {
            let target = link.split(')').next().unwrap();
            let anchor = target.strip_prefix('#').unwrap_or_else(|| panic!("{file}: {target}"));
            assert!(headings.iter().any(|heading| heading == anchor), "{file}: {target}");
        }
    }
}

#[test]
fn generated_pages_are_up_to_date() {
    let program = Path::new(env!("CARGO_BIN_EXE_isagrid"));
    let pages = xtask::pages::texts(&root(), program).unwrap();
    let stale: Vec<&str> =
        pages.iter().filter(|page| !page.is_true).map(|page| page.file).collect();
    assert!(stale.is_empty(), "stale: {}; {} writes them", stale.join(", "), xtask::pages::REMEDY);
}
