//! Hints for a file that does not exist: it may be an option of another simulator, or a name
//! without its extension.

use std::fs;
use std::path::Path;

use targets::files::shown;
use targets::switches;

/// Hint for a path that does not exist; `None` without one.
pub(crate) fn hint(path: &Path) -> Option<String> {
    if path.exists() {
        return None;
    }
    let name = path.to_str()?;
    of_a_switch(name).or_else(|| of_another(name)).or_else(|| longer(path))
}

/// Machine option that another simulator calls `word`, found by the parentheses in its help, such
/// as `(mars and rars np, spim -nopseudo)`.
fn of_a_switch(word: &str) -> Option<String> {
    let is_it = |text: &str| {
        let words = text.split_whitespace();
        let is_call = text.chars().all(|c| c.is_ascii_lowercase() || " -_0123456789".contains(c));
        is_call && words.clone().count() > 1 && words.last().is_some_and(|last| last == word)
    };
    let (_, switch) = switches::all().find(|(_, switch)| {
        let others = switch.help.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
        others.is_some_and(|(others, _)| others.split([',', ';']).any(|text| is_it(text.trim())))
    })?;
    Some(format!("for this option of other simulators, use --{}", switch.name))
}

/// Hint for an argument that other simulators accept.
fn of_another(word: &str) -> Option<String> {
    let number = |text: &str| {
        let hexadecimal = text.strip_prefix("0x").filter(|digits| !digits.is_empty());
        hexadecimal.map_or_else(
            || !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()),
            |digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        )
    };
    if number(word) {
        return Some(format!("to limit instructions, use --max-instructions={word}"));
    }
    if let Some((from, to)) = word.split_once('-')
        && number(from)
        && number(to)
    {
        return Some(format!("to show memory after the run, use --dump {from}..{to}"));
    }
    if let Some(register) = word.strip_prefix('$') {
        return Some(format!("to show a register after the run, use --registers={register}"));
    }
    let message = WORDS.iter().find(|(known, _)| *known == word);
    message.map(|(_, message)| (*message).to_owned())
}

/// Arguments of other simulators that correspond to no machine option.
#[rustfmt::skip]
const WORDS: &[(&str, &str)] = &[
    ("nc",    "omit it: only the program's output is printed"),
    ("me",    "omit it: messages always go to standard error"),
    ("ic",    "to count instructions, use --counts"),
    ("pa",    "write arguments of the program after `--`"),
    ("h",     "for help, run `isagrid help`"),
    ("dump",  "to show memory after the run, use --dump PLACE"),
    ("hex",   "to show registers in hexadecimal and decimal, use --registers"),
    ("dec",   "to show registers in hexadecimal and decimal, use --registers"),
];

/// Hint for the only file in its folder that has this name plus an extension.
fn longer(path: &Path) -> Option<String> {
    let name = path.file_name()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let mut longer = entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|other| {
        other.file_stem() == Some(name) && other.extension().is_some() && other.is_file()
    });
    let only = longer.next().filter(|_| longer.next().is_none())?;
    let only = folder.map_or(only.file_name().map(Path::new), |_| Some(&only))?;
    Some(format!("did you mean {}?", shown(only)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_of_other_simulators_get_hints() {
        for (word, message) in [
            ("sm", "--start-at-main"),
            ("db", "--delayed-branches"),
            ("np", "--no-pseudo"),
            ("smc", "--self-modifying"),
            ("we", "--warnings-are-errors"),
            ("-nopseudo", "--no-pseudo"),
            ("100", "--max-instructions=100"),
            ("0x10010000-0x10010010", "--dump 0x10010000..0x10010010"),
            ("$v0", "--registers=v0"),
            ("ic", "--counts"),
        ] {
            let said = hint(Path::new(word)).unwrap_or_default();
            assert!(said.contains(message), "{word}: {said}");
        }
        for word in ["mars", "spim", "tool", "no-such-file.s", "a-b", "0x"] {
            assert_eq!(hint(Path::new(word)), None, "{word}");
        }
    }

    #[test]
    fn name_without_extension_gets_a_hint() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("fact.asm"), "").unwrap();
        let said = hint(&folder.path().join("fact")).unwrap();
        assert!(said.starts_with("did you mean") && said.contains("fact.asm"), "{said}");
        fs::write(folder.path().join("fact.s"), "").unwrap();
        assert_eq!(hint(&folder.path().join("fact")), None);
    }
}
