//! Switches: their rows, values and messages, and the choices of a user.

use architecture::family::{self, Layout};
use architecture::{Choices, Dialect, Row, Takes, apply, note, noted};

#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    is_on: bool,
    layout: Layout,
    text: String,
    number: u32,
}

fn number(options: &mut Options, text: &str) {
    options.number = text.parse().unwrap_or_default();
}

fn refused_number(text: &str) -> Option<String> {
    text.parse::<u32>().is_err().then(|| format!("`{text}` is not a number"))
}

/// One row of each kind: on or off, a layout, a text, a number, and one that is not kept.
fn rows() -> Vec<Row<Options>> {
    let is_on: fn(&mut Options, bool) = |options, is_on| options.is_on = is_on;
    let text = |options: &mut Options, text: &str| text.clone_into(&mut options.text);
    vec![
        family::self_modifying(is_on, |options| options.is_on),
        family::memory(
            &["mars"],
            |options, name| options.layout = Layout::named(name),
            |options| options.layout.name(),
        ),
        Row::text("seed", "Help", Takes::Text("SEED", refused_number), number)
            .kept_made(|options| options.number.to_string()),
        Row::text("text", "Help", Takes::Text("TEXT", |_| None), text),
    ]
}

#[test]
fn given_switches_are_set() {
    let mut given = Choices::with(&[("seed", "12"), ("text", "x")]);
    given.turn_on("self-modifying");
    given.set("memory", "compact-text-at-zero".to_owned());
    let names: Vec<&str> = given.switches().collect();
    assert_eq!(names, ["seed", "text", "self-modifying", "memory"]);
    assert!(given.has("memory") && !given.has("bare"));
    assert_eq!((given.value("seed"), given.value("bare")), (Some("12"), None));
    let mut options = Options::default();
    apply(&rows(), &mut options, &given);
    let layout = Layout::CompactTextAtZero;
    assert_eq!(options, Options { is_on: true, layout, text: "x".to_owned(), number: 12 });
}

#[test]
fn a_note_has_the_kept_switches() {
    let options = Options { is_on: true, text: "x".to_owned(), number: 7, ..Options::default() };
    let text = note(&rows(), &options, "mars");
    assert_eq!(text, "dialect = mars\nself-modifying = true\nmemory = default\nseed = 7\n");
    let base = |dialect: Option<&str>| {
        assert_eq!(dialect, Some("mars"));
        Options { text: "y".to_owned(), ..Options::default() }
    };
    assert_eq!(noted(&rows(), &text, base), Options { text: "y".to_owned(), ..options });
    let on = |_: Option<&str>| Options { is_on: true, ..Options::default() };
    assert!(!noted(&rows(), "self-modifying = false\n", on).is_on);
    assert!(noted(&rows(), "", on).is_on, "a note without it changes nothing");
}

#[test]
fn rows_say_where_they_apply() {
    let set: fn(&mut Options, bool) = |_, _| {};
    let everywhere = Row::on("linux-calls", "Help", set).with("bare").switch;
    assert!(everywhere.is_of("mars") && everywhere.is_of("spim"));
    assert_eq!(everywhere.with, Some("bare"));
    let one = Row::on("smc", "Help", set).of(&["mars"]).always_in(&["spim"]).decides().switch;
    assert!(one.is_of("mars") && !one.is_of("spim") && one.decides);
    assert_eq!(one.always, ["spim"]);
    assert!(!one.assembles && Row::on("np", "Help", set).of_assembler().switch.assembles);
}

#[test]
fn shared_switches_have_one_name_and_their_dialects() {
    let set: fn(&mut Options, bool) = |_, _| {};
    let get: fn(&Options) -> bool = |options| options.is_on;
    let start = family::start_at_main(&["rars"], set).switch;
    assert_eq!((start.name, start.of, start.assembles), ("start-at-main", &["rars"][..], true));
    let strict = family::warnings_are_errors(&["rars"], set).switch;
    assert_eq!((strict.name, strict.of), ("warnings-are-errors", &["rars"][..]));
    assert!(strict.assembles);
    let real = family::no_pseudo(set).switch;
    assert_eq!((real.name, real.assembles), ("no-pseudo", true));
    let linux = [family::linux_calls(set, get)];
    assert!(!linux[0].switch.assembles, "an executable can be run with it");
    let kept = note(&linux, &Options { is_on: true, ..Options::default() }, "gnu");
    assert_eq!(kept, "dialect = gnu\nlinux-calls = true\n");
}

#[test]
fn wrong_values_are_refused() {
    let set: fn(&mut Options, &str) = |_, _| {};
    let row = |takes| Row::text("x", "Help", takes, set).switch;
    let one = || row(Takes::OneOf(&[("a", ""), ("b", "")]));
    let any = || row(Takes::AnyOf(&[("a", "")]));
    let number = || row(Takes::Text("N", refused_number));
    let on = || Row::on("x", "Help", |_: &mut Options, _| {}).switch;
    let cases = [
        (on(), None, None),
        (on(), Some("a"), Some("`x` takes no value")),
        (one(), Some("b"), None),
        (one(), Some("c"), Some("`x` takes one of a, b: `x=a`")),
        (one(), None, Some("`x` takes one of a, b: `x=a`")),
        (any(), Some("a"), None),
        (any(), Some(""), Some("`x` takes one of a: `x=a`")),
        (number(), Some("9"), None),
        (number(), Some("nine"), Some("`nine` is not a number")),
        (number(), None, Some("`x` takes a value")),
        (row(Takes::Disk("DIR")), None, Some("`x` takes a value")),
        (row(Takes::Disk("DIR")), Some("d"), Some("`x` is for command lines")),
    ];
    for (switch, value, message) in cases {
        assert_eq!(switch.refused(value).as_deref(), message, "{:?} {value:?}", switch.takes);
    }
}

#[test]
fn a_dialect_says_what_differs() {
    let plain = || Dialect::new("x", "About", char::is_alphabetic);
    assert_eq!((plain().comments, plain().counted, plain().is_first), (&["#"][..], None, false));
    assert!(!plain().has_nuls && !plain().comments_begin_cells && plain().operations.is_none());
    assert!(plain().first().is_first && plain().with_nuls().has_nuls);
    assert_eq!(plain().counting(6).counted, Some(6));
    assert_eq!(plain().with_comments(&[";"]).comments, [";"]);
    let cells = plain().with_comment_cells(&["/"]);
    assert!(cells.comments_begin_cells && cells.comments == ["/"]);
    let bare = plain().with_bare_labels(|word| word == "ADD");
    assert!(bare.operations.is_some_and(|is_operation| is_operation("ADD")));
    assert_eq!(plain(), plain().first(), "a dialect is known by its name");
    assert_ne!(plain(), Dialect::new("y", "About", char::is_alphabetic));
}
