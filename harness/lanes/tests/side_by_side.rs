//! Two solvers side by side: the numbers between events against golden counts and against single steps.

use std::collections::BTreeMap;
use std::path::Path;

use lanes::golden::{self, SetPuzzle};
use lanes::lane::{self, Lane};
use lanes::root::Root;
use lanes::side_by_side::{EventSelection, SideBySide, SideBySideError, side_by_side};
use reference::models::Event;

fn root() -> Root {
    Root::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

fn lanes() -> Vec<Lane> {
    lane::read_table(&root()).expect("the table is right")
}

fn named<'l>(lanes: &'l [Lane], name: &str) -> &'l Lane {
    lanes.iter().find(|lane| lane.name == name).expect("there is such a lane")
}

fn easy(number: usize) -> SetPuzzle {
    let puzzles = golden::read_puzzles(&root(), "easy").expect("the set is right");
    puzzles[number - 1].clone()
}

/// Lanes of each algorithm over an easy puzzle, each compared with the next one: instructions between events sum to
/// the golden count, and the events are the reference model's.
#[test]
fn numbers_between_events_sum_to_the_golden_count() {
    let (lanes, puzzle) = (lanes(), easy(3));
    let mut of_algorithm: BTreeMap<_, Vec<&Lane>> = BTreeMap::new();
    for lane in lanes.iter().filter(|lane| lane.sets.iter().any(|set| set == "easy")) {
        // Of what compilers made, one: the others differ in nothing that matters here.
        if lane.made_by.as_ref().is_none_or(|made_by| made_by == "gcc -O2") {
            of_algorithm.entry(lane.algorithm).or_default().push(lane);
        }
    }
    assert_eq!(of_algorithm.len(), 4);
    for (algorithm, lanes) in of_algorithm {
        let mut events = Vec::new();
        algorithm.run(&puzzle.puzzle, u64::MAX, &mut |event| events.push(event));
        for pair in lanes.windows(2) {
            let [one, other] = [pair[0], pair[1]];
            let both =
                side_by_side(&root(), [one, other], &puzzle, &EventSelection::Node(1), u64::MAX)
                    .unwrap();
            assert!(
                both.counted.iter().map(|it| it.event).eq(events.iter().copied()),
                "{}",
                one.name
            );
            let total = both.total();
            for (lane, total) in [one, other].into_iter().zip(total) {
                let counts = golden::read_counts(&root(), &lane.name).unwrap();
                let golden = counts[&"easy:3".parse().unwrap()].instructions;
                assert_eq!(total, golden, "{}", lane.name);
            }
            assert!(both.after_last.is_some());
            let rows = both.summary();
            let sum = |at: usize| rows.iter().map(|row| row.lanes[at].total).sum::<u64>();
            assert_eq!([sum(0), sum(1)], total);
            assert_eq!(rows.iter().map(|row| row.events).sum::<u64>(), events.len() as u64 + 1);
            steps_are_those_counted(&both);
        }
    }
}

/// Every instruction that was counted before a shown event is shown, with its number in the run.
fn steps_are_those_counted(both: &SideBySide) {
    let mut numbers = [0, 0];
    for (event, counted) in both.events.iter().zip(&both.counted) {
        assert_eq!(event.event, counted.event);
        for (at, side) in event.sides.iter().enumerate() {
            let name = &both.lanes[at].name;
            assert_eq!(side.instructions, counted.instructions[at], "{name} {}", event.words);
            assert_eq!(side.steps.len() as u64, side.instructions, "{name} {}", event.words);
            for step in &side.steps {
                numbers[at] += 1;
                assert_eq!(step.number, numbers[at], "{name}");
                assert!(!step.instruction.is_empty());
            }
        }
    }
}

/// Events deep in a search, reached at full speed, are the same as when every event is counted.
#[test]
fn events_are_the_same_however_they_are_reached() {
    let (lanes, puzzle) = (lanes(), easy(3));
    for [one, other] in [
        ["mips32-mars-9x9", "pdp10-line-9x9"],
        ["riscv32-esp32c3-9x9", "pdp10-its-9x9"],
        ["mips32-links", "riscv32-links"],
        ["pdp10-candidates", "riscv32-candidates"],
        ["pdp10-constraint", "mips32-constraint-gcc-o2"],
    ] {
        let pair = [named(&lanes, one), named(&lanes, other)];
        let show = |wanted: &EventSelection, counted| {
            side_by_side(&root(), pair, &puzzle, wanted, counted).unwrap()
        };
        let all = show(&EventSelection::Events(1..2), u64::MAX).counted;
        let last = all.len() as u64;
        for first in [2, last / 2, last - 3] {
            let wanted = EventSelection::Events(first..first + 4);
            for counted in [0, first, last] {
                let both = show(&wanted, counted);
                assert_eq!(both.counted.len() as u64, counted);
                assert_eq!(both.events.len(), 4);
                for (event, expected) in both.events.iter().zip(&all[first as usize - 1..]) {
                    assert_eq!(event.event, expected.event, "{one} {other} event {}", event.number);
                    let instructions = [0, 1].map(|at| event.sides[at].instructions);
                    assert_eq!(
                        instructions, expected.instructions,
                        "{one} {other} {}",
                        event.words
                    );
                    let steps = [0, 1].map(|at| event.sides[at].steps.len() as u64);
                    assert_eq!(steps, expected.instructions, "{one} {other} {}", event.words);
                }
            }
        }
    }
}

#[test]
fn a_node_is_all_that_is_done_in_it() {
    let (lanes, puzzle) = (lanes(), easy(3));
    let pair = [named(&lanes, "mips32-mars-9x9"), named(&lanes, "pdp10-line-9x9")];
    let both = side_by_side(&root(), pair, &puzzle, &EventSelection::Node(2), 0).unwrap();
    let events: Vec<Event> = both.events.iter().map(|both| both.event).collect();
    assert!(events.len() > 1 && events[0] == Event::Node, "{events:?}");
    assert!(!events[1..].contains(&Event::Node), "{events:?}");
    let next = both.events.last().unwrap().number + 1;
    let next =
        side_by_side(&root(), pair, &puzzle, &EventSelection::Events(next..next + 1), 0).unwrap();
    assert_eq!(next.events[0].event, Event::Node);
    assert_eq!(next.events[0].words, "enters a node");
    let step = &both.events[1].sides[0].steps[0];
    assert_eq!((step.stores.count, step.wrote.as_slice()), (0, &b""[..]), "{step:?}");
    let source = step.source.as_ref().expect("the lane is a source");
    assert_eq!(source.file, root().shown(&pair[0].sources[0]));
}

#[test]
fn what_cannot_be_shown_is_reported() {
    let (lanes, puzzle) = (lanes(), easy(3));
    let refused = |one: &str, other: &str, wanted: EventSelection| {
        let pair = [named(&lanes, one), named(&lanes, other)];
        side_by_side(&root(), pair, &puzzle, &wanted, 10).unwrap_err().to_string()
    };
    let (mars, pdp10) = ("mips32-mars-9x9", "pdp10-line-9x9");
    let node = || EventSelection::Node(1);
    assert_eq!(
        refused(mars, "pdp10-links", node()),
        "mips32-mars-9x9 has the algorithm backtrack and pdp10-links has links; their decisions \
         cannot be compared"
    );
    assert_eq!(
        refused("mips32-mars-4x4", mars, node()),
        "mips32-mars-4x4 solves 4x4 puzzles and mips32-mars-9x9 9x9 ones"
    );
    assert_eq!(
        refused("mips32-mars-4x4", "mips32-mars-cs21-4x4", node()),
        "the puzzle is 9x9, and the two solve 4x4 puzzles"
    );
    assert_eq!(
        refused(mars, "esproc-first-9x9", node()),
        "esproc-first-9x9 runs cells of a script, which cannot be compared with instructions"
    );
    assert_eq!(refused(mars, pdp10, EventSelection::Events(0..4)), "events are numbered from 1");
    assert_eq!(refused(mars, pdp10, EventSelection::Events(4..4)), "events are numbered from 1");
    assert_eq!(refused(mars, pdp10, EventSelection::Node(0)), "nodes are numbered from 1");
    let of_algorithm = |lane: &str| {
        let (mut events, mut nodes) = (0, 0);
        named(&lanes, lane).algorithm.run(&puzzle.puzzle, u64::MAX, &mut |event| {
            events += 1;
            nodes += u64::from(event == Event::Node);
        });
        (events, nodes)
    };
    let (events, nodes) = of_algorithm(mars);
    let end =
        format!("the search of this puzzle ends with event {}", targets::escape::grouped(events));
    assert_eq!(refused(mars, pdp10, EventSelection::Events(events..events + 2)), end);
    assert_eq!(refused(mars, pdp10, EventSelection::Events(1 << 40..1 << 41)), end);
    assert_eq!(
        refused(mars, pdp10, EventSelection::Node(nodes + 1)),
        format!("the search of this puzzle has {nodes} nodes")
    );
    assert_eq!(
        refused(
            "mips32-candidates",
            "riscv32-candidates",
            EventSelection::Events(1..of_algorithm("mips32-candidates").0)
        ),
        "these events have too many instructions to show; select fewer events"
    );
}

/// A solver that leaves out its last digit is reported at the first differing event.
#[test]
fn the_first_different_decision_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = "asm/backtrack/mips32-mars-9x9.s";
    for copied in [file, "asm/backtrack/pdp10-line.mid"] {
        let text = root().text(Path::new(copied)).unwrap();
        let text = text.replace("bne num PAST_SIZE try", "bne num SIZE try");
        std::fs::create_dir_all(folder.path().join("asm/backtrack")).unwrap();
        std::fs::write(folder.path().join(copied), text).unwrap();
    }
    let (lanes, puzzle) = (lanes(), easy(3));
    let pair = [named(&lanes, "mips32-mars-9x9"), named(&lanes, "pdp10-line-9x9")];
    let root = Root::Folder(folder.path().to_owned());
    let show =
        |counted| side_by_side(&root, pair, &puzzle, &EventSelection::Events(400..401), counted);
    let Err(SideBySideError::Parted { event, sides }) = show(0) else { panic!("they part") };
    assert!(sides[1].1.starts_with("places 9 at row "), "{event}: {sides:?}");
    assert_ne!(sides[0].1, sides[1].1);
    assert_eq!(
        show(u64::MAX).unwrap_err(),
        SideBySideError::Parted { event, sides: sides.clone() }
    );
    let both = SideBySideError::Parted { event, sides }.to_string();
    assert!(
        both.starts_with(&format!("the decisions differ at event {event}: mips32-mars-9x9 ")),
        "{both}"
    );
}
