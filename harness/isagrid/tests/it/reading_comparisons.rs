//! The figures of docs/reading-comparisons.md, and every number of the whole comparison.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::sync::LazyLock;

use asmkit::Sources;
use insta::assert_snapshot;
use serde_json::Value;
use targets::target::Target;

use crate::support::{isagrid, root};

/// The comparison of all lanes, with the puzzles of docs/comparison.md.
static COMPARISON: LazyLock<Value> = LazyLock::new(|| {
    let whole = ["compare", "--puzzles", "9x9:51-60", "--format", "json", "--compiled"];
    let done = isagrid(&root(), &whole, b"");
    assert_eq!(done.status, 0, "{}", done.printed());
    serde_json::from_slice(&done.stdout).unwrap()
});

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
    let lanes = by_name(&COMPARISON);
    let figure = |lane: &str, path: &str| {
        let lane = lanes.get(lane).unwrap_or_else(|| panic!("no lane {lane}"));
        lane.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {path}"))
    };
    let of =
        |lane: &str, number: &str, of: &str| figure(lane, &format!("/summaries/{number}/{of}"));
    let (mut checked, ratio) = (0, |one: f64, other: f64| format!("{:.2}", one / other));
    let is_algorithm =
        |row: &&Vec<String>| lanes.contains_key(&*format!("mips32-{}-gcc-os", row[0]));
    for cells in rows("docs/reading-comparisons.md").iter().filter(is_algorithm) {
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

/// Programs that unpack a text: options of the assembler, and the labels around the loop that unpacks.
const DECODERS: [(&str, &[&str], [&str; 2]); 4] = [
    ("mips-lzss.s", &[], ["unpack", "unpacked"]),
    ("riscv-lzss.s", &["arch=rv32im"], ["unpack", "unpacked"]),
    ("riscv-lzss.s", &["arch=rv32imc"], ["unpack", "unpacked"]),
    ("pdp10-lzss.mid", &[], ["UNPACK", "UNPACD"]),
];

/// The packed text in the source for MIPS.
fn packed() -> Vec<u8> {
    let source = fs::read_to_string(root().join("docs/examples/mips-lzss.s")).unwrap();
    let lines = source.lines().filter_map(|line| line.trim().strip_prefix(".byte"));
    let numbers = lines.flat_map(|line| line.split(','));
    numbers.map(|number| number.trim().parse::<i8>().unwrap() as u8).collect()
}

/// Unpacks a text as the sources describe it.
fn unpack(packed: &[u8]) -> Vec<u8> {
    let (mut ring, mut place, mut text) = ([b' '; 1024], 960, Vec::new());
    let mut rest = packed.iter().copied();
    while let Some(flags) = rest.next() {
        for bit in 0..8 {
            let Some(first) = rest.next() else { return text };
            let (mut from, count) = match flags >> bit & 1 {
                1 => (None, 1),
                _ => {
                    let second = usize::from(rest.next().unwrap());
                    (Some(usize::from(first) | (second & 3) << 8), (second >> 2) + 3)
                }
            };
            for _ in 0..count {
                let character = from.map_or(first, |from| ring[from]);
                from = from.map(|from| (from + 1) % ring.len());
                text.push(character);
                ring[place] = character;
                place = (place + 1) % ring.len();
            }
        }
    }
    text
}

#[test]
fn programs_that_unpack_a_text_print_it_and_have_these_sizes() {
    let text = String::from_utf8(unpack(&packed())).unwrap();
    assert!(text.starts_with("LZSS\n+---") && text.len() == 343, "{text}");
    let mut sizes = Vec::new();
    for (name, switches, ends) in DECODERS {
        let path = format!("docs/examples/{name}");
        let done = isagrid(&root(), &["run", &path], b"");
        assert_eq!((done.status, done.out()), (0, text.clone()), "{name}: {}", done.printed());
        let switches: Vec<String> = switches.iter().map(|&switch| switch.to_owned()).collect();
        let target = match name.rsplit_once('.') {
            Some((_, "mid")) => Target::of("midas").unwrap(),
            _ if name.contains("mips") => Target::of("mars").unwrap(),
            _ => Target::named("riscv32", "gnu", &switches).unwrap(),
        };
        let mut sources = Sources::new();
        let source = sources.add(name, &fs::read(root().join(&path)).unwrap());
        let library = target.library(path.as_ref(), &[], None);
        let image = target.assemble(&mut sources, &[source], library.as_ref()).unwrap().image;
        let [start, end] = ends.map(|label| image.symbol(label).unwrap());
        sizes.push(((end - start) * u64::from(target.spec().unit_bits) / 8).to_string());
    }
    let row = rows("docs/reading-comparisons.md").into_iter().find(|row| row[0] == "our programs");
    assert_eq!(row.unwrap()[1..], sizes);
}

/// The sum of each number over all lanes and puzzles: a count that changes changes one of them.
#[test]
fn no_number_of_the_whole_comparison_changes() {
    let lanes = by_name(&COMPARISON);
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
