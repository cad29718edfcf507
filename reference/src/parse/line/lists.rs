//! Text that programs and lists have around the values of a row.

/// Keeps only the values of a list: text before `[[` or `{{`, text after `]]` or `}}`, and the `-`
/// before an entry in YAML become spaces.
///
/// So `int grid[9][9] = {{5, 3, 0},`, `problem(1, [[_, _, 3],` and `- [5, 3, 0]` are rows.
pub(super) fn keep_values(chars: &mut [char]) {
    let start = pair(chars, ['[', '{']).map_or(0, |(start, _)| start);
    if is_before_list(&chars[..start]) {
        chars[..start].fill(' ');
    }
    if let Some((_, end)) = pair(&chars[start..], [']', '}']) {
        chars[start + end..].fill(' ');
    }
    let mut visible = (0..chars.len()).filter(|&at| !chars[at].is_whitespace());
    if let (Some(dash), Some(next)) = (visible.next(), visible.next())
        && chars[dash] == '-'
        && next > dash + 1
        && matches!(chars[next], '[' | '"' | '\'')
    {
        chars[dash] = ' ';
    }
}

/// Positions of the first of two brackets, adjacent except for spaces, and after the second.
fn pair(chars: &[char], brackets: [char; 2]) -> Option<(usize, usize)> {
    let mut before = None;
    for (at, c) in chars.iter().enumerate().filter(|(_, c)| !c.is_whitespace()) {
        match before {
            Some((start, bracket)) if bracket == c && brackets.contains(c) => {
                return Some((start, at + 1));
            }
            _ => before = Some((at, c)),
        }
    }
    None
}

/// Whether this is a name, an assignment or the start of a call, and not cells.
fn is_before_list(chars: &[char]) -> bool {
    chars.iter().any(|&c| matches!(c, '=' | '(' | ':'))
}
