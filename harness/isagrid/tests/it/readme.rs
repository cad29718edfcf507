//! Every command in README.md and in the pages works and prints what is shown, and generated pages
//! are up to date.

use std::path::Path;

use lanes::lane::Lane;
use lanes::root::Root;

use crate::support::{Done, isagrid, root};

/// A command in a page, and the output shown below it.
struct ShownCommand {
    command: String,
    output: Vec<String>,
}

impl ShownCommand {
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
            _ => Err(format!("it also prints\n{}", printed[at..].join("\n"))),
        }
    }
}

fn shown(page: &str) -> Vec<ShownCommand> {
    let text = std::fs::read_to_string(root().join(page)).unwrap();
    let mut all: Vec<ShownCommand> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line.starts_with("```console");
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            all.push(ShownCommand { command: command.to_owned(), output: Vec::new() });
        } else if let (true, Some(last)) = (inside, all.last_mut()) {
            last.output.push(line.to_owned());
        }
    }
    all
}

#[test]
fn readme_commands_print_what_is_shown() {
    let all = shown("README.md");
    assert!(all.len() >= 6, "README.md shows commands");
    for shown in all {
        let Some(done) = shown.done() else {
            // CI runs these; running them here would run this test again.
            let (command, script) = (&shown.command, root().join(".ci/run"));
            let script = std::fs::read_to_string(script).unwrap();
            assert!(script.contains(command), "`{command}` is run by .ci/run");
            verification_is_golden(&shown.output);
            continue;
        };
        let printed = done.out() + &done.stderr;
        assert_eq!(shown.is_in(&printed), Ok(()), "`{}`: README.md and\n{printed}", shown.command);
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
    assert_eq!((run.status, run.out().as_str()), (0, "14\n"), "{}", run.printed());
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
            assert_eq!(done.status, 0, "`{}` of {page}: {}", shown.command, done.printed());
        }
    }
}

#[test]
fn page_commands_print_what_is_shown() {
    // For each of the first programs: run, counts, a mistake and the debugger.
    let pages = [
        ("docs/first-programs.md", 21),
        ("docs/tour.md", 20),
        ("docs/exit-status.md", 1),
        ("docs/node-of-backtrack.md", 4),
        ("docs/engines.md", 3),
        ("docs/checking.md", 4),
    ];
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
        assert_eq!(done.status, 0, "`{}`: {}", shown.command, done.printed());
        assert_eq!(shown.is_in(&done.out()), Ok(()), "`{}`: {}", shown.command, done.printed());
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
    let heading = "Side by side: mips32-mars-9x9 and pdp10-line-9x9</h2>";
    assert!(written("two.html").contains(heading));
    assert!(written("out/report.html").contains(">Verification</h2>"));
}

#[test]
fn only_gaps_are_left_out() {
    let is_in = |shown: &[&str]| {
        let output = shown.iter().map(|line| (*line).to_owned()).collect();
        ShownCommand { command: String::new(), output }.is_in("a\nb\nc\n").is_ok()
    };
    assert!(is_in(&["a", "b", "c"]) && is_in(&["a", "..."]) && is_in(&["...", "b", "..."]));
    assert!(is_in(&["a", "...", "c"]) && is_in(&["...", "c"]));
    assert!(!is_in(&["a", "b"]) && !is_in(&["b", "c"]) && !is_in(&["a", "c"]));
    assert!(!is_in(&["...", "b"]) && !is_in(&["...", "c", "...", "b", "..."]));
}

/// Checks rows and verdict of a verification: their numbers are those of the golden counts.
fn verification_is_golden(output: &[String]) {
    let root = Root::Folder(root());
    let lanes = lanes::lane::read_table(&root).unwrap();
    let counts = |lane: &Lane| {
        let costs = lanes::golden::read_counts(&root, &lane.name).unwrap();
        let mut counts: Vec<u64> = costs.values().map(|cost| cost.instructions).collect();
        counts.sort_unstable();
        counts
    };
    // A cell that repeats the row above is empty.
    let mut algorithm = "";
    for row in output.iter().filter(|row| row.ends_with(" same")) {
        let mut cells = row.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
        if !row.starts_with(' ') {
            algorithm = cells.next().unwrap();
        }
        let machines: Vec<&str> = cells.next().unwrap().split(", ").collect();
        let is_one = |lane: &&Lane| {
            let is_compiled = row.contains("(compiled)");
            format!("{} {}", lane.algorithm.name(), lane.size) == algorithm
                && machines.contains(&lane.target.isa())
                && lane.made_by.is_some() == is_compiled
        };
        let all: Vec<Vec<u64>> = lanes.iter().filter(is_one).map(counts).collect();
        let runs: usize = all.iter().map(Vec::len).sum();
        let middle = |counts: &Vec<u64>| {
            let [lower, upper] = [(counts.len() - 1) / 2, counts.len() / 2].map(|at| counts[at]);
            (lower + upper).div_ceil(2)
        };
        let medians = || all.iter().map(middle);
        let [runs, least, most] = [runs as u64, medians().min().unwrap(), medians().max().unwrap()]
            .map(targets::escape::grouped);
        let median = if least == most { least } else { format!("{least}–{most}") };
        for words in [format!(" {} ", all.len()), format!(" {runs} of {runs} "), median] {
            assert!(row.contains(&words), "{words} is in: {row}");
        }
    }
    if let Some(verdict) = output.last() {
        let runs: usize = lanes.iter().map(|lane| counts(lane).len()).sum();
        let sums =
            format!("{} lanes, {} runs: ", lanes.len(), targets::escape::grouped(runs as u64));
        assert!(verdict.starts_with(&sums), "{sums} is in: {verdict}");
    }
}

/// Instructions per node in the table of README.md are those of `isagrid compare`.
#[test]
fn instructions_per_node_in_readme_are_measured() {
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    let rows = text.lines().skip_while(|line| !line.starts_with("| instructions per node"));
    let rows: Vec<&str> = rows.skip(2).take_while(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), 5, "README.md compares four algorithms, and a compiler");
    let machines = ["mips32", "riscv32", "pdp10"];
    let by_hand = ["mips32-mars-9x9", "riscv32-rars-9x9", "pdp10-line-9x9"];
    let mut cells: Vec<(String, &str)> = Vec::new();
    for row in rows {
        let (what, figures) = row.trim_matches(['|', ' ']).split_once(" | ").unwrap();
        let algorithm = what.trim_start_matches('[').split([']', ',']).next().unwrap();
        for (at, figure) in figures.split(" | ").enumerate() {
            let lane = match (what.contains("gcc -O2"), algorithm) {
                (true, _) => format!("{}-{algorithm}-gcc-o2", machines[at]),
                (false, "backtrack") => by_hand[at].to_owned(),
                (false, _) => format!("{}-{algorithm}", machines[at]),
            };
            cells.push((lane, figure));
        }
    }
    assert_eq!(cells.len(), 14, "three machines, and two with a compiler");
    let mut compare = vec!["compare", "--puzzles", "9x9:51-60", "--format", "csv"];
    compare.extend(cells.iter().map(|(lane, _)| lane.as_str()));
    let csv = isagrid(&root(), &compare, b"").out();
    let head: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let column = |name: &str| head.iter().position(|cell| *cell == name).unwrap();
    let columns = [column("lane"), column("instructions"), column("nodes")];
    let per_node = |lane: &str| {
        let cells = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let of_lane = cells.filter(|cells| cells[columns[0]] == lane);
        let (instructions, nodes) = of_lane.fold((0.0, 0.0), |(instructions, nodes), cells| {
            let number = |at: usize| cells[columns[at]].parse::<f64>().unwrap();
            (instructions + number(1), nodes + number(2))
        });
        instructions / nodes
    };
    for (lane, figure) in &cells {
        let measured = format!("{:.1}", per_node(lane));
        assert_eq!(figure.replace(',', ""), measured, "{lane} in README.md");
    }
}

/// The table in docs/verify.md has the lanes of asm/lanes.toml, in their order, with their sources.
#[test]
fn the_page_about_verifying_lists_the_lanes() {
    let text = std::fs::read_to_string(root().join("docs/verify.md")).unwrap();
    verification_is_golden(&shown("docs/verify.md")[0].output);
    let section = text.split("\n## Lanes\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    let listed: Vec<&str> = rows.iter().map(|row| row.split('`').nth(1).unwrap()).collect();
    let mut lanes = lanes::lane::read_table(&Root::Folder(root())).unwrap();
    // One sentence mentions the compiler-generated lanes.
    lanes.retain(|lane| lane.made_by.is_none());
    let named: Vec<&str> = lanes.iter().map(|lane| lane.name.as_str()).collect();
    assert_eq!(listed, named, "the table in docs/verify.md, and asm/lanes.toml");
    for (row, lane) in rows.iter().zip(&lanes) {
        for source in &lane.sources {
            let link = format!("(../{})", source.display());
            assert!(row.contains(&link), "the row of {} in docs/verify.md links {link}", lane.name);
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
    for (file, command) in tasks::pages::IN_TARGET {
        // The whole comparison takes long, and another test goes through its numbers.
        if *command == tasks::pages::COMPARISON {
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
    let pages = tasks::pages::texts(&root(), program).unwrap();
    let stale: Vec<&str> =
        pages.iter().filter(|page| !page.is_true).map(|page| page.file).collect();
    assert!(stale.is_empty(), "stale: {}; {} writes them", stale.join(", "), tasks::pages::REMEDY);
}
