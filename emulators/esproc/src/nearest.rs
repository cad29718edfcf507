//! Suggestions for misspelled names.

/// Nearest of the names, if at most one letter in three differs.
pub(crate) fn nearest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let most = name.chars().count().div_ceil(3);
    let near = names.into_iter().map(|known| (distance(name, known), known));
    near.filter(|(distance, _)| *distance <= most).min().map(|(_, known)| known)
}

/// Edit distance: letters to change, insert or delete.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().take(MOST_LETTERS).collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, c) in left.chars().take(MOST_LETTERS).enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, &other) in right.iter().enumerate() {
            let change = diagonal + usize::from(c != other);
            diagonal = row[column + 1];
            row[column + 1] = change.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

/// Maximum number of letters that are compared.
const MOST_LETTERS: usize = 40;

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn one_letter_in_three() {
        assert_eq!(nearest("selct", ["sort", "select"]), Some("select"));
        assert_eq!(nearest("x", ["sort", "select"]), None);
    }
}
