//! Tests of the character stream.

use asmkit::Sources;

use super::*;

fn input(source: &str) -> Input {
    input_of(source.as_bytes())
}

fn input_of(source: &[u8]) -> Input {
    let (mut input, mut sources) = (Input::default(), Sources::new());
    let file = sources.add("a.mid", source);
    input.push_file(Rc::new(FileText::new(file, &sources)));
    input
}

fn text(characters: &str) -> Text {
    let place = Place { file: FileId(0), at: 0 };
    let code = |byte| match byte {
        b'0'..=b'9' => Code::Dummy(byte - b'0'),
        _ => Code::Character(byte),
    };
    characters.bytes().map(|byte| Piece { code: code(byte), place }).collect::<Vec<_>>().into()
}

fn rest(input: &mut Input) -> String {
    std::iter::from_fn(|| input.next()).map(char::from).collect()
}

#[test]
fn lines_always_end_in_cr_lf() {
    assert_eq!(rest(&mut input("a\nb\r\nc\u{3}\0\u{3}")), "a\r\nb\r\nc\r\n");
}

/// Source: the public ITS repository, `SYSENG;JSF MACROS`, whose PRINTA has a rubout as delimiter.
#[test]
fn bytes_that_are_not_ascii_are_of_the_evacuated_encoding() {
    assert_eq!(rest(&mut input_of(b"PRINTC \xc1!B\r")), "PRINTC \x7fA!B\n\r\n");
    assert_eq!(rest(&mut input("é")), "\x7fC\x7f)\r\n");
    // A word starts where the characters before it fill words; its last bit is not part of a
    // character.
    assert_eq!(rest(&mut input_of(b"12345\xf8\x30\xa1\xc4\x85!")), "12345ABCDB!\r\n");
    assert_eq!(input_of(b"\xf1\xe9").next(), Some(FOREIGN));
}

#[test]
fn lines_and_pages_are_counted_when_their_ends_are_read() {
    let mut input = input("a\nb\u{c}c\n");
    let mut seen = Vec::new();
    while let Some(character) = input.next() {
        input.turn_page();
        seen.push((character, input.page_and_line()));
    }
    let expected =
        [b"a11", b"\r11", b"\n12", b"b12", b"\x0c21", b"c21", b"\r21", b"\n22", b"\r22", b"\n23"];
    let expected: Vec<_> = expected
        .iter()
        .map(|&&[c, page, line]| (c, (u32::from(page - b'0'), u32::from(line - b'0'))))
        .collect();
    assert_eq!(seen, expected);
    assert_eq!(input.page_and_line(), (2, 3));
}

#[test]
fn a_character_to_be_read_again_waits_for_the_end_of_an_expansion() {
    let mut input = input("AB,C");
    (0..3).for_each(|_| assert!(input.next().is_some()));
    input.reread();
    let used = input.used_here();
    assert_eq!((used.start, used.end), (0, 2));
    input.deepen();
    input.push_macro(used, text("x0y1"), vec![text("in"), Text::default()]);
    assert_eq!(input.next(), Some(b'x'));
    assert_eq!((input.depth(), input.span()), (1, used));
    assert_eq!(rest(&mut input), "iny,C\r\n");
    assert_eq!(input.depth(), 0);
}

#[test]
fn a_string_is_left_when_a_further_character_is_wanted() {
    let mut input = input("z");
    let used = input.used_here();
    input.deepen();
    input.push_macro(used, text("x"), Vec::new());
    assert_eq!((input.next(), input.depth()), (Some(b'x'), 1));
    input.reread();
    assert_eq!((input.next(), input.depth()), (Some(b'x'), 1));
    assert_eq!((input.next(), input.depth()), (Some(b'z'), 0));
}

#[test]
fn loops_count_their_passes() {
    let mut input = input("z");
    let used = input.used_here();
    input.push_repeat(used, text("ab"), 3);
    let mut counts = Vec::new();
    while input.next() != Some(b'z') {
        counts.push(input.repeat_count());
    }
    assert_eq!(counts, [0, 0, 1, 1, 2, 2].map(Some));
    assert_eq!(input.repeat_count(), None);
}

#[test]
fn stops_end_a_pass_or_all() {
    let looped = |all, after: usize| {
        let mut input = input("z");
        input.push_repeat(input.used_here(), text("abc"), 3);
        (0..after).for_each(|_| assert!(input.next().is_some()));
        input.stop(all);
        rest(&mut input)
    };
    assert_eq!(looped(false, 1), "abcabcz\r\n");
    assert_eq!(looped(true, 5), "z\r\n");
}

fn divided(rule: Rule, list: &str) -> Vec<(String, String)> {
    let mut group = Group::new(text(list), rule);
    let string = |text: Text| text.characters().map(char::from).collect::<String>();
    let step = || {
        let (more, first, second) = group.step();
        more.then(|| (string(first), string(second)))
    };
    std::iter::from_fn(step).collect()
}

/// The examples of the *MIDAS manual*, "Particular types of IRP".
#[test]
fn lists_are_divided_as_the_manual_shows() {
    let pairs = |pairs: &[(&str, &str)]| {
        pairs.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(
        divided(Rule::Elements, "p q,r\r\nABCD[EF]GH,[IJ,],K"),
        pairs(&[
            ("p q", "r\r\nABCD[EF]GH,[IJ,],K"),
            ("r", "ABCD[EF]GH,[IJ,],K"),
            ("ABCDEFGH", "[IJ,],K"),
            ("IJ,", "K"),
            ("K", "")
        ])
    );
    assert_eq!(divided(Rule::Elements, ","), pairs(&[("", "")]));
    assert_eq!(divided(Rule::Characters, "ABC"), pairs(&[("A", "BC"), ("B", "C"), ("C", "")]));
    assert_eq!(
        divided(Rule::Syllables, " A+ ,, E! -F"),
        pairs(&[("A", "+"), ("E!", " "), ("F", "")])
    );
    assert_eq!(
        divided(Rule::Lines, "\r\n\tFOO\t;BAR;\r\n\r\n;x\r\ny"),
        pairs(&[("\tFOO\t", "BAR;"), ("", "x"), ("y", "")])
    );
    assert_eq!(divided(Rule::Chunks(2), "ABCDE"), pairs(&[("AB", "CDE"), ("CD", "E"), ("E", "")]));
}

#[test]
fn expansions_within_expansions_have_a_limit() {
    let mut input = input("z");
    let used = input.used_here();
    while input.overflow().is_none() {
        input.push_macro(used, text("x"), Vec::new());
    }
    assert_eq!(input.overflow(), Some(Overflow::Depth));
    assert_eq!(input.next(), None);
}

#[test]
fn an_empty_loop_ends() {
    let mut input = input("z");
    input.push_repeat(input.used_here(), Text::default(), u64::MAX);
    assert_eq!((input.next(), input.overflow()), (None, Some(Overflow::Length)));
}
