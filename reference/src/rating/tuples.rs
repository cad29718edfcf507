//! Sets that share few members: the common part of naked sets, hidden sets and fish.

/// Looks for `degree` of these sets that have `degree` members in all, and offers each to `take`.
///
/// A set is its number and its mask. Combinations come in the order of their largest numbers: of
/// sets 0 to 3 in pairs 01, 02, 12, 03, 13, 23. `take` gets the mask of numbers and the union of
/// the sets; the search ends with its first result.
pub(crate) fn find<T>(
    sets: &[(usize, u32)],
    degree: usize,
    take: &mut impl FnMut(u32, u32) -> Option<T>,
) -> Option<T> {
    extend(sets, degree, degree, (0, 0), take)
}

/// The same with some sets already chosen: their numbers, which may be omitted, and their union.
///
/// Chooses `more` of the sets offered, so that all have `degree` members.
pub(crate) fn extend<T>(
    sets: &[(usize, u32)],
    more: usize,
    degree: usize,
    (chosen, union): (u32, u32),
    take: &mut impl FnMut(u32, u32) -> Option<T>,
) -> Option<T> {
    if more == 0 {
        return if union.count_ones() as usize == degree { take(chosen, union) } else { None };
    }
    (more - 1..sets.len()).find_map(|last| {
        let (number, mask) = sets[last];
        let all = (chosen | 1 << number, union | mask);
        if all.1.count_ones() as usize <= degree {
            extend(&sets[..last], more - 1, degree, all, take)
        } else {
            None
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_by_their_larger_number() {
        let sets = [0, 1, 2, 3].map(|number| (number, 0b11));
        let mut seen = Vec::new();
        let none = find(&sets, 2, &mut |chosen, _| {
            seen.push(chosen);
            None::<()>
        });
        assert_eq!(none, None);
        assert_eq!(seen, [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]);
    }

    #[test]
    fn the_union_is_as_large_as_the_combination() {
        let sets = [(0, 0b0011), (2, 0b0110), (5, 0b0101), (7, 0b1100)];
        let triple = find(&sets, 3, &mut |chosen, union| Some((chosen, union)));
        assert_eq!(triple, Some((0b100101, 0b0111)));
        assert_eq!(find(&sets, 2, &mut |chosen, _| Some(chosen)), None);
        let with_more = extend(&sets, 1, 3, (0, 0b1100), &mut |chosen, _| Some(chosen));
        assert_eq!(with_more, Some(0b000100));
    }
}
