//! Pages for people: Markdown and HTML.

use std::fmt::Write as _;

use lanes::report::text::{markdown as plain, markdown_block as block};
use machines::files::Take;

use super::{Grades, Told, name, tables};
use crate::graded::Outcome;

pub(super) fn markdown(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    grades.each(&mut |graded| {
        let mut text = String::new();
        let _ = writeln!(text, "## {}: {}\n", plain(&graded.title), plain(&graded.student));
        let _ = writeln!(
            text,
            "**{} of {} points** ({})\n",
            graded.points().show(),
            graded.out_of().show(),
            tables::status(graded)
        );
        if let Outcome::NotGradable(why) | Outcome::Infra(why) = &graded.outcome {
            let _ = writeln!(text, "{}", block(why));
        }
        text.push_str("| function | kind | points | out of | |\n|---|---|---:|---:|---|\n");
        for (function, kind) in graded.kinds() {
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} |",
                plain(&function.name),
                kind.of.name(),
                kind.points.show(),
                kind.out_of.show(),
                plain(&kind.summary)
            );
        }
        text.push('\n');
        for (_, finding) in graded.all_findings() {
            let told = Told::of(finding);
            let _ = writeln!(text, "- {}\n", plain(&told.message));
            text.push_str(
                &told
                    .more
                    .lines()
                    .map(|line| format!("      {}\n", name(line)))
                    .collect::<String>(),
            );
            text.push('\n');
        }
        take(&text)
    })
}

/// Text in HTML that nothing of is markup.
fn escaped(text: &str) -> String {
    let plain = text.lines().map(name).collect::<Vec<_>>().join("\n");
    plain
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// What nothing on the page may do: run, load, send.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = "body{font-family:sans-serif;max-width:60em;margin:auto;padding:1em}\
table{border-collapse:collapse}th,td{border:1px solid #767676;padding:.2em .5em;text-align:left}\
pre{background:#f4f4f4;color:#111;padding:.5em;overflow:auto}\
@media(prefers-color-scheme:dark){body{background:#111;color:#eee}pre{background:#222;color:#eee}}";

/// What stands before all submissions.
fn head(title: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    )
}

pub(super) fn html(grades: &dyn Grades, take: Take<'_>) -> Result<(), String> {
    let mut is_begun = false;
    grades.each(&mut |graded| {
        let mut text = String::new();
        if !is_begun {
            text.push_str(&head(&graded.title));
            is_begun = true;
        }
        let _ = writeln!(
            text,
            "<h2>{}</h2>\n<p>{} of {} points ({})</p>",
            escaped(&graded.student),
            graded.points().show(),
            graded.out_of().show(),
            tables::status(graded)
        );
        if let Outcome::NotGradable(why) | Outcome::Infra(why) = &graded.outcome {
            let _ = writeln!(text, "<pre>{}</pre>", escaped(why));
        }
        text.push_str("<table>\n<caption>Points by function and kind</caption>\n<tr><th scope=\"col\">function</th><th scope=\"col\">kind</th><th scope=\"col\">points</th><th scope=\"col\">out of</th><th scope=\"col\">why</th></tr>\n");
        for (function, kind) in graded.kinds() {
            let _ = writeln!(
                text,
                "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escaped(&function.name),
                kind.of.name(),
                kind.points.show(),
                kind.out_of.show(),
                escaped(&kind.summary)
            );
        }
        text.push_str("</table>\n");
        for (_, finding) in graded.all_findings() {
            let told = Told::of(finding);
            let _ = writeln!(
                text,
                "<h3>{}</h3>\n<pre>{}</pre>",
                escaped(&told.message),
                escaped(&told.more)
            );
        }
        take(&text)
    })?;
    if !is_begun {
        take(&head(""))?;
    }
    take("</body>\n</html>\n")
}
