//! Names that a misspelt name may have meant.

/// The candidate that is fewest typing slips away from a name, if it is near enough to be meant.
///
/// A slip is a letter too many, too few, wrong, or exchanged with its neighbour; one is allowed
/// in names of up to five letters, two in longer ones. Nobody misses the first letter of a short
/// name but by an exchange, nor means a name of one letter by one of several;
/// in a name of two letters none is wrong. Of candidates as near as each other, one of
/// the same letters is meant, if none is a digit, or else the first. Case does not count; names of
/// more than 64 bytes have no neighbours.
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
    let wanted: Vec<char> = name.to_lowercase().chars().collect();
    let mut best = None;
    for candidate in candidates {
        if candidate.len().abs_diff(name.len()) > 3 * allowed || candidate == name {
            continue;
        }
        let letters: Vec<char> = candidate.to_lowercase().chars().collect();
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

/// Letters of a name in which one slip makes another name of it.
const SHORT_LETTERS: usize = 5;

/// The first letter or digit: `$t0` begins with `t`.
fn first(letters: &[char]) -> Option<&char> {
    letters.iter().find(|letter| letter.is_alphanumeric())
}

/// Whether two names have the same letters, in whatever order.
fn are_same(letters: &[char], others: &[char]) -> bool {
    let times = |of: &[char], wanted: char| of.iter().filter(|&&letter| letter == wanted).count();
    letters.len() == others.len()
        && letters.iter().all(|&letter| times(letters, letter) == times(others, letter))
}

/// The directive that a name which is none was probably meant to be.
///
/// That is one which other assemblers call so, or else the one that is written most like it.
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

/// What assemblers call the same directive.
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

/// The directive whose dot was forgotten.
#[must_use]
pub fn dotted_directive(
    name: &str,
    mut known: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    known.find(|directive| directive.strip_prefix('.') == Some(name))
}

/// The optimal string alignment distance.
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
