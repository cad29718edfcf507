//! The figures of docs/reading-comparisons.md, and every number of the whole comparison.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{isagrid, root};

/// The comparison of these lanes as JSON, with the puzzles of docs/comparison.md.
fn comparison(lanes: &[&str]) -> Value {
    let puzzles = ["compare", "--puzzles", "9x9:51-60", "--format", "json"];
    let done = isagrid(&root(), &[&puzzles[..], lanes].concat(), b"");
    assert_eq!(done.status, 0, "{}", done.printed());
    serde_json::from_slice(&done.stdout).unwrap()
}

/// The lanes of all groups, by name.
fn by_name(comparison: &Value) -> BTreeMap<&str, &Value> {
    let groups = comparison["groups"].as_array().unwrap();
    let lanes = groups.iter().flat_map(|group| group["lanes"].as_array().unwrap());
    lanes.map(|lane| (lane["lane"].as_str().unwrap(), lane)).collect()
}

/// The cells of each row of the page's tables.
fn rows(page: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| "));
    rows.map(|row| row.trim_end_matches([' ', '|']).split(" | ").map(str::to_owned).collect())
        .collect()
}

fn number(cell: &str) -> f64 {
    cell.replace(',', "").parse().unwrap()
}

#[test]
fn figures_next_to_papers_are_those_of_the_comparison() {
    let json = comparison(&["--only", "gcc-o2", "--only", "gcc-os", "--only", "pdp10-"]);
    let lanes = by_name(&json);
    let figure = |lane: &str, path: &str| {
        let lane = lanes.get(lane).unwrap_or_else(|| panic!("no lane {lane}"));
        lane.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {path}"))
    };
    let of =
        |lane: &str, number: &str, of: &str| figure(lane, &format!("/summaries/{number}/{of}"));
    let (mut checked, ratio) = (0, |one: f64, other: f64| format!("{:.2}", one / other));
    for cells in rows("docs/reading-comparisons.md").iter().filter(|row| row[0] != "algorithm") {
        let name = &cells[0];
        let lane = |machine: &str, made: &str| format!("{machine}-{name}-gcc-{made}");
        let (mips, riscv, compressed) = if checked < 4 {
            let work = |machine: &str| of(&lane(machine, "o2"), "instructions", "median").round();
            let fetched = |made: &str| of(&lane("riscv32", made), "fetched-bits", "median").round();
            assert_eq!(cells[5], ratio(fetched("o2-rvc"), fetched("o2")), "{name}");
            let total = |number: &str| of(&lane("riscv32", "o2"), number, "total");
            let fewer = 100.0 * (1.0 - total("fused") / total("instructions"));
            (work("mips32"), work("riscv32"), (fewer * 10.0).round() / 10.0)
        } else {
            let size = |lane: &str| figure(lane, "/size/size.instruction-bits");
            let pdp10 =
                if name == "backtrack" { "pdp10-line-9x9" } else { &format!("pdp10-{name}") };
            assert_eq!(number(&cells[5]), size(pdp10), "{name}");
            let riscv = |made: &str| size(&lane("riscv32", made));
            (size(&lane("mips32", "os")), riscv("os"), riscv("os-rvc"))
        };
        assert_eq!([number(&cells[1]), number(&cells[2])], [mips, riscv], "{name}");
        assert_eq!(cells[3], ratio(riscv, mips), "{name}");
        assert_eq!(number(&cells[4]), compressed, "{name}");
        checked += 1;
    }
    assert_eq!(checked, 8);
}

/// The sum of each number over all lanes and puzzles: a count that changes changes one of them.
#[test]
fn no_number_of_the_whole_comparison_changes() {
    let json = comparison(&["--compiled"]);
    let lanes = by_name(&json);
    assert!(lanes.values().all(|lane| lane["apart"].is_null()), "all lanes take the decisions");
    let page = fs::read_to_string(root().join("docs/comparison.md")).unwrap();
    assert!(page.contains(&format!("has {} lanes", lanes.len())), "{} lanes", lanes.len());
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    for lane in lanes.values() {
        for (number, size) in lane["size"].as_object().unwrap() {
            *sums.entry(number).or_default() += size.as_u64().unwrap();
        }
        for (number, counts) in lane["counts"].as_object().unwrap() {
            let counts = counts.as_array().unwrap().iter().map(|count| count.as_u64().unwrap());
            *sums.entry(number).or_default() += counts.sum::<u64>();
        }
    }
    let mut text = String::new();
    for (number, sum) in sums {
        let _ = writeln!(text, "{number} {sum}");
    }
    assert_snapshot!(text);
}
