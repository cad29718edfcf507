//! Sorting by a number.

/// Stable sort by a number.
///
/// All types share one sorting routine, which keeps WebAssembly modules small.
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
    fn the_sort_is_stable() {
        let mut words = vec!["ccc", "a", "bb", "aaa", "b", "", "aa"];
        let mut wanted = words.clone();
        wanted.sort_by_key(|word| word.len());
        sort_by_number(&mut words, |word| word.len() as u64);
        assert_eq!(words, wanted);
    }
}
