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

fn told(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    parse_table(&GOOD.replace(from, to), "lanes.toml").unwrap_err().to_string()
}

#[test]
fn a_good_row_is_a_lane() {
    let lanes = parse_table(GOOD, "lanes.toml").unwrap();
    assert_eq!(lanes[0].size, Size::Nine);
    assert_eq!(lanes[0].target.dialect().name, "mars");
    assert_eq!(lanes[0].sources, [Path::new("asm/backtrack/mips32-mars-9x9.s")]);
}

#[test]
fn a_row_may_have_several_node_labels_and_a_limit() {
    let row = GOOD.replace("\"backtrack\"", "\"backtrack-all\"");
    let row = row.replace("\"solve\"", "[\"B7\", \"D4\"]");
    let lanes = parse_table(&format!("{row}overwrites = true\nmost_nodes = 90\n"), "x").unwrap();
    assert_eq!(lanes[0].algorithm, Algorithm::BacktrackAll);
    assert_eq!(lanes[0].nodes, ["B7", "D4"]);
    assert_eq!((lanes[0].overwrites, lanes[0].most_nodes), (true, Some(90)));
    let plain = &parse_table(GOOD, "lanes.toml").unwrap()[0];
    assert_eq!((plain.overwrites, plain.most_nodes), (false, None));
}

#[test]
fn a_row_may_have_switches_of_its_machine() {
    let row = format!("{GOOD}switches = [\"delayed-branches\", \"memory=compact-data-at-zero\"]\n");
    let note = parse_table(&row, "x").unwrap()[0].target.note();
    assert!(note.contains("delayed-branches = true"), "{note}");
    assert!(note.contains("memory = compact-data-at-zero"), "{note}");
    let plain = parse_table(GOOD, "x").unwrap()[0].target.note();
    assert!(plain.contains("delayed-branches = false"), "{plain}");
}

#[test]
fn a_bad_row_is_told_with_its_line() {
    let cases = [
        (
            "\"mips32\"",
            "\"mips\"",
            "5: there is no machine `mips`: there is mips32, riscv32, esp32c3, pdp10, esproc",
        ),
        ("\"mars\"", "\"gnu\"", "6: mips32 has no dialect `gnu`: it has mars, spim"),
        ("= 9", "= 8", "8: a size is 4, 9, 16 or 25"),
        ("= 9", "= 16", "8: rows as integers go up to size 9: use \"line\""),
        ("mips32-mars-9x9\"\na", "A B\"\na", "3: `A B` is no lane name: use a-z, 0-9 and -"),
        ("backtrack/m", "../m", "7: a source is a path below the folder asm, without `..`"),
        ("[\"backtrack/mips32-mars-9x9.s\"]", "[]", "7: a lane has at least one source"),
        ("row_stride = 64", "row_stride = 35", "3: the rows of the grid overlap"),
        ("feed = \"rows\"", "feed = \"its-file\"", "9: mips32 has no files of ITS"),
        ("feed = \"rows\"", "feed = \"spl-file\"", "9: mips32 is given no files"),
        (
            "\"mips32\"\ndialect = \"mars\"",
            "\"esproc\"\ndialect = \"spl\"",
            "9: a script reads no standard input: use \"spl-file\"",
        ),
        ("sets =", "switches = [\"bored\"]\nsets =", "13: mips32 has no switch `bored`: it has"),
        ("sets =", "switches = [\"bare=1\"]\nsets =", "13: `bare` takes no value"),
        ("sets =", "switches = [\"memory\"]\nsets =", "13: `memory` takes one of default, compact"),
        ("node =", "nodes =", "11: unknown field `nodes`"),
        ("node = \"solve\"", "node = 1", "11: node is a label, or a list of labels"),
        ("node = \"solve\"", "node = []", "11: node names at least one label"),
        ("sets =", "most_nodes = 0\nsets =", "13: most_nodes is from 1 to 50000000"),
        ("sets =", "most_nodes = \"9\"\nsets =", "13: invalid type: string \"9\", expected u64"),
        ("sets =", "overwrites = 1\nsets =", "13: invalid type: integer `1`, expected a boolean"),
        ("[\"9x9\"]", "[\"../x\"]", "13: `../x` is no name of a puzzle set"),
        ("[\"9x9\"]", "[]", "13: a lane runs at least one puzzle set"),
        ("[\"9x9\"]", "[\"9x9\", \"9x9\"]", "13: the set `9x9` is named twice"),
        ("mips32-mars-9x9\"\na", "\\u001b]0;x\"\na", "3: `?]0;x` is no lane name"),
        ("\"backtrack\"", "\"dance\"", "4: unknown variant `dance`"),
    ];
    for (from, to, expected) in cases {
        let told = told(from, to);
        assert!(told.starts_with(&format!("lanes.toml:{expected}")), "{told}");
    }
    let twice = format!("{GOOD}{GOOD}");
    let told = parse_table(&twice, "lanes.toml").unwrap_err().to_string();
    assert_eq!(told, "lanes.toml:16: a second lane is called `mips32-mars-9x9`");
}
