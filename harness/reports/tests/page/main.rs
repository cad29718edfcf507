//! What a page of a comparison keeps: its form, its size, and that nothing in it can do harm.

mod comparison;
mod contrast;
mod markup;

use std::collections::BTreeSet;

use comparison::{lanes, made_up};
use lanes::compare::metric::By;
use lanes::compare::{Comparison, ExcludedLane, UnmeasuredLane};
use lanes::root::Root;
use markup::{Element, elements};
use reference::Puzzle;
use reports::page::palette::COLOURS;
use reports::page::{PageSection, Report, page};
use reports::profile::{Line, Profile, Share};
use reports::table::{Cell, Column, Table};
use reports::{document, latex, text};

fn report(comparison: &Comparison) -> Report<'_> {
    let table = Table {
        caption: "A table".to_owned(),
        columns: vec![Column::words("lane"), Column::number("count")],
        rows: vec![vec![Cell::Words("one".to_owned()), Cell::Count(12_345)]],
        notes: vec!["A note.".to_owned()],
    };
    let line = Line { place: "7".to_owned(), text: "\taddi t0, t0, 1".to_owned(), times: 9 };
    let share = Share { label: "loop".to_owned(), times: 9, lines: vec![line] };
    Report {
        title: "Lanes side by side".to_owned(),
        comparison,
        tables: comparison.groups.iter().map(|_| vec![table.clone()]).collect(),
        profiles: vec![Profile {
            lane: "mips32-spim-9x9".to_owned(),
            machine: "mips32",
            puzzle: "easy:1".to_owned(),
            total: 9,
            labels: vec![share],
        }],
        sections: vec![PageSection {
            id: "more".to_owned(),
            title: "More".to_owned(),
            body: maud::html! { p { "More." } },
        }],
        verified: None,
        made_by: "isagrid 0.1.0: isagrid report".to_owned(),
    }
}

/// The lanes written by hand, over eight puzzles.
fn small() -> Comparison {
    let by_hand = lanes().into_iter().filter(|lane| lane.made_by.is_none());
    let mut comparison = made_up(by_hand.collect(), 8);
    let group = &mut comparison.groups[0];
    let row = group.rows.pop().expect("the table has lanes");
    group.apart.push(ExcludedLane {
        row,
        why: "puzzle easy:1: its grid is wrong".to_owned(),
        wrong: 3,
    });
    let (lane, why) = ("esproc-first-9x9".to_owned(), "it counts cells".to_owned());
    comparison.left_out.push(UnmeasuredLane { lane, why, broken: None });
    comparison
}

fn of<'e>(elements: &'e [Element], name: &'e str) -> impl Iterator<Item = &'e Element> {
    elements.iter().filter(move |element| element.name == name)
}

#[test]
fn every_element_is_closed_and_every_reference_leads_somewhere() {
    let text = page(&report(&small()));
    let elements = elements(&text);
    let ids: Vec<&str> = elements.iter().filter_map(|element| element.get("id")).collect();
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len(), "an id names one element");
    for element in &elements {
        for name in element.get("aria-labelledby").unwrap_or_default().split_whitespace() {
            assert!(known.contains(name), "{name} is no id");
        }
        if let Some(to) = element.get("href") {
            assert!(known.contains(to.strip_prefix('#').unwrap()), "{to} leads nowhere");
        }
        if let Some(fill) = element.get("fill") {
            let id = fill.strip_prefix("url(#").and_then(|fill| fill.strip_suffix(')'));
            assert!(id.is_some_and(|id| known.contains(id)), "{fill} is no pattern");
        }
    }
}

#[test]
fn a_page_can_be_read_without_being_seen() {
    let text = page(&report(&small()));
    let elements = elements(&text);
    assert_eq!(of(&elements, "html").next().unwrap().get("lang"), Some("en"));
    for (name, count) in [("h1", 1), ("main", 1), ("header", 1), ("nav", 1), ("footer", 1)] {
        assert_eq!(of(&elements, name).count(), count, "{name}");
    }
    let mut level = 0;
    for element in &elements {
        let Some(now) = element.name.strip_prefix('h').and_then(|level| level.parse().ok()) else {
            continue;
        };
        assert!(now <= level + 1, "from h{level} to h{now}");
        level = now;
    }
    let plots: Vec<&Element> = of(&elements, "svg").collect();
    // Each of four plots of a group has a second drawing for narrow pages.
    assert_eq!(plots.len(), 8 * comparison_groups() + 1);
    for plot in plots {
        assert_eq!(plot.get("role"), Some("img"));
        assert_eq!(plot.children[..2], ["title", "desc"]);
        assert!(plot.get("aria-labelledby").is_some() && plot.get("viewBox").is_some());
        assert!(plot.within.iter().any(|name| name == "figure"));
    }
    for figure in of(&elements, "figure") {
        assert!(figure.children.contains(&"figcaption".to_owned()));
        assert!(figure.children.contains(&"details".to_owned()), "its numbers are a table too");
    }
    for table in of(&elements, "table") {
        assert_eq!(table.children[0], "caption");
    }
    assert!(of(&elements, "th").all(|cell| matches!(cell.get("scope"), Some("col" | "row"))));
    let mut labels = BTreeSet::new();
    for region in elements.iter().filter(|element| element.get("role") == Some("region")) {
        assert_eq!(region.get("tabindex"), Some("0"));
        let label = region.get("aria-label").filter(|label| !label.is_empty()).unwrap();
        assert!(labels.insert(label), "{label} names two regions");
    }
}

fn comparison_groups() -> usize {
    small().groups.len()
}

#[test]
fn a_page_needs_nothing_and_runs_nothing() {
    let text = page(&report(&small()));
    let elements = elements(&text);
    let is_policy = |it: &&Element| it.get("http-equiv") == Some("Content-Security-Policy");
    let policy = elements.iter().find(is_policy).and_then(|policy| policy.get("content"));
    assert!(policy.unwrap().starts_with("default-src 'none'; "));
    for name in ["script", "iframe", "object", "embed", "link", "img", "image", "base", "form"] {
        assert_eq!(of(&elements, name).count(), 0, "{name}");
    }
    for element in &elements {
        assert!(element.names().all(|name| !name.starts_with("on") && name != "src"));
    }
    for outside in ["http:", "https:", "@import", "javascript:", "//"] {
        assert!(!text.contains(outside), "{outside}");
    }
}

#[test]
fn what_lanes_and_sources_say_is_only_text() {
    let hostile = "</text></svg><script>alert(1)</script>\u{1b}[2J\u{202e}\" onload=\"x";
    let mut comparison = small();
    for group in &mut comparison.groups {
        group.rows[0].lane.name = hostile.to_owned();
        group.rows[1].lane.made_by = Some(hostile.to_owned());
        group.rows[1].lane.name = hostile.to_owned();
        group.puzzles[0].id.set = hostile.to_owned();
        for apart in &mut group.apart {
            apart.row.lane.name = hostile.to_owned();
            apart.why = hostile.to_owned();
        }
    }
    comparison.problems.push(hostile.to_owned());
    comparison.left_out[0].lane = hostile.to_owned();
    comparison.left_out[0].why = hostile.to_owned();
    let mut report = report(&comparison);
    report.title = hostile.to_owned();
    report.made_by = hostile.to_owned();
    report.tables[0][0].caption = hostile.to_owned();
    report.tables[0][0].notes[0] = hostile.to_owned();
    report.tables[0][0].columns[0].name = hostile.to_owned();
    report.tables[0][0].rows[0][0] = Cell::Words(hostile.to_owned());
    let profile = &mut report.profiles[0];
    for text in [&mut profile.lane, &mut profile.puzzle, &mut profile.labels[0].label] {
        *text = hostile.to_owned();
    }
    let line = &mut profile.labels[0].lines[0];
    (line.place, line.text) = (hostile.to_owned(), hostile.to_owned());
    report.sections[0].title = hostile.to_owned();
    let text = page(&report);
    let elements = elements(&text);
    assert_eq!(of(&elements, "script").count(), 0);
    assert!(elements.iter().all(|element| element.names().all(|name| name != "onload")));
    let is_strange = |c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}';
    assert_eq!(text.chars().find(|&c| is_strange(c)), None);
    assert!(text.contains("&lt;script&gt;"));
}

#[test]
fn all_lanes_make_a_page_of_less_than_two_megabytes() {
    let comparison = made_up(lanes(), 283);
    let report = report(&comparison);
    let text = page(&report);
    assert!(text.len() < 2_000_000, "{} bytes", text.len());
    assert_eq!(text, page(&report), "the same comparison makes the same page");
    elements(&text);
}

#[test]
fn a_group_with_nothing_to_compare_says_so() {
    let mut comparison = small();
    let group = &mut comparison.groups[0];
    group.baseline = None;
    let text = page(&report(&comparison));
    assert!(text.contains("There are no ratios, because the baseline is excluded."));
    for group in &mut comparison.groups {
        group.rows.clear();
        group.baseline = None;
    }
    elements(&page(&report(&comparison)));
}

#[test]
fn pages_tables_and_papers_tell_the_same_of_a_group() {
    let mut comparison = small();
    let group = &mut comparison.groups[0];
    (group.spread_over, group.passed_over) = (196, 1);
    group.puzzles.remove(3);
    group.rows.iter_mut().for_each(|row| drop(row.runs.remove(3)));
    let document = document::of(&comparison, By::Puzzle, "isagrid compare");
    let about = &document.sections[0].about;
    let begins = "7 puzzles, evenly selected by nodes from 196 (easy:1-3, easy:5-8) of ";
    assert!(about[0].starts_with(begins), "{about:?}");
    assert!(
        about[0].ends_with(" One more puzzle needs more nodes than a lane or --most-nodes allows.")
    );
    let (page, paper) = (page(&report(&comparison)), latex::document(&document));
    for paragraph in about {
        let as_html = format!("<p>{}</p>", paragraph.replace('\'', "&#39;"));
        assert!(page.contains(paragraph) || page.contains(&as_html), "{paragraph}");
        assert!(paper.contains(&format!("% {paragraph}\n")), "{paragraph}");
    }
    assert!(paper.contains("% not compared: esproc-first-9x9: it counts cells\n"));
    let text = text::document(&document);
    assert!(text.contains("\nnot compared: esproc-first-9x9: it counts cells\n\nEach of "));
}

#[test]
fn puzzles_that_lie_far_apart_are_counted() {
    let mut comparison = small();
    for group in &mut comparison.groups {
        group.puzzles.retain(|at| ![2, 4, 6].contains(&at.id.number));
    }
    let text = page(&report(&comparison));
    assert!(
        text.contains("<p>5 puzzles, evenly selected by nodes from 8 (5 of easy) of "),
        "{text}"
    );
}

#[test]
fn one_lane_and_one_puzzle_are_enough() {
    let one = lanes().into_iter().take(1).collect();
    elements(&page(&report(&made_up(one, 1))));
}

/// A colour that the style names and nobody gave would be black on black.
#[test]
fn the_style_names_only_colours_there_are() {
    let text = page(&report(&small()));
    let style = text.split_once("<style>").unwrap().1.split_once("</style>").unwrap().0;
    for used in style.split("var(--").skip(1) {
        let name = used.split_once(')').unwrap().0;
        let is_known = name == "m" || COLOURS.iter().any(|colour| colour.name == name);
        assert!(is_known, "--{name}");
    }
    assert_eq!(style.matches('{').count(), style.matches('}').count());
}

#[test]
fn a_profile_has_every_instruction_of_a_run_beside_its_source() {
    let lane = lanes().into_iter().find(|lane| lane.name == "mips32-spim-9x9").unwrap();
    let puzzle: Puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    let profile = Profile::of(&lane, &Root::Bundled, ("example", &puzzle)).unwrap();
    assert_eq!(profile.machine, "mips32");
    assert_eq!(profile.labels.iter().map(|share| share.times).sum::<u64>(), profile.total);
    assert!(profile.labels.windows(2).all(|two| two[0].times >= two[1].times));
    let solve = profile.labels.iter().find(|share| share.label == "solve").unwrap();
    let source = Root::Bundled.source(&lane.sources[0]).unwrap();
    let source = String::from_utf8(source).unwrap();
    for line in &solve.lines {
        let number: usize = line.place.parse().unwrap();
        assert_eq!(source.lines().nth(number - 1).unwrap().trim_end(), line.text.trim_end());
    }
    let compiled = lanes().into_iter().find(|lane| lane.made_by.is_some()).unwrap();
    let profile = Profile::of(&compiled, &Root::Bundled, ("example", &puzzle)).unwrap();
    let first = &profile.labels[0].lines[0];
    assert!(first.place.starts_with("0x"), "an address, where there is no source: {first:?}");
}

#[test]
fn a_small_plot() {
    let two = lanes().into_iter().take(2).collect();
    let text = page(&report(&made_up(two, 3)));
    let (_, plot) = text.split_once("<svg").unwrap();
    let (plot, _) = plot.split_once("</svg>").unwrap();
    insta::assert_snapshot!(format!("<svg{plot}</svg>").replace('>', ">\n"));
}
