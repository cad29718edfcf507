//! Profiles of some runs: a bar for each label, and its lines.

use maud::{Markup, html};
use targets::escape::grouped;

use super::figure::{WIDTH, name_of, room_for};
use super::look::MachineStyles;
use crate::html::plain;
use crate::profile::{Profile, Share};
use crate::svg::{Anchor, Drawing, Scale};

/// Most labels with a separate bar.
const MOST_LABELS: usize = 16;

/// Distance between bars.
const STEP: f64 = 22.0;

/// All profiles, each with a heading.
pub(super) fn body(profiles: &[Profile], looks: &MachineStyles) -> Markup {
    html! {
        p { "A label's share is the instructions executed from it up to the next label. Below each plot are the source lines "
            "of every bar; for a compiled program, its instructions." }
        @for (at, profile) in profiles.iter().enumerate() {
            (one(profile, &format!("profile-{}", at + 1), looks))
        }
    }
}

fn one(profile: &Profile, id: &str, looks: &MachineStyles) -> Markup {
    let (lane, puzzle) = (plain(&profile.lane), plain(&profile.puzzle));
    let title = format!("{lane}: instructions of puzzle {puzzle} by label");
    let most = profile.labels.first().map_or_else(String::new, |share| {
        format!(
            " The largest share, {:.1} percent, is that of {}.",
            percent(share.times, profile.total),
            plain(&share.label)
        )
    });
    let says =
        format!("A bar for each label; {} instructions in total.{most}", grouped(profile.total));
    let drawing = draw(profile, looks).finish(id, &title, &says);
    html! {
        h3 id={ (id) "-heading" } { (lane) }
        figure {
            div.plot role="region" tabindex="0" aria-label={ "Plot: " (title) } { (drawing) }
            figcaption { "Puzzle " (puzzle) ", " (grouped(profile.total)) " instructions." }
            details {
                summary { "Lines of the bars" }
                @for share in &profile.labels { (lines(share, profile)) }
            }
        }
    }
}

fn percent(times: u64, total: u64) -> f64 {
    times as f64 * 100.0 / total.max(1) as f64
}

fn draw(profile: &Profile, looks: &MachineStyles) -> Drawing {
    let look = looks.of_machine(profile.machine);
    let shown = &profile.labels[..profile.labels.len().min(MOST_LABELS)];
    let rest: u64 = profile.labels[shown.len()..].iter().map(|share| share.times).sum();
    let others = format!("{} more", profile.labels.len() - shown.len());
    let mut bars: Vec<(&str, u64)> =
        shown.iter().map(|share| (&*share.label, share.times)).collect();
    if rest > 0 {
        bars.push((&others, rest));
    }
    let left = room_for(bars.iter().map(|(label, _)| *label));
    let most = bars.iter().map(|(_, times)| *times).max().unwrap_or(1);
    let scale = Scale::linear((0.0, most as f64), (left, WIDTH - 190.0));
    let mut drawing = Drawing::new(WIDTH, bars.len() as f64 * STEP + 8.0);
    drawing.line((left, 2.0), (left, bars.len() as f64 * STEP + 6.0), "axis");
    for (at, (label, times)) in bars.into_iter().enumerate() {
        let y = 4.0 + at as f64 * STEP;
        let end = scale.at(times as f64);
        drawing.text((left - 10.0, y + STEP / 2.0 + 4.0), Anchor::End, "", &name_of(label));
        drawing.rectangle(
            (left, y + 3.0),
            ((end - left).max(0.5), STEP - 6.0),
            &format!("{} bar", look.class),
            "",
        );
        let value = format!("{:.1} %, {}", percent(times, profile.total), grouped(times));
        drawing.text((end + 8.0, y + STEP / 2.0 + 4.0), Anchor::Start, "number quiet", &value);
    }
    drawing
}

/// Lines of a label.
fn lines(share: &Share, profile: &Profile) -> Markup {
    let Profile { lane, puzzle, total, .. } = profile;
    let (label, total) = (plain(&share.label), *total);
    let of = format!("Lines of {label}, {}, puzzle {}", plain(lane), plain(puzzle));
    html! {
        details.lines {
            summary {
                code { (label) } " " span.unit { (format!("{:.1}\u{a0}%", percent(share.times, total))) }
            }
            div.wide role="region" tabindex="0" aria-label=(of) {
                table {
                    caption { "Lines of " code { (label) } }
                    thead {
                        tr {
                            th.n scope="col" { "line" }
                            th.n scope="col" { "executed" }
                            th.n scope="col" { "share" }
                            th scope="col" { "source" }
                        }
                    }
                    tbody {
                        @for line in &share.lines {
                            tr class=[(line.times == 0).then_some("never")] {
                                th.n scope="row" { (plain(&line.place)) }
                                td.n { (grouped(line.times)) }
                                td.n { (format!("{:.1}\u{a0}%", percent(line.times, total))) }
                                td.source { (asmkit::plain(&line.text)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
