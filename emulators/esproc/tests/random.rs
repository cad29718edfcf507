//! Random text and random scripts end or give a message, but never panic.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

use std::path::Path;
use std::sync::LazyLock;

use esproc::{Esproc, Options, Script};
use machine::{Host, Machine, Stop};
use proptest::prelude::*;

/// Fragments of cells.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "=", ">", "==", ">>", "/", "'", "if ", "else", "elseif ", "for ", "next", "break", "goto A2",
    "func", "func f(a)", "return ", "end", "clear A1", "A1", "B2", "A3", "C1", "a", "k", "f", "#A1", "~", "#",
    "0", "1", "2", "9", "-1", "2.5", "null", "true", "false", "\"text\"", "[]", "[1,2,3]", "to(5)",
    "(", ")", "[", "]", ",", ":", ".", "+", "-", "*", "/", "%", "\\", "|", "&", "^", "==", "!=", "<", ">=",
    "&&", "||", "!", "=", "+=", "func(A3,1)", "f(1)", ".(~+1)", ".run(~=0)", ".select(~>1)", ".sort()",
    ".m(1:2)", ".m(-1)", ".to(2)", ".step(2,1)", ".conj()", ".len()", ".sum()", ".insert(1,2)", ".delete(1)",
    ".group(~%2)", ".id()", ".pos(2)", "ceil(2/3)", "if(true,1,2)", "output(1)", "create(a,b)", ".record([1,2])",
    "file(\"x\")", ".import@si()", ".write(\"1\")", "\"12\".split@p()", "~[-1]", "~[0:1]", " ", "\n", "\t",
    ";", "~~", "~[,1]", ".iterate(~~+~,0)", ".iterate@a(~~|~,[],#>2)", ".sort(~:-1,#)", ".group(~%2,#)", ".()",
    "if(1:2;3)", "case(1,1:2;3)", "between(1,0:2)", "sum(", "to(1,", "output@s(1,2)", ".new(~:a,2)", ".derive(a:c)",
    ".groups(a;sum(b):s)", ".groups@u(~:k;count():n)", ".top(2)", ".top(-1;~)", "join(A1:a,~;B2:b,~)", ".run(a=1)", ".run(2:a)",
    ".insert(0,1:a)", ":a", ";count(~)",
];

fn cell() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..7).prop_map(|pieces| pieces.concat())
}

/// Cells that are usually well-formed.
#[rustfmt::skip]
const CELLS: &[&str] = &[
    "", "", "=1", "=to(4)", "[]", "[3,1,2]", "=A1|A2", ">A1=A1|[B1]", "=A1.(~*2)", "=A1.sum()", ">A1(1)=B2",
    ">func(A3,A1,2)", "=func(A3,B1)", "func", "return A3", "return", "if A1", "if B1==2", "else", "elseif B2>1",
    "for 3", "for A1", "for A2>0", "for", "for 1,5,2", "break", "next", "=f(B1)", "func f(a)", "return a",
    ">k=k+1", "=k", ">A2=A2-1", "=A1.select(~>B1)", "=A1.m(1:2)", "=A1\\B1", "=A1*3", "=A1.insert(0,A1)",
    ">A1=[A1]", "=A1==B1", "=A1.sort()", "=A1.group()", "=create(a,b).record(A1)", "=A1.a", ">output(A1)",
    "=[A1,B1].conj()", "=A1.(func(A3,~))", ">A1.run(~=A1)", "=A1.(A1.(~))", "=string(A1)", "=A1.concat(B1)",
    "=A1.union()", "goto A1", "clear A1", "=A1.iterate(~~|B1,A1)", "=A1.iterate@a(A1.insert(0,~),~~)", "==sum(A1,", "B1,", "2)",
    "=A1.sort(B1:-1,~)", "=if(A1:B1;2)", "=case(A1,B1:1,2:3)", "=A1.(~[B1,A1])", "=sum(A1,B1)", "=A1<B1", "='x'", "=A1.pos(B1)", "=A1.delete(1)", ">A1+=A1",
    "=A1.new(~:a,B1:b)", "=A1.derive(a:c)", "=A1.groups(~:a;sum(~):b)", "=A1.top(2;~)", "=join(A1:a,~;B1:b,~)", ">A1.run(a=B1)",
    ">A1.insert(0,B1:a)", "=create(a,b).record(A1).run(a+1:b)", "=A1.groups(a;max(b):m)", "=A1.new(a)", "=A1.top(B1,~)",
];

/// Runs a script for a limited time; only termination is checked.
fn run(text: &str) {
    let Ok(script) = Script::parse(text) else { return };
    let again = Script::parse(&script.text()).expect("what was written is read");
    assert_eq!(again.text(), script.text());
    let mut machine = Esproc::new(Options { most_depth: 200, most_bytes: 1 << 20 });
    machine.load(&script.image("random.spl")).unwrap();
    let mut host = Host::default();
    for _ in 0..3 {
        match machine.run(&mut host, 500, &mut ()) {
            Stop::Budget => {}
            Stop::Fault(fault) => {
                assert!(fault.cause.sentence(machine.spec()).contains(": "));
                assert!(machine.disassemble(fault.pc).is_some());
                return;
            }
            _ => return,
        }
        let _ = (machine.pc(), machine.executed(), machine.cell("A1"));
    }
}

/// Meaningful scripts: those of the cases, and the solvers.
static SCRIPTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/grids/ok", "tests/grids/fault", "tests/grids/err", "../../asm/backtrack"];
    let mut scripts = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(package.join(folder)).unwrap();
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        let paths = paths.iter().filter(|path| path.extension().is_some_and(|end| end == "spl"));
        scripts.extend(paths.map(|path| std::fs::read_to_string(path).unwrap()));
    }
    scripts
});

/// Script with some of its characters replaced by fragments.
fn mutated(script: usize, changes: &[(u16, usize, String)]) -> String {
    let mut text: Vec<char> = SCRIPTS[script % SCRIPTS.len()].chars().collect();
    for (share, length, piece) in changes {
        let at = text.len() * usize::from(*share) / (usize::from(u16::MAX) + 1);
        text.splice(at..(at + length).min(text.len()), piece.chars());
    }
    text.into_iter().collect()
}

fn mutation() -> impl Strategy<Value = (u16, usize, String)> {
    let piece = prop_oneof![
        3 => prop::sample::select(PIECES).prop_map(str::to_owned),
        1 => prop::sample::select(CELLS).prop_map(str::to_owned),
        1 => "\\PC{0,3}",
        1 => Just(String::new()),
    ];
    (any::<u16>(), 0..6_usize, piece)
}

proptest! {
    /// Runs more cases with `PROPTEST_CASES=20000 cargo test -p isagrid-esproc --test random`.
    #[test]
    fn scripts_with_mistakes(
        script in any::<usize>(),
        changes in prop::collection::vec(mutation(), 1..8),
    ) {
        run(&mutated(script, &changes));
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        run(&text);
    }

    #[test]
    fn pieces(rows in prop::collection::vec(prop::collection::vec(cell(), 1..4), 1..5)) {
        let rows: Vec<String> = rows.iter().map(|row| row.join("\t")).collect();
        run(&rows.join("\n"));
    }

    #[test]
    fn cells(rows in prop::collection::vec(
        prop::collection::vec(prop::sample::select(CELLS), 1..5), 2..8,
    )) {
        let rows: Vec<String> = rows.iter().map(|row| row.join("\t")).collect();
        run(&rows.join("\n"));
    }
}
