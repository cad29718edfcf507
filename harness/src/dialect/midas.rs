//! MIDAS, and ITS around it.

use super::words;

/// First words of a statement that are MIDAS's, ITS's or the PDP-10's alone, in small letters.
const TELLING: &[&str] = &[
    "title", ".iot", ".open", ".close", ".call", ".value", ".logout", ".break", ".suset", ".insrt",
    "termin", "sixbit", "squoze", "movei", "movem", "setzm", "jrst", "pushj", "popj", "hrrz",
    "hrli", "hrroi", "caie", "cain", "camn", "came", "sojg", "sojge", "aobjn", "skipe", "skipn",
];

/// The first line that only MIDAS would take, in words.
pub(super) fn gives_away(source: &str) -> Option<String> {
    source.lines().enumerate().find_map(|(index, line)| {
        let code = line.split(';').next().unwrap_or(line);
        let words = words(code);
        // A label of MIDAS may have two colons, and may stand against its statement.
        let first = words.iter().map(|word| word.rsplit(':').next().unwrap_or(word));
        let first = first.into_iter().find(|word| !word.is_empty())?;
        let telling = TELLING.contains(&first.to_ascii_lowercase().as_str());
        telling.then(|| format!("line {} has {first}, as in MIDAS", index + 1))
    })
}
