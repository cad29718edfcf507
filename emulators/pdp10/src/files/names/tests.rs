//! Conversion of names in both directions, and versions.

use proptest::prelude::*;

use super::{FileName, NameError, TypedName};

fn name(key: &str) -> FileName {
    FileName::from_key(key.as_bytes()).unwrap()
}

#[test]
fn paths_become_names_of_six_characters() {
    let facts = [
        ("puzzle_1.sudoku", "GUEST;PUZZL1 SUDOKU"),
        ("puzzle-12.sudoku", "GUEST;PUZZ12 SUDOKU"),
        ("ts.midas", "GUEST;TS MIDAS"),
        ("sudoku.mid", "GUEST;SUDOKU MID"),
        ("sys/ts.midas", "SYS;TS MIDAS"),
        ("foo.1", "GUEST;FOO 1"),
        ("foo", "GUEST;FOO"),
        ("backtrack.mid", "GUEST;BACKTR MID"),
        ("2026_11_21.log", "GUEST;261121 LOG"),
        ("_/@.midas", ".;@ MIDAS"),
        ("bin/}c.bin", "BIN;_C BIN"),
        ("comlap/cd_fas.40", "COMLAP;CD.FAS 40"),
        ("a.b.c", "GUEST;A.B C"),
    ];
    for (path, expected) in facts {
        assert_eq!(FileName::from_path(path, "GUEST").unwrap().to_string(), expected, "{path}");
    }
}

#[test]
fn invalid_paths_are_explained() {
    let facts = [
        ("", NameError::Empty),
        ("a/", NameError::Empty),
        ("a/b/c", NameError::TooDeep),
        ("ré.txt", NameError::Character('é')),
        ("a\nb.txt", NameError::Character('\n')),
    ];
    for (path, expected) in facts {
        assert_eq!(FileName::from_path(path, "GUEST"), Err(expected), "{path:?}");
    }
}

#[test]
fn typed_names_are_completed_from_another() {
    let default = name("GUEST;SUDOKU >");
    let facts = [
        ("SYSENG;FOO >", "SYSENG;FOO >"),
        ("DSK:USERS;FOO BAR", "USERS;FOO BAR"),
        ("foo", "GUEST;FOO >"),
        ("SYS:ITSDFS", "SYS;ITSDFS >"),
        ("", "GUEST;SUDOKU >"),
        ("puzzles1 sudokus", "GUEST;PUZZLE SUDOKU"),
        ("A B;C", "B;A C"),
        ("A\x11 B", "GUEST;A\x11 B >"),
    ];
    for (typed, expected) in facts {
        let name = TypedName::parse(typed).unwrap().or(&default).unwrap();
        assert_eq!(name.to_string(), expected, "{typed}");
    }
    assert_eq!(TypedName::parse("A B C"), Err(NameError::TooMany));
    assert_eq!(TypedName::parse("A\x7f"), Err(NameError::Character('\x7f')));
    assert_eq!(TypedName::parse("").unwrap().or(&FileName::default()), Err(NameError::Empty));
}

#[test]
fn versions_are_chosen_and_counted_up() {
    let existing = ["A;X 9", "A;X 10", "A;X BIN", "A;X 10A", "A;Y 99", "B;X 77"].map(name);
    let choose = |wanted| name(wanted).choose(&existing).map(ToString::to_string);
    assert_eq!(choose("A;X >").as_deref(), Some("A;X 10A"));
    assert_eq!(choose("A;X <").as_deref(), Some("A;X 9"));
    assert_eq!(choose("A;X BIN").as_deref(), Some("A;X BIN"));
    assert_eq!(choose("A;> 99").as_deref(), Some("A;Y 99"));
    assert_eq!((choose("A;Z >"), choose("A;> >")), (None, None));
    let next = |wanted: &str, there: &str| name(wanted).next(&[name(there)]).to_string();
    let facts = [
        ("A;X >", "A;X 9", "A;X 10"),
        ("A;X <", "A;X 41", "A;X 42"),
        ("A;X >", "A;X 7B", "A;X 8"),
        ("A;X >", "A;X BIN", "A;X 1"),
        ("A;X >", "A;Y 9", "A;X 1"),
        ("A;X >", "A;X V9", "A;X V10"),
        ("A;X >", "A;X AB9999", "A;X A10000"),
        ("A;X >", "A;X 999999", "A;X 000000"),
        ("A;> X", "A;3 X", "A;4 X"),
        ("A;X 5", "A;X 9", "A;X 5"),
    ];
    for (wanted, there, expected) in facts {
        assert_eq!(next(wanted, there), expected, "{wanted} among {there}");
    }
}

/// A name part of any SIXBIT characters.
fn part() -> impl Strategy<Value = String> {
    "[ -_]{0,6}".prop_map(|part| part.trim_end().to_owned())
}

proptest! {
    #[test]
    fn every_name_survives_key_path_and_words(
        directory in part(),
        first in part(),
        second in part(),
    ) {
        let name = FileName { directory, first, second };
        prop_assert_eq!(FileName::from_key(&name.key()), Some(name.clone()));
        let path = name.to_path("GUEST");
        prop_assert!(!path.starts_with(['/', '.']), "{}", path);
        prop_assert_eq!(&FileName::from_path(&path, "GUEST").unwrap(), &name);
        let [directory, first, second] = name.words();
        prop_assert_eq!(&FileName::from_words(directory, first, second), &name);
    }

    #[test]
    fn no_text_makes_a_name_that_is_none(text in ".{0,20}") {
        if let Ok(name) = FileName::from_path(&text, "GUEST") {
            prop_assert_eq!(FileName::from_key(&name.key()), Some(name));
        }
        let _ = TypedName::parse(&text);
    }
}
