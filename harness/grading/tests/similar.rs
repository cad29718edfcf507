//! `isagrid grade --similar`: copies in disguise are found, and solutions written apart are not taken for copies.

#[path = "similar/class.rs"]
mod class;
#[path = "similar/disguise.rs"]
mod disguise;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use class::{Class, Machine};
use grading::assignment::Assignment;
use grading::class::{Content, Submission};
use grading::grade::Prepared;
use grading::similar;

/// The folder of a clone that this package is in.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("the package is in a workspace").to_owned()
}

fn prepared(name: &str) -> Prepared {
    let assignment = Assignment::read(&root().join("asm/assignments").join(name)).unwrap();
    Prepared::new(assignment, "2026-01-01").unwrap()
}

fn submissions(texts: &[String]) -> Vec<Submission> {
    let one = |(at, text): (usize, &String)| Submission {
        file: PathBuf::from(format!("{at}.s")),
        student: format!("student-{at}"),
        content: Content::Bytes(text.clone().into_bytes()),
    };
    texts.iter().enumerate().map(one).collect()
}

#[test]
fn measure() {
    let Ok(out) = std::env::var("SIMILAR_OUT") else { return };
    for machine in [Machine::Mips, Machine::RiscV] {
        let seed = std::env::var("SIMILAR_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
        let class: Class = class::class(170, 30, seed, machine);
        let folder = PathBuf::from(&out).join(machine.assignment());
        std::fs::create_dir_all(&folder).unwrap();
        for (at, text) in class.texts.iter().enumerate() {
            std::fs::write(folder.join(format!("s{at:03}.s")), text).unwrap();
        }
        let prepared = prepared(machine.assignment());
        let start = std::time::Instant::now();
        let read = similar::Class::read(&prepared, &submissions(&class.texts));
        let middle = start.elapsed();
        let found = read.compare(None);
        println!("{machine:?}: read {middle:?} compared {:?}; {} compared, left {:?}", start.elapsed(), found.compared, found.left);
        for t in &found.thresholds {
            println!("{t:?}");
        }
        // With copies of one source alike, too.
        let source = |at: usize| class.copies.iter().find(|copy| copy[1] == at).map_or(at, |copy| copy[0]);
        let all = read.compare(Some(0.0));
        let mut true_low: Vec<(f64, [usize; 2], Vec<f64>)> = Vec::new();
        let mut false_high: Vec<(f64, [usize; 2], Vec<f64>)> = Vec::new();
        for pair in &all.pairs {
            let [a, b] = pair.submissions;
            let row = (pair.likeness, pair.submissions, pair.functions.iter().map(|f| (f.likeness * 1000.0).round() / 1000.0).collect());
            if source(a) == source(b) { true_low.push(row) } else { false_high.push(row) }
        }
        true_low.sort_by(|a, b| a.0.total_cmp(&b.0));
        false_high.sort_by(|a, b| b.0.total_cmp(&a.0));
        println!("lowest true:");
        true_low.iter().take(12).for_each(|row| println!("  {row:?}"));
        println!("highest false:");
        false_high.iter().take(25).for_each(|row| println!("  {row:?}"));
        let listed: BTreeSet<[usize; 2]> = found.pairs.iter().map(|pair| pair.submissions).collect();
        let right = listed.iter().filter(|[a, b]| source(*a) == source(*b)).count();
        println!("listed {} of which right {right}; true pairs {}", listed.len(), true_low.len());
    }
}
