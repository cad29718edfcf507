//! The instruction that stored another digit is found on every machine.

use std::fs;
use std::path::Path;

use lanes::lane;
use lanes::root::Root;
use lanes::verify::{Choice, DecisionCheck, Plan};

/// What a source is changed to, and how the line begins that stores the first other digit then.
struct Case {
    lane: &'static str,
    from: &'static str,
    to: &'static str,
    stores: &'static str,
}

fn is_found(case: &Case) {
    let home = tempfile::tempdir().expect("a folder");
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let lanes = lane::read_table(&Root::Folder(here.clone())).expect("the table is right");
    let lane = lanes.into_iter().find(|lane| lane.name == case.lane).expect("there is that lane");
    let root = Root::Folder(home.path().to_owned());
    for source in &lane.sources {
        let text = fs::read_to_string(here.join(source)).expect("a source");
        root.write(source, &text.replace(case.from, case.to)).expect("it is written");
    }
    let set = Path::new("golden/puzzles").join(&lane.sets[0]).with_extension("txt");
    root.write(&set, &fs::read_to_string(here.join(&set)).expect("a set")).expect("it is written");
    let puzzles = vec![format!("{}:1", lane.sets[0]).parse().expect("a puzzle")];
    let plan = Plan::new(root, vec![lane], Choice { puzzles, ..Choice::default() }, &|_, _, _| {});
    let verified = plan.expect("all is there").run(&|_, _| {});
    let outcome = &verified.lanes[0];
    assert_eq!(outcome.broken, None, "{}", case.lane);
    match &outcome.runs[0].decisions {
        DecisionCheck::Different(parted) => {
            let by = parted.stored_by.as_ref();
            let line = by.and_then(|by| by.line.as_ref());
            let (file, line) = line.unwrap_or_else(|| panic!("{}: no line: {parted}", case.lane));
            let text = fs::read_to_string(file).expect("the source");
            let text = text.lines().nth(*line as usize - 1).expect("the line");
            assert!(text.trim_start().starts_with(case.stores), "{}: {text}", case.lane);
        }
        other => panic!("{}: the decisions are others: {other:?}", case.lane),
    }
}

#[test]
fn the_store_is_found_on_every_machine() {
    #[rustfmt::skip]
    let cases = [
        Case { lane: "mips32-spim-9x9", from: "sb    $s2, 0($s3)", to: "sb    $s2, 1($s3)", stores: "sb    $s2, 1" },
        Case { lane: "riscv32-gnu-9x9", from: "sb      s2, 0(s3)", to: "sb      s2, 1(s3)", stores: "sb      s2, 1" },
        Case { lane: "pdp10-line-9x9", from: "MOVEM K,GRID(N)", to: "MOVEM K,GRID+1(N)", stores: "PLACE:" },
        Case { lane: "esproc-first-9x9", from: ">A3(B3)=B10", to: ">A3(B3)=10-B10", stores: "for B9" },
    ];
    cases.iter().for_each(is_found);
}
