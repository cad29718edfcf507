//! Rows of the table, good and bad.

use super::*;

const GOOD: &str = r#"
[[lane]]
name = "mips32-mars-9x9"
algorithm = "backtrack"
machine = "mips32"
dialect = "mars"
sources = ["backtrack/mips32-mars-9x9.s"]
size = 9
feed = "rows"
read = "rows"
node = "solve"
grid = { symbol = "grid", row_stride = 64, cell = 4 }
sets = ["9x9"]
"#;

fn reported(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    parse_table(&GOOD.replace(from, to), "lanes.toml", &Root::Bundled).unwrap_err().to_string()
}

#[test]
fn a_good_row_is_a_lane() {
    let lanes = parse_table(GOOD, "lanes.toml", &Root::Bundled).unwrap();
    assert_eq!(lanes[0].size, Size::Nine);
    assert_eq!(lanes[0].target.dialect().name, "mars");
    assert_eq!(lanes[0].sources, [Path::new("asm/backtrack/mips32-mars-9x9.s")]);
}

#[test]
fn a_row_may_have_several_node_labels_and_a_limit() {
    let row = GOOD.replace("\"backtrack\"", "\"backtrack-all\"");
    let row = row.replace("\"solve\"", "[\"B7\", \"D4\"]");
    let lanes =
        parse_table(&format!("{row}overwrites = true\nmost_nodes = 90\n"), "x", &Root::Bundled)
            .unwrap();
    assert_eq!(lanes[0].algorithm, Algorithm::BacktrackAll);
    assert_eq!(lanes[0].nodes, ["B7", "D4"]);
    assert_eq!((lanes[0].overwrites, lanes[0].most_nodes), (true, Some(90)));
    let plain = &parse_table(GOOD, "lanes.toml", &Root::Bundled).unwrap()[0];
    assert_eq!((plain.overwrites, plain.most_nodes), (false, None));
}

#[test]
fn a_row_may_have_switches_of_its_machine() {
    let row = format!("{GOOD}switches = [\"delayed-branches\", \"memory=compact-data-at-zero\"]\n");
    let note = parse_table(&row, "x", &Root::Bundled).unwrap()[0].target.note();
    assert!(note.contains("delayed-branches = true"), "{note}");
    assert!(note.contains("memory = compact-data-at-zero"), "{note}");
    let plain = parse_table(GOOD, "x", &Root::Bundled).unwrap()[0].target.note();
    assert!(plain.contains("delayed-branches = false"), "{plain}");
}

/// Changes of the good row, with the message about each.
const MISTAKES: &[(&str, &str, &str)] = &[
    (
        "\"mips32\"",
        "\"mips\"",
        "5: unknown machine `mips`; expected mips32, riscv32, esp32c3, pdp10, lc3, mos6502, esproc",
    ),
    ("\"mars\"", "\"gnu\"", "6: mips32 has no dialect `gnu`: it has mars, spim"),
    ("= 9", "= 8", "8: a size is 4, 9, 16 or 25"),
    ("= 9", "= 16", "8: rows as integers go up to size 9: use \"line\""),
    ("mips32-mars-9x9\"\na", "A B\"\na", "3: `A B` is not a lane name: use a-z, 0-9 and -"),
    ("backtrack/m", "../m", "7: a source is a path below the folder asm, without `..`"),
    ("[\"backtrack/mips32-mars-9x9.s\"]", "[]", "7: a lane has at least one source"),
    ("row_stride = 64", "row_stride = 35", "12: the rows of the grid overlap"),
    ("cell = 4", "cell = 0", "12: the rows of the grid overlap"),
    ("cell = 4", "cell = 4, strings = true", "12: strings = true is required for the algorithm"),
    ("feed = \"rows\"", "feed = \"its-file\"", "9: mips32 has no ITS files"),
    ("feed = \"rows\"", "feed = \"spl-file\"", "9: mips32 has no input files"),
    (
        "\"mips32\"\ndialect = \"mars\"",
        "\"esproc\"\ndialect = \"spl\"",
        "9: a script reads no standard input: use \"spl-file\"",
    ),
    ("sets =", "switches = [\"bored\"]\nsets =", "13: mips32 has no switch `bored`; it has"),
    ("sets =", "switches = [\"bare=1\"]\nsets =", "13: `bare` takes no value"),
    ("sets =", "switches = [\"memory\"]\nsets =", "13: `memory` takes one of default, compact"),
    ("node =", "nodes =", "11: a lane has no field `nodes`: did you mean `node`?"),
    (
        "node = \"solve\"",
        "node = 1",
        "11: `node` must be a text in quotes, or a list of texts in brackets, as in node = \"solve\"; found the number 1",
    ),
    ("node = \"solve\"", "node = []", "11: node names at least one label"),
    ("sets =", "most_nodes = 0\nsets =", "13: most_nodes must be from 1 to 50000000"),
    (
        "sets =",
        "most_nodes = \"9\"\nsets =",
        "13: `most_nodes` must be a whole number without quotes, as in most_nodes = 10000; found a text in quotes",
    ),
    (
        "sets =",
        "overwrites = 1\nsets =",
        "13: `overwrites` must be true or false, without quotes, as in overwrites = true; found the number 1",
    ),
    ("[\"9x9\"]", "[\"../x\"]", "13: `../x` is not a valid name for a puzzle set"),
    ("[\"9x9\"]", "[]", "13: a lane runs at least one puzzle set"),
    ("[\"9x9\"]", "[\"9x9\", \"9x9\"]", "13: the set `9x9` is named twice"),
    ("mips32-mars-9x9\"\na", "\\u001b]0;x\"\na", "3: `?]0;x` is not a lane name"),
    (
        "\"backtrack\"",
        "\"backtrak\"",
        "4: `algorithm` must be one of backtrack, backtrack-all, candidates, constraint, links, any; found `backtrak`; did you mean `backtrack`?",
    ),
    (
        "= 9",
        "= -9",
        "8: `size` must be a whole number without quotes, as in size = 9; found the number -9",
    ),
    (
        "= 9",
        "= 9.0",
        "8: `size` must be a whole number without quotes, as in size = 9; found a number with a point",
    ),
    (
        "row_stride = 64",
        "row_strid = 64",
        "12: the grid of a lane has no field `row_strid`: did you mean `row_stride`?",
    ),
    ("row_stride = 64, ", "", "12: the grid of a lane needs `row_stride`, as in row_stride = 9"),
    (
        "row_stride = 64",
        "row_stride = 9000000000000000000",
        "12: a row of a grid takes at most 1048576 units",
    ),
    ("cell = 4", "cell = 9000000000000000000", "12: a row of a grid takes at most"),
    ("size = 9\n", "", "2: a lane needs `size`, as in size = 9"),
    ("size = 9\n", "size = 9\nsize = 9\n", "9: this is not valid TOML: duplicate key"),
    ("[[lane]]", "[lane]", "2: a lane begins with [[lane]], in double brackets"),
    ("[[lane]]", "[[lanes]]", "2: the table of lanes has no field `lanes`: did you mean `lane`?"),
    ("= \"mars\"", "= mars", "6: this is not valid TOML: "),
];

#[test]
fn a_bad_row_is_reported_with_its_line() {
    for &(from, to, expected) in MISTAKES {
        let reported = reported(from, to);
        assert!(reported.starts_with(&format!("lanes.toml:{expected}")), "{reported}");
    }
}

#[test]
fn second_lane_of_a_name_is_reported() {
    let twice = format!("{GOOD}{GOOD}");
    let reported = parse_table(&twice, "lanes.toml", &Root::Bundled).unwrap_err().to_string();
    assert_eq!(
        reported,
        "lanes.toml:16: there is a second lane named `mips32-mars-9x9`, for `asm/backtrack/mips32-mars-9x9.s`"
    );
}

#[test]
fn of_an_algorithm_that_nobody_knows_no_labels_are_asked_for() {
    let labels = |line: &&str| !line.starts_with("node") && !line.starts_with("grid");
    let text = GOOD.lines().filter(labels).collect::<Vec<_>>().join("\n");
    let any = text.replace("\"backtrack\"", "\"any\"");
    let read = |text: &str| parse_table(text, "x", &Root::Bundled);
    let lane = &read(&any).unwrap()[0];
    assert_eq!((lane.algorithm, lane.nodes.len(), &lane.grid), (Algorithm::Any, 0, &None));
    assert_eq!(lane.checks, Checks { decisions: false, ..Checks::ALL });
    let reported = read(&text).unwrap_err().to_string();
    assert_eq!(reported, "x:2: a lane needs `node`, as in node = \"solve\"");
    let reported = read(&format!("{any}\nchecks = \"decisions\"")).unwrap_err().to_string();
    assert!(
        reported.starts_with("x:2: the decisions of the algorithm `any` are unknown"),
        "{reported}"
    );
    let reported = read(&format!("{any}\nchecks = [\"grid\"]")).unwrap_err().to_string();
    let near = "; found `grid`; did you mean `grids`?";
    assert_eq!(reported, format!("x:12: `checks` must be one of grids, decisions, counts{near}"));
    let with = |line: &str| read(&format!("{any}\n{line}\n"));
    let lane = &with("most_instructions = 70").unwrap()[0];
    assert_eq!(lane.most_instructions, Some(70));
    assert!(with("most_instructions = 0").is_err() && with("checks = []").is_err());
}

/// The names of a table's lanes.
fn names(lanes: &[Lane]) -> Vec<&str> {
    lanes.iter().map(|lane| lane.name.as_str()).collect()
}

#[test]
fn what_a_row_leaves_out_is_in_the_defaults() {
    let (head, rest) = GOOD.split_once("algorithm").unwrap();
    let own = head.replace("mips32-mars-9x9", "mine");
    let text = format!("[defaults]\nalgorithm{rest}\n{own}\n{own}size = 4\nmade_by = \"gcc\"\n");
    let text = text.replacen("\"mine\"\nsize", "\"yours\"\nsize", 1);
    let lanes = parse_table(&text, "x", &Root::Bundled).unwrap();
    assert_eq!(names(&lanes), ["mine", "yours"]);
    assert_eq!((lanes[0].size, lanes[1].size), (Size::Nine, Size::Four));
    assert_eq!(lanes[0].made_by, None);
    assert_eq!(lanes[1].made_by.as_deref(), Some("gcc"), "and not the dialect of the defaults");
    let reported = |from: &str, to: &str| {
        let text = text.replacen(from, to, 1);
        parse_table(&text, "x", &Root::Bundled).unwrap_err().to_string()
    };
    assert_eq!(reported("size = 9", "size = 8"), "x:6: a size is 4, 9, 16 or 25");
    let name = reported("[defaults]\n", "[defaults]\nname = \"x\"\n");
    assert!(name.starts_with("x:2: the table of defaults has no field `name`"), "{name}");
}

#[test]
fn a_row_is_a_lane_for_each_file_that_its_sources_stand_for() {
    let folder = tempfile::tempdir().unwrap();
    let root = Root::Folder(folder.path().to_owned());
    let put = |file: &str| root.write(&Path::new("asm/students").join(file), "").unwrap();
    ["ada.s", "Bo_B.s", "ada.txt", ".x.s", "c/solver.s", "d/solver.s", "e/other.s"]
        .into_iter()
        .for_each(put);
    let row = |source: &str, name: &str| {
        GOOD.replace("\"mips32-mars-9x9\"", name).replace("\"backtrack/mips32-mars-9x9.s\"", source)
    };
    let of = |source: &str, name: &str| {
        parse_table(&row(source, name), "x", &root).map_err(|error| error.to_string())
    };
    let lanes = of("\"students/{name}.s\", \"line/x.s\"", "\"hw-{name}\"").unwrap();
    assert_eq!(names(&lanes), ["hw-bo-b", "hw-ada"], "in the order of the files");
    assert_eq!(lanes[0].sources, [Path::new("asm/students/Bo_B.s"), Path::new("asm/line/x.s")]);
    let lanes = of("\"students/{name}/solver.s\"", "\"{name}\"").unwrap();
    assert_eq!(names(&lanes), ["c", "d"]);
    let reported = of("\"students/{name}.asm\"", "\"{name}\"").unwrap_err();
    let none =
        "x:7: no file in the folder asm matches `students/{name}.asm`, with any text for {name}";
    assert_eq!(reported, none);
    assert_eq!(
        of("\"../{name}.s\"", "\"{name}\"").unwrap_err(),
        "x:7: a source is a path below the folder asm, without `..`"
    );
    let reported = of("\"students/{name}.s\"", "\"hw\"").unwrap_err();
    assert!(reported.starts_with("x:3: the sources stand for several files: the name has {name}"));
    put("bo-b.s");
    let reported = of("\"students/{name}.s\"", "\"{name}\"").unwrap_err();
    assert!(reported.starts_with("x:3: there is a second lane named `bo-b`, for `"), "{reported}");
    assert!(reported.ends_with("asm/students/bo-b.s`"), "{reported}");
}

#[test]
fn sets_of_the_tables_own_are_files_or_seeds() {
    let reported = |sets: &str| {
        let text = format!("[sets]\n{sets}\n{GOOD}");
        parse_table(&text, "x", &Root::Bundled).map(|_| ()).map_err(|error| error.to_string())
    };
    for right in ["a = \"b/c.txt\"", "a = { size = 9, count = 2, seed = 1, givens = 30 }"] {
        assert_eq!(reported(right), Ok(()), "{right}");
    }
    for (wrong, message) in [
        ("A = \"b.txt\"", "x:2: `A` is not a valid name for a puzzle set"),
        ("a = \"../b.txt\"", "x:2: the file of a set is a path below the folder that has asm"),
        ("a = 1", "x:2: a set is a file in quotes, or seeds as in { size = 9, count"),
        ("a = { size = 9, seed = 1 }", "x:2: a set of seeds needs `count`, as in count = 20"),
        ("a = { size = 8, count = 1, seed = 1 }", "x:2: a size is 4, 9, 16 or 25"),
        ("a = { size = 4, count = 0, seed = 1 }", "x:2: count must be from 1 to 100000"),
        ("a = { size = 4, count = 1, seed = 1, givens = 17 }", "x:2: "),
        ("a = { size = 4, count = 1, sed = 1 }", "x:2: a set of seeds has no field `sed`"),
    ] {
        let reported = reported(wrong).unwrap_err();
        assert!(reported.starts_with(message), "{wrong}: {reported}");
    }
}
