//! Signs in sources: what is found, and what counts.

use std::path::Path;

use architecture::{
    FAIR, Finding, STRONG, Sign, SignPattern, Source, Statement, WEAK, firsts, statements,
};

const TEXT: &str = "main: li a7, 1\n ecall\n li a7, 2\n mret\n ecall\n wfi\n";

fn found(sign: &Sign, names: &[&'static str]) -> Vec<(usize, usize, String)> {
    let source = |name: &&'static str| Source { name: Path::new(*name), text: TEXT };
    let sources: Vec<Source<'_>> = names.iter().map(source).collect();
    let is_own = |word: &str| word == "mret" || word == "wfi";
    let found = sign.find(&sources, &statements(&sources, &["#"]), is_own);
    found.into_iter().map(|one| (one.file, one.line, one.what)).collect()
}

#[test]
fn a_sign_counts_once_or_twice() {
    let look = || SignPattern::First(&["ecall", "mret", "wfi"]);
    let once = Sign::of(&["rars"], FAIR, look(), "`{}`");
    assert_eq!((once.says, once.weight), (&["rars"][..], FAIR));
    assert_eq!(found(&once, &["a.s"]), [(0, 2, "ecall".to_owned())]);
    let twice = Sign::of(&["rars"], FAIR, look(), "`{}`").twice();
    assert_eq!(found(&twice, &["a.s"]), [(0, 2, "ecall".to_owned()), (0, 4, "mret".to_owned())]);
}

#[test]
fn an_extension_is_found_in_any_case() {
    let sign = Sign::of_machine(WEAK, SignPattern::Named(&["mid", "midas"]), "`.{}`").twice();
    assert!(sign.says.is_empty());
    assert_eq!(found(&sign, &["a.s", "B.MID"]), [(1, 0, "mid".to_owned())]);
    assert_eq!(found(&sign, &["a", "mid"]), []);
}

#[test]
fn own_instructions_count_where_the_statement_does() {
    let counts = |statement: &Statement<'_>| statement.line > 4;
    let sign = Sign::of_machine(STRONG, SignPattern::Own(counts), "`{}`");
    assert_eq!(found(&sign, &["a.s"]), [(0, 6, "wfi".to_owned())]);
}

#[test]
fn a_habit_is_what_its_function_finds() {
    let habit = |all: &[Statement<'_>]| {
        let labelled = all.iter().filter(|statement| !statement.labels.is_empty());
        labelled.map(|statement| Finding::at(statement, statement.labels[0])).collect()
    };
    let sign = Sign::of_machine(FAIR, SignPattern::Habit(habit), "`{}`").twice();
    assert_eq!(
        found(&sign, &["a.s", "b.s"]),
        [(0, 1, "main".to_owned())],
        "one is the other again"
    );
}

#[test]
fn the_first_statement_of_each_word_is_found() {
    let sources = [Source { name: Path::new("a.s"), text: TEXT }];
    let all = statements(&sources, &[]);
    let lines = |is_like: fn(&str) -> bool| -> Vec<usize> {
        firsts(&all, is_like).iter().map(|finding| finding.line).collect()
    };
    assert_eq!(lines(|word| word == "ecall" || word == "li"), [1, 2]);
    assert_eq!(lines(|word| word == "nop"), []);
}
