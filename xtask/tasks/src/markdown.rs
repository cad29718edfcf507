//! The parts of Markdown that the checks need: links, headings and commands.

/// Relative links: line, from 1, and target.
pub(crate) fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (number, line) in outside_blocks(text) {
        let mut rest = line;
        while let Some(at) = rest.find("](") {
            rest = &rest[at + 2..];
            let Some(end) = rest.find(')') else { break };
            let target = rest[..end].split(' ').next().unwrap_or("");
            if !target.contains("://") && !target.starts_with("mailto:") {
                links.push((number, target.to_owned()));
            }
            rest = &rest[end..];
        }
    }
    links
}

/// Code spans: line, from 1, and text.
pub(crate) fn spans(text: &str) -> Vec<(usize, &str)> {
    let spans = outside_blocks(text).flat_map(|(number, line)| {
        let spans = line.split('`').skip(1).step_by(2);
        spans.map(move |span| (number, span))
    });
    spans.collect()
}

/// Anchors of all headings, as GitHub derives them.
pub(crate) fn anchors(text: &str) -> Vec<String> {
    let headings = outside_blocks(text).filter(|(_, line)| line.starts_with('#'));
    headings.map(|(_, line)| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Commands in code blocks, after `$ `: line, from 1, and command.
pub(crate) fn commands(text: &str) -> Vec<(usize, String)> {
    let mut inside = false;
    let mut commands = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = !inside;
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            commands.push((index + 1, command.to_owned()));
        }
    }
    commands
}

fn outside_blocks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        if line.starts_with("```") {
            inside = !inside;
            return None;
        }
        (!inside).then_some((index + 1, line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# Adding a `lane`\nsee [a](b.md#c) and [d](e/f.md)\n```\n$ ls [x](y)\nout\n```\n";

    #[test]
    fn links_headings_and_commands_are_found() {
        assert_eq!(links(TEXT), [(2, "b.md#c".to_owned()), (2, "e/f.md".to_owned())]);
        assert_eq!(anchors(TEXT), ["adding-a-lane"]);
        assert_eq!(commands(TEXT), [(4, "ls [x](y)".to_owned())]);
    }
}
