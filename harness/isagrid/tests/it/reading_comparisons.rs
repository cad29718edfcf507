//! The figures of docs/reading-comparisons.md are those of docs/comparison.md.

use std::fs;

use crate::support::root;

/// Cells of each row of a page's tables, with the heading above.
fn rows(page: &str) -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let mut heading = String::new();
    let mut rows = Vec::new();
    for line in text.lines() {
        if line.starts_with('#') {
            heading = line.trim_start_matches(['#', ' ']).to_owned();
        } else if let Some(cells) = line.strip_prefix("| ") {
            let cells = cells.trim_end_matches([' ', '|']).split(" | ");
            rows.push((heading.clone(), cells.map(str::to_owned).collect()));
        }
    }
    rows
}

fn number(cell: &str) -> f64 {
    cell.replace(',', "").parse().unwrap()
}

/// Cell of docs/comparison.md: heading above the table, lane, and column from 0.
fn figure(all: &[(String, Vec<String>)], heading: &str, lane: &str, column: usize) -> f64 {
    let is_it = |(above, cells): &&(String, Vec<String>)| {
        above == heading && cells.iter().any(|cell| cell == lane)
    };
    number(&all.iter().find(is_it).unwrap_or_else(|| panic!("{heading}: {lane}")).1[column])
}

#[test]
fn figures_next_to_papers_are_those_of_the_comparison() {
    let all = rows("docs/comparison.md");
    let told = rows("docs/reading-comparisons.md");
    let told: Vec<&Vec<String>> = told.iter().map(|(_, cells)| cells).collect();
    let (mut checked, ratio) = (0, |one: f64, other: f64| format!("{:.2}", one / other));
    for cells in told.iter().filter(|cells| cells[0] != "algorithm") {
        let name = &cells[0];
        let lane = |machine: &str, made: &str| format!("{machine}-{name}-gcc-{made}");
        let (mips, riscv, compressed) = if checked < 4 {
            let work = |lane: &str| figure(&all, "All lanes", lane, 3);
            let (mips, riscv) = (work(&lane("mips32", "o2")), work(&lane("riscv32", "o2")));
            let fetched = |made: &str| figure(&all, "All lanes", &lane("riscv32", made), 5);
            assert_eq!(cells[5], ratio(fetched("o2-rvc"), fetched("o2")), "{name}");
            let fused = figure(&all, "RISC-V with fused pairs", &lane("riscv32", "o2"), 3);
            (mips, riscv, fused)
        } else {
            let size = |lane: &str| figure(&all, "All lanes", lane, 6);
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
