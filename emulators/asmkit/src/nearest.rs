//! Suggestions for misspelt names.

/// Returns the candidate with the fewest typing errors, if it is near enough.
///
/// A typing error is a letter too many, missing, wrong, or swapped with its neighbour. One is
/// allowed in names of up to five letters, two in longer ones. In a short name, the first letter
/// must match except for a swap; a name of several letters never matches one of one letter; a
/// name of two letters has no wrong letter. Among equally near candidates, one with the same
/// letters and no digit wins, otherwise the first. The case of ASCII letters does not count; names
/// of more than 64 bytes have no match.
///
/// ```
/// assert_eq!(asmkit::nearest("addd", ["and", "add", "sub"]), Some("add"));
/// assert_eq!(asmkit::nearest("xyzzy", ["and", "add", "sub"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > 64 {
        return None;
    }
    let allowed = if name.chars().count() <= SHORT_LETTERS { 1 } else { 2 };
    let wanted = lower(name);
    let mut best = None;
    for candidate in candidates {
        if candidate.len().abs_diff(name.len()) > 3 * allowed || candidate == name {
            continue;
        }
        let letters = lower(candidate);
        if letters.len().abs_diff(wanted.len()) > allowed {
            continue;
        }
        let slips = slips(&wanted, &letters);
        let same = are_same(&letters, &wanted);
        let is_short = wanted.len() <= SHORT_LETTERS;
        let kept = letters.len() > 1
            && slips < wanted.len()
            && (!is_short || same || first(&letters) == first(&wanted))
            && (wanted.len() > 2 || same || letters.len() > wanted.len());
        let rank = (slips, !same || letters.iter().any(char::is_ascii_digit));
        if kept && slips <= allowed && best.is_none_or(|(lowest, _)| rank < lowest) {
            best = Some((rank, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Letters of a name, in lower case if they are ASCII: tables of all others would be a fortieth of a
/// page's module.
fn lower(name: &str) -> Vec<char> {
    name.chars().map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Length up to which only one typing error is allowed.
const SHORT_LETTERS: usize = 5;

/// First letter or digit: that of `$t0` is `t`.
fn first(letters: &[char]) -> Option<&char> {
    letters.iter().find(|letter| letter.is_alphanumeric())
}

/// Whether two names have the same letters in any order.
fn are_same(letters: &[char], others: &[char]) -> bool {
    let times = |of: &[char], wanted: char| of.iter().filter(|&&letter| letter == wanted).count();
    letters.len() == others.len()
        && letters.iter().all(|&letter| times(letters, letter) == times(others, letter))
}

/// Returns the directive that an unknown name probably stands for.
///
/// This is a synonym from another assembler, or otherwise the nearest name.
#[must_use]
pub fn nearest_directive(
    name: &str,
    known: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    let known: Vec<&str> = known.collect();
    let usual = SYNONYMS.iter().find(|synonyms| synonyms.contains(&name));
    let same = usual.and_then(|names| known.iter().copied().find(|known| names.contains(known)));
    same.or_else(|| nearest(name, known))
}

/// Names of the same directive in different assemblers.
const SYNONYMS: &[&[&str]] = &[
    &[".asciiz", ".asciz", ".string"],
    &[".globl", ".global"],
    &[".half", ".short", ".hword"],
    &[".word", ".long", ".int"],
    &[".dword", ".quad"],
    &[".space", ".skip", ".zero"],
    &[".data", ".bss", ".rodata"],
    &[".eqv", ".equ"],
    &[".end_macro", ".endm"],
];

/// Returns the directive of which `name` lacks the dot.
#[must_use]
pub fn dotted_directive(
    name: &str,
    mut known: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    known.find(|directive| directive.strip_prefix('.') == Some(name))
}

/// Optimal string alignment distance.
fn slips(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut fewest = changed.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                fewest = fewest.min(before[j - 2] + 1);
            }
            row.push(fewest);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exchange_of_neighbours_is_one_slip() {
        assert_eq!(nearest("mian", ["main", "mine"]), Some("main"));
        assert_eq!(nearest("$T0", ["$t1", "$t0"]), Some("$t0"));
        assert_eq!(nearest("sycall", ["syscall"]), Some("syscall"));
    }

    #[test]
    fn the_same_letters_in_another_order_are_nearer_than_fewer_letters() {
        assert_eq!(nearest("addui", ["addi", "addu", "addiu"]), Some("addiu"));
    }

    #[test]
    fn one_letter_is_no_other_letter_misspelt() {
        assert_eq!(nearest("x", ["b", "j"]), None);
        assert_eq!(nearest("bz", ["b"]), None);
    }

    #[test]
    fn a_short_name_with_another_first_letter_is_another_name() {
        assert_eq!(nearest("push", ["ush", "pushd"]), Some("pushd"));
        assert_eq!(nearest("pop", ["nop"]), None);
        assert_eq!(nearest("ret", ["eret"]), None);
        assert_eq!(nearest("hlt", ["blt", "slt"]), None);
        assert_eq!(nearest("je", ["j", "jr"]), None);
        assert_eq!(nearest("prnit", ["print"]), Some("print"));
        assert_eq!(nearest("$t0", ["a0", "t0"]), Some("t0"));
        assert_eq!(nearest("rpint", ["print"]), Some("print"));
    }

    #[test]
    fn a_name_is_not_its_own_nearest() {
        assert_eq!(nearest("add", ["add"]), None);
    }
}
