//! The tables of docs/node-of-backtrack.md, against what the programs execute, fetch, load and store.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use lanes::compare::{ComparisonChoice, ComparisonPlan, Measure};
use lanes::lane::{self, Lane};
use lanes::root::Root;
use machine::Machine as _;
use reference::Puzzle;
use tempfile::TempDir;

/// The lane of the page's own program.
const EXAMPLE: &str = r#"
[[lane]]
name = "backtrack-as-pdp10"
algorithm = "backtrack"
machine = "mips32"
dialect = "mars"
sources = ["backtrack-as-pdp10.s"]
size = 9
feed = "rows"
read = "rows"
node = "solve"
grid = { symbol = "grid", row_stride = 36, cell = 4 }
sets = ["9x9", "easy"]
"#;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder of lanes with the page's own program in it.
fn example() -> TempDir {
    let home = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(home.path().join("asm")).expect("the folder can be written");
    fs::write(home.path().join("asm/lanes.toml"), EXAMPLE).expect("the folder can be written");
    let mut files = vec![(
        "docs/examples/backtrack-as-pdp10.s".to_owned(),
        "asm/backtrack-as-pdp10.s".to_owned(),
    )];
    for folder in ["golden/puzzles", "golden/solutions"] {
        fs::create_dir_all(home.path().join(folder)).expect("the folder can be written");
        let sets = ["9x9", "easy"].map(|set| format!("{folder}/{set}.txt"));
        files.extend(sets.map(|file| (file.clone(), file)));
    }
    for (from, to) in files {
        fs::copy(repository().join(from), home.path().join(to)).expect("the folder can be written");
    }
    home
}

/// What one lane costs on the page's puzzle.
struct Costs {
    nodes: f64,
    /// Instructions executed, by line of the source.
    by_line: BTreeMap<u32, u64>,
    measure: Measure,
    instructions_in_memory: u64,
}

fn costs(root: &Root, lane: &Lane) -> Costs {
    let choice = ComparisonChoice {
        puzzles: vec!["9x9:1".parse().expect("puzzles")],
        ..ComparisonChoice::default()
    };
    let comparison = ComparisonPlan::new(root.clone(), vec![lane.clone()], &choice)
        .expect("golden puzzles")
        .run(&|_, _| {});
    let group = &comparison.groups[0];
    assert!(group.apart.is_empty(), "{:?}", group.apart);
    let (row, at) = (&group.rows[0], &group.puzzles[0]);
    Costs {
        nodes: at.decisions.digest.nodes as f64,
        by_line: by_line(root, lane, &at.puzzle),
        measure: row.runs[0].clone(),
        instructions_in_memory: row.size.instructions,
    }
}

fn by_line(root: &Root, lane: &Lane, puzzle: &Puzzle) -> BTreeMap<u32, u64> {
    let (target, image) = lane.program(root).expect("it assembles");
    let mut machine = target.machine();
    machine.load(&image).expect("it fits");
    machine.run(&mut lane.host(puzzle), u64::MAX, &mut ());
    let mut lines = BTreeMap::new();
    for ran in machine.executed().iter().filter(|ran| ran.times > 0) {
        let line = image.line(ran.address).expect("every instruction is of a line");
        *lines.entry(line.line).or_default() += ran.times;
    }
    lines
}

/// The page's programs, in the order of its columns.
fn all_costs() -> Vec<Costs> {
    let ours = Root::Folder(repository());
    let lanes = lane::read_table(&ours).expect("a table of lanes");
    let named = |name| lanes.iter().find(|lane| lane.name == name).expect("a lane of ours");
    let mut all: Vec<Costs> = ["riscv32-rars-9x9", "mips32-mars-9x9"]
        .map(|name| costs(&ours, named(name)))
        .into_iter()
        .collect();
    let home = example();
    let root = Root::Folder(home.path().to_owned());
    all.push(costs(&root, &lane::read_table(&root).expect("a table of lanes")[0]));
    all.push(costs(&ours, named("pdp10-line-9x9")));
    all
}

/// The table of the page below the heading, without its first two lines: a name, and its columns.
fn table(heading: &str) -> Vec<(String, Vec<String>)> {
    let page =
        fs::read_to_string(repository().join("docs/node-of-backtrack.md")).expect("the page");
    let below = page.split(&format!("\n## {heading}\n")).nth(1).expect("the heading");
    let rows = below.lines().skip_while(|line| !line.starts_with('|'));
    let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
    let cells = |row: &str| {
        let mut cells = row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned());
        (cells.next().expect("a name"), cells.collect())
    };
    rows.map(cells).collect()
}

/// The lines that a cell such as `37-39, 142` names.
fn lines(cell: &str) -> impl Iterator<Item = u32> {
    cell.split(", ").flat_map(|part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        first.parse().expect("a line")..=last.parse().expect("a line")
    })
}

/// Instructions of each part of the page's list of lines, by program; the last part is all other lines.
fn parts(all: &[Costs]) -> Vec<Vec<u64>> {
    let mut left: Vec<BTreeMap<u32, u64>> = all.iter().map(|costs| costs.by_line.clone()).collect();
    let rows = table("Which lines these are");
    let (others, named) = rows.split_last().expect("parts");
    assert!(others.1.iter().all(|cell| cell == "all others"), "{others:?}");
    let mut parts: Vec<Vec<u64>> = Vec::new();
    for (_, cells) in named {
        let of = |(cell, left): (&String, &mut BTreeMap<u32, u64>)| {
            lines(cell).filter_map(|line| left.remove(&line)).sum()
        };
        parts.push(cells.iter().zip(&mut left).map(of).collect());
    }
    parts.push(left.iter().map(|left| left.values().sum()).collect());
    parts
}

/// The parts are of every instruction, each once, and come to what the page says; so do the two differences,
/// between the two programs for MIPS32, and between the second of them and the PDP-10.
#[test]
fn every_instruction_of_a_node_is_of_one_part() {
    let all = all_costs();
    let mut parts = parts(&all);
    parts.push(all.iter().map(|costs| costs.measure.cost.instructions).collect());
    let rows = table("Where they go");
    assert_eq!(rows.len(), parts.len(), "as many parts as there are lists of lines, and their sum");
    for (part, (name, cells)) in parts.iter().zip(&rows) {
        let node = |at: usize| part[at] as f64 / all[at].nodes;
        let numbers = [node(0), node(1), node(2), node(3), node(1) - node(2), node(2) - node(3)];
        let expected = numbers.map(|number| format!("{number:.1}").replace("-0.0", "0.0"));
        assert_eq!(cells[..], expected, "{name}");
    }
    let names = table("Which lines these are").into_iter().map(|(name, _)| name);
    assert!(names.eq(rows.into_iter().map(|(name, _)| name).take(parts.len() - 1)));
}

#[test]
fn the_slide_has_what_is_measured() {
    let all = all_costs();
    let row = |number: &dyn Fn(&Costs) -> f64| -> Vec<String> {
        all.iter().map(|costs| format!("{:.0}", number(costs))).collect()
    };
    let node = |number: &dyn Fn(&Measure) -> u64| {
        row(&|costs| number(&costs.measure) as f64 / costs.nodes)
    };
    let moved = |run: &Measure| run.loads.all().bits + run.stores.all().bits;
    let cells =
        table("Where they go").iter().position(|(name, _)| name == "the digits of 27 cells");
    let cells = parts(&all).swap_remove(cells.expect("the part"));
    let of_cells = cells.iter().zip(&all).map(|(part, costs)| *part as f64 / costs.nodes);
    let expected = [
        node(&|run| run.cost.instructions),
        of_cells.map(|number| format!("{number:.0}")).collect(),
        node(&|run| run.fetched_bits),
        node(&|run| run.loads.all().times),
        node(&|run| run.stores.all().times),
        node(&moved),
        node(&|run| run.fetched_bits + moved(run)),
        row(&|costs| costs.instructions_in_memory as f64),
    ];
    let rows = table("The slide");
    assert_eq!(rows.len(), expected.len(), "rows");
    for ((name, cells), expected) in rows.iter().zip(expected) {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace(',', "")).collect();
        assert_eq!(cells, expected, "{name}");
    }
}

/// The page's own program takes the decisions of the others, node by node.
#[test]
fn the_program_of_the_page_is_backtrack() {
    let home = example();
    let root = Root::Folder(home.path().to_owned());
    let lanes = lane::read_table(&root).unwrap();
    let puzzles = ["9x9:2-20", "easy:1-20"].map(|text| text.parse().expect("puzzles"));
    let choice = ComparisonChoice {
        puzzles: puzzles.into(),
        most_nodes: Some(3000),
        ..ComparisonChoice::default()
    };
    let comparison = ComparisonPlan::new(root, lanes, &choice).unwrap().run(&|_, _| {});
    assert_eq!(comparison.problems, [""; 0]);
    let group = &comparison.groups[0];
    assert!(group.apart.is_empty(), "{:?}", group.apart);
    assert!(group.puzzles.len() >= 20, "{} puzzles", group.puzzles.len());
}
