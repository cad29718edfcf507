//! A program run in pieces reaches the same places as one run at once.

use asmkit::NoLibrary;
use machine::{Host, Input};

use super::*;

const PROGRAMS: [(&str, &str); 3] = [
    ("mars", include_str!("../../../isagrid/tests/programs/debug-mips32.s")),
    ("rars", include_str!("../../../isagrid/tests/programs/debug-riscv32.s")),
    ("spl", "[1,2,3]\t0\nfor A1\t>B1=B1+func(A4,A2)\n\nfunc\n\treturn A4*A4\n"),
];

fn session((dialect, source): (&str, &str)) -> Session {
    let target = Target::of(dialect).unwrap();
    let mut sources = Sources::new();
    let file = sources.add("program", source.as_bytes());
    let made = target.assemble(&mut sources, &[file], &NoLibrary).expect("the program assembles");
    let whole =
        LoadedProgram { target, image: made.image.into(), sources: sources.into(), title: None };
    Session::new(whole, Host { input: Input::open(), ..Host::default() }).unwrap()
}

/// Runs in pieces of this many instructions.
fn in_pieces(session: &mut Session, going: Movement, piece: u64) -> MoveResult {
    let mut came = session.go(going, piece);
    while came.halt == Halt::Spent {
        let next = session.resume(piece);
        came.halt = next.halt;
        for (all, more) in came.output.iter_mut().zip(next.output) {
            all.extend(more);
        }
    }
    came
}

#[test]
fn pieces_lead_where_the_whole_does() {
    let ways =
        [Movement::Lines(1, true), Movement::Instructions(1, true), Movement::Lines(2, false)];
    for program in PROGRAMS {
        for going in ways {
            for piece in [1, 3, 1000] {
                let (mut one, mut other) = (session(program), session(program));
                loop {
                    let whole = one.go(going, 1_000_000);
                    assert_eq!(in_pieces(&mut other, going, piece), whole, "{program:?} {going:?}");
                    assert_eq!(other.window(), one.window(), "{program:?} {going:?} by {piece}");
                    if whole.halt != Halt::Done {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn a_breakpoint_where_a_piece_ends_still_stops() {
    let mut session = session(PROGRAMS[0]);
    session.go(Movement::Instructions(3, false), 100);
    let place = session.machine(|machine| format!("*{:#x}", machine.pc()));
    session.go_to(0);
    session.set_break(&place, None).unwrap();
    assert_eq!(session.go(Movement::On, 3).halt, Halt::Spent);
    assert_eq!(session.resume(1000).halt, Halt::Breakpoint(1));
    assert_eq!(session.window().now, 3);
}

#[test]
fn any_position_of_the_past_can_be_had_again() {
    let mut session = session(PROGRAMS[0]);
    let end = session.go(Movement::On, 1_000_000);
    assert_eq!(end.halt, Halt::Ended(14));
    let last = session.window().end;
    for position in [0, last / 2, last, 1, last - 1] {
        assert_eq!(session.go_to(position), position);
        assert_eq!(session.window(), Window { now: position, end: last, start: 0 });
    }
    assert_eq!(session.go_to(last + 10), last, "nothing is after the end");
    session.go_to(1);
    assert_eq!(session.go(Movement::On, 1_000_000).halt, Halt::Ended(14));
    assert!(session.set_watch("nobody", None).is_err());
}

#[test]
fn a_breakpoint_after_a_store_that_changes_nothing_stops() {
    let source = ".data\nword: .word 7\n.text\nmain: li $t0, 7\n sw $t0, word\n\
                  after: li $v0, 10\n syscall\n";
    let mut session = session(("mars", source));
    session.set_watch("word", None).unwrap();
    session.set_break("after", None).unwrap();
    assert_eq!(session.go(Movement::On, 100).halt, Halt::Breakpoint(2));
}

mod hardware;
