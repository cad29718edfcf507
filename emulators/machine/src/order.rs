//! Sorting by numbers.

/// Sorts by a number of each; those of the same number stay in their order.
///
/// All that is sorted so shares one routine, however large the things are: a page loads each other one
/// for its own type.
pub fn sort_by_number<T>(things: &mut Vec<T>, number: impl Fn(&T) -> u64) {
    let mut order: Vec<(u64, usize)> = things.iter().map(number).zip(0..).collect();
    order.sort_unstable();
    let mut taken: Vec<Option<T>> = things.drain(..).map(Some).collect();
    things.extend(order.into_iter().filter_map(|(_, at)| taken[at].take()));
}

#[cfg(test)]
mod tests {
    use super::sort_by_number;

    #[test]
    fn what_is_equal_stays_in_its_order() {
        let mut words = vec!["ccc", "a", "bb", "aaa", "b", "", "aa"];
        let mut wanted = words.clone();
        wanted.sort_by_key(|word| word.len());
        sort_by_number(&mut words, |word| word.len() as u64);
        assert_eq!(words, wanted);
    }
}
